import { expect, test } from 'vitest';
import { readStructure } from '../../../report/structure/structure.ts';
import { numberingUnbroken } from './numbering-unbroken.ts';

const on = (text: string) => numberingUnbroken(readStructure(text));
const listing = (entries: string) => on(`Water rises [1].\n\n## References\n\n${entries}\n`);

test('passes numbers from 1 without gap or duplicate, in whatever order they stand', () => {
  expect(listing('[1] A https://a.example\n[2] B https://b.example').rationale).toBe(
    'The list runs from [1] to [2] without a gap, each number for one source and each source under one number.'
  );
  expect(listing('[2] B https://b.example\n[1] A https://a.example').label).toBe('yes');
});

test('passes if nothing is numbered', () => {
  expect(on('Water rises.')).toEqual({
    label: 'yes',
    rationale: 'The citations are not numbered, which passes.',
    quotes: []
  });
  expect(on('Water rises (Berg et al., 2020).\n\n## References\n\n- Berg, 2020').label).toBe('yes');
});

test('fails a number that is skipped and quotes its neighbours', () => {
  expect(listing('[1] A\n[2] B\n[4] D')).toEqual({
    label: 'no',
    rationale: 'In the numbering the list skips [3].',
    quotes: ['[2] B', '[4] D']
  });
});

test('fails numbers that the citations skip past the end of the list', () => {
  expect(on('Water rises [1], wind helps [3].\n\n## References\n\n[1] A')).toMatchObject({
    label: 'no',
    rationale: 'In the numbering the citations go on past the end of the list and skip [2].',
    quotes: ['Water rises [1], wind helps [3].']
  });
  expect(on('Water rises [1] by [300] mm.\n\n## References\n\n[1] A').label).toBe('yes');
});

test('fails a list that begins at [63]', () => {
  expect(listing('[63] A https://a.example\n[64] B https://b.example').rationale).toMatch(
    /^In the numbering the list skips \[1\], .* and 54 more\.$/
  );
});

test('fails numbers reused for other sources, across several lists too', () => {
  expect(
    on(
      'Water rises [1].\n\n### Sources\n\n[1] https://a.example\n[2] https://b.example\n\n## Wind\n\nWaves [1].\n\n### Sources\n\n[1] https://c.example'
    )
  ).toMatchObject({
    label: 'no',
    rationale: 'In the numbering [1] stands for different sources.',
    quotes: ['[1] https://a.example', '[1] https://c.example']
  });
});

test('fails one source under two numbers, trackers aside', () => {
  expect(
    listing('[1] A https://a.example/x\n[2] B https://b.example\n[3] A again http://www.a.example/x/?utm_source=chat')
  ).toMatchObject({
    label: 'no',
    rationale: 'In the numbering 1 source has more than one number ([1] = [3]).'
  });
});

test('takes different pages of one site for different sources', () => {
  expect(
    listing('[1] A https://a.example/x?id=1\n[2] A https://a.example/x?id=2\n[3] A https://a.example/x#part').label
  ).toBe('yes');
});

test('takes the same entry twice for no second source', () => {
  expect(listing('[1] A https://a.example\n[1] A https://a.example').label).toBe('yes');
});

test('does not hold Markdown’s own numbering against a list', () => {
  expect(listing('1. A, 2020\n1. B, 2021\n1. C, 2022').label).toBe('yes');
});

test('without a list judges what the text shows', () => {
  expect(on('A [23]. B [25].').label).toBe('no');
  expect(on('A [1](https://a.example). B [1](https://b.example).').rationale).toBe(
    'There is no numbered list, and [1] links to different sources.'
  );
  expect(on('A [1]. B [2].').label).toBe('abstain');
});
