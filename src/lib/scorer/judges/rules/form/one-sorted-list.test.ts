import { expect, test } from 'vitest';
import { readStructure } from '../../../report/structure/structure.ts';
import { oneSortedList } from './one-sorted-list.ts';

const on = (text: string) => oneSortedList(readStructure(text));

test.each([
  ['numbers', '[1] B https://b.example\n[2] A https://a.example\n[3] C'],
  ['numbers with a gap, which is the matter of another item', '[1] B\n[4] A'],
  ['alphabet', '- Arnold, 2020\n- berg, 2018\n- Çelik, 2019'],
  ['pinyin', '- 陈明，2019\n- 李华，2020\n- 张伟，2018'],
  ['years, newest first', '- Zhou, 2022\n- Berg, 2021\n- Okoro, 2018'],
  ['nothing, being one', '- Zhou, 2022']
])('passes one list sorted by %s', (_, entries) => {
  expect(on(`Text [1].\n\n## References\n\n${entries}\n`).label).toBe('yes');
});

test('passes a list in the order of its links in the text', () => {
  expect(
    on(
      'See [z](https://z.example), then [a](https://a.example).\n\n## Sources\n\n- Z https://z.example\n- A https://a.example\n'
    ).rationale
  ).toBe('There is one section of references, and its 2 entries are sorted by first citation.');
});

test('fails without a list', () => {
  expect(on('Text.')).toEqual({ label: 'no', rationale: 'The report has no list of references.', quotes: [] });
});

test('fails two sections and quotes their headings', () => {
  expect(
    on(
      '## Part A\n\nText [1].\n\n### Sources\n\n[1] https://a.example\n\n## Part B\n\nText [1].\n\n**Sources:**\n\n[1] https://b.example'
    )
  ).toEqual({
    label: 'no',
    rationale: 'The report has 2 sections of references where there should be one.',
    quotes: ['### Sources', '**Sources:**']
  });
});

test('fails a list that begins at [63] and loops back to [1], split by a second heading or not', () => {
  const tail = '[63] Sleep https://c.example  \n[64] Light https://d.example  \n';
  const head = '[1] Dusk https://a.example  \n[2] Dawn https://b.example  \n';
  expect(on(`Text [63].\n\n## References\n\n${tail}${head}`)).toMatchObject({
    label: 'no',
    rationale: 'The one section of references is not sorted by number: [1] follows [64].',
    quotes: ['[64] Light https://d.example', '[1] Dusk https://a.example']
  });
  expect(on(`Text [63].\n\n**References (continued)**\n${tail}\n**References**\n${head}`)).toMatchObject({
    label: 'no',
    quotes: ['**References (continued)**', '**References**']
  });
});

test('fails a list that counts anew under each topic', () => {
  expect(
    on(
      'Text [1].\n\n## References\n\n### Sea\n\n- [1] https://a.example\n- [2] https://b.example\n\n### Sky\n\n- [1] https://c.example'
    ).label
  ).toBe('no');
});

test('fails a section that names no source', () => {
  expect(on('## Findings\n\nText.\n\n## Sources\n\n- The list will follow.')).toMatchObject({
    label: 'no',
    quotes: ['## Sources', '- The list will follow.']
  });
});

test('abstains from an order it does not know', () => {
  expect(on('Text.\n\n## References\n\n- Moon, 2020\n- Arnold, 2022\n- Zhou, 2018\n').label).toBe('abstain');
});

test('abstains if the entries stand under no heading', () => {
  expect(on('Text [1].\n\n[1] A https://a.example\n[2] B https://b.example').label).toBe('abstain');
  expect(on('Text [^1].\n\n[^1]: A https://a.example').label).toBe('abstain');
});

test('abstains if only some entries are numbered', () => {
  expect(on('Text.\n\n## References\n\n[1] A https://a.example\n\n- B https://b.example').label).toBe('abstain');
});
