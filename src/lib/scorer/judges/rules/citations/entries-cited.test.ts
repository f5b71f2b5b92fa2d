import { expect, test } from 'vitest';
import { readStructure } from '../../../report/structure/structure.ts';
import { entriesCited } from './entries-cited.ts';

const on = (text: string) => entriesCited(readStructure(text));
const list =
  '\n\n## References\n\n[1] Tides: https://tides.example  \n[2] Moon: https://moon.example  \n[3] Wind, 2019  \n';

test('passes if every number is cited, in groups and ranges too', () => {
  expect(on(`Water rises [1–2], and wind helps [3].${list}`)).toEqual({
    label: 'yes',
    rationale: 'All 3 entries of the list are cited in the text.',
    quotes: []
  });
});

test('fails and names the entries that nothing cites', () => {
  expect(on(`Water rises [1].${list}`)).toEqual({
    label: 'no',
    rationale: '2 of 3 entries are not cited in the text: [2] and [3].',
    quotes: ['[2] Moon: https://moon.example', '[3] Wind, 2019']
  });
});

test('takes a link to the address of an entry for a citation', () => {
  expect(on(`Water rises [1] with [the moon](http://www.moon.example/) and wind [3].${list}`).label).toBe('yes');
});

test('does not take numbers in code or in the list itself for citations', () => {
  expect(on(`Water rises [1], \`tide[2]\` [3].${list}`).label).toBe('no');
});

test('fails if the text cites nothing at all', () => {
  expect(on(`Water rises.${list}`)).toMatchObject({
    label: 'no',
    rationale: 'The text cites nothing, so none of the 3 entries of the list is cited.'
  });
});

test('abstains if a number stands for several entries', () => {
  const finding = on(
    'Water rises [1].\n\n## References\n\n### Sea\n\n- [1] https://a.example\n\n### Sky\n\n- [1] https://b.example'
  );
  expect(finding.label).toBe('abstain');
  expect(finding.quotes).toEqual(['- [1] https://a.example', '- [1] https://b.example']);
});

test('still fails if a reused number leaves others uncited', () => {
  expect(
    on('Water rises [1].\n\n## References\n\n- [1] https://a.example\n- [1] https://b.example\n- [2] https://c.example')
      .label
  ).toBe('no');
});

test('pairs entries without numbers by author and year or by address', () => {
  const named =
    '\n\n## References\n\n- Okoro, A. et al. Tides of the north. 2018.\n- Berg, L. and Sand, P. Wind, 2020. https://wind.example\n';
  expect(on(`Water rises (Okoro et al., 2018), see [wind](https://wind.example).${named}`).label).toBe('yes');
  expect(on(`Water rises (Okoro et al., 2018).${named}`)).toMatchObject({
    label: 'abstain',
    quotes: ['- Berg, L. and Sand, P. Wind, 2020. https://wind.example']
  });
  expect(on(`Water rises (Oko et al., 2018), see [wind](https://wind.example).${named}`).label).toBe('abstain');
});

test('abstains if the text cites by number and the list has none', () => {
  expect(on('Water rises [1].\n\n## References\n\n- Tides, https://tides.example\n').label).toBe('abstain');
});

test('abstains without a list', () => {
  expect(on('Water rises [1].').label).toBe('abstain');
  expect(on('Water rises.').rationale).toBe(
    'The report has no citation and no list of references, so there is nothing to check.'
  );
});
