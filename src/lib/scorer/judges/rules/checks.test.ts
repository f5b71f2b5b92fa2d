import { expect, test } from 'vitest';
import { readStructure } from '../../report/structure/structure.ts';
import { citationsAtClauseEnds } from './citations/citations-at-clause-ends.ts';
import { citationsListed } from './citations/citations-listed.ts';
import { entriesCited } from './citations/entries-cited.ts';
import { numberingUnbroken } from './citations/numbering-unbroken.ts';
import { oneSortedList } from './form/one-sorted-list.ts';

const list = '\n\n## References\n\n[1] Tides: https://tides.example\n';

test.each([
  ['Water rises [1].', citationsAtClauseEnds, 'The only citation stands at the end of a clause, a sentence or a cell.'],
  ['Water rises [1].', citationsListed, 'The only citation has an entry in the list.'],
  ['Water rises [1].', entriesCited, 'The only entry of the list is cited in the text.'],
  ['Water [2] rises [2].', entriesCited, 'The only entry of the list is not cited in the text: [1].'],
  ['Water rises.', entriesCited, 'The text cites nothing, so the only entry of the list is not cited.'],
  ['Water rises [1].', numberingUnbroken, 'The list has one number, [1], for one source.'],
  ['Water rises [1].', oneSortedList, 'There is one section of references, with a single entry.']
] as const)('on one citation or entry, a rationale is in the singular: %s (%#)', (text, check, rationale) => {
  expect(check(readStructure(`# Tides\n\n${text}${list}`)).rationale).toBe(rationale);
});
