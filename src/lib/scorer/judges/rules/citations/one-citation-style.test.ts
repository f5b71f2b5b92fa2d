import { expect, test } from 'vitest';
import { readStructure } from '../../../report/structure/structure.ts';
import { oneCitationStyle } from './one-citation-style.ts';

const on = (text: string) => oneCitationStyle(readStructure(text));
const list = '\n\n## Sources\n\n1. A https://a.example\n2. B https://b.example\n3. C https://c.example\n';

test.each([
  ['numbers, single, grouped or in ranges', `A [1]. B [1, 2]. C [1][2]. D [1–3].${list}`],
  ['footnotes', 'A [^1]. B [^2].\n\n[^1]: https://a.example\n[^2]: https://b.example'],
  ['author and year', 'A (Berg et al., 2020). B (Okoro & Sand, 2019).'],
  ['links only', 'A [says](https://a.example). B [says](https://b.example).'],
  ['bare URLs only', 'A (https://a.example). B (https://b.example).'],
  ['numbers beside names in the sentence', `Berg et al. (2020) found A [1]. Okoro et al. (2019) [2] agree.${list}`],
  [
    'a link with a number behind it, everywhere',
    `A ([x](https://a.example))[1]. B [y](https://b.example) [2]; C [z](https://c.example)[3].${list}`
  ]
])('passes %s', (_, text) => {
  expect(on(text).label).toBe('yes');
});

test('fails numbers mixed with author and year, and quotes both', () => {
  expect(on(`A rises [1].\n\nB falls (Berg et al., 2020).\n\nC stays [2].${list}`)).toEqual({
    label: 'no',
    rationale: 'The text cites in 2 styles: numbers in brackets (2), author and year (1).',
    quotes: ['A rises [1].', 'C stays [2].', 'B falls (Berg et al., 2020).']
  });
});

test.each([
  ['numbers and linked numbers', 'A [1]. B [2](https://b.example). C [3](https://c.example).'],
  ['square and lenticular brackets', '甲[1]。乙【2】。丙【3】。'],
  ['numbers and footnotes', `A [1]. B [^2]. C [^3].`]
])('fails %s', (_, text) => {
  expect(on(text + list).label).toBe('no');
});

test('fails links in words beside numbers, some of them together', () => {
  const finding = on(
    `- Rating: [Bureau](https://a.example) [1]\n- Source: [Herald](https://h.example)\n- Paper: [Courier](https://c.example)\n- Press: [Post](https://p.example)\n- Count [2]\n${list}`
  );
  expect(finding.label).toBe('no');
  expect(finding.rationale).toBe('The text mixes two styles of citation: 1 number alone, 3 links alone, 1 with both.');
  expect(finding.quotes).toContain('- Source: [Herald](https://h.example)');
});

test('abstains if one link stands among many numbers', () => {
  expect(on(`A [1]. B [2]. C [3]. Get it [here](https://app.example).${list}`).label).toBe('abstain');
});

test('abstains if URLs beside numbers may be content', () => {
  expect(on(`A [1]. The page is https://app.example.${list}`).label).toBe('abstain');
});

test('abstains if two styles occur once each', () => {
  expect(on(`A [1]. B (Berg et al., 2020).${list}`).label).toBe('abstain');
});

test('abstains if one slip stands among many', () => {
  expect(on(`${'A rises [1]. '.repeat(40)}B falls [Harbour report][2].${list}`).label).toBe('abstain');
});

test('abstains without citations', () => {
  expect(on('A.').label).toBe('abstain');
  expect(on(`A.${list}`).rationale).toBe('The text cites nothing, so there is no style to compare.');
});

test('takes links with targets defined under names for one style', () => {
  const text = 'Water rises in all ports [Tides][tides]. Wind falls [wind].';
  const targets = '\n\n[tides]: https://tides.example\n[wind]: https://wind.example\n';
  expect(on(text + targets)).toMatchObject({ label: 'yes' });
});
