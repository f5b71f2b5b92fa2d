import { expect, it } from 'vitest';
import type { VerdictView } from '$lib/scorer/units/verdict-view.ts';
import { viewInWords } from './verdicts-in-words.ts';

const said = { judge: 'openai:a', repeat: 0, label: null, quotes: [], title: 'Yes', seat: 'yes' as const };
const view: VerdictView = {
  kind: 'items',
  units: [
    {
      ...{ item: 'k1', text: 'Coverage' },
      verdicts: [
        { ...said, state: 'judged', words: 'The judge abstained.' },
        { ...said, state: 'unscored', words: 'The judge abstained.' }
      ]
    }
  ]
};

it('labels and reasons are said in the language of the reader, what a judge wrote stays', () => {
  const { units } = viewInWords(view, 'zh-Hans', 'coverage') as Extract<VerdictView, { kind: 'items' }>;
  expect(units[0]!.text).toBe('Coverage');
  expect(units[0]!.verdicts.map(({ title, words }) => [title, words])).toEqual([
    ['是', 'The judge abstained.'],
    ['是', '评审弃权。']
  ]);
});

it('labels of a rubric are its author’s', () => {
  const { units } = viewInWords(view, 'zh-Hans', 'my-rubric') as Extract<VerdictView, { kind: 'items' }>;
  expect(units[0]!.verdicts[0]!.title).toBe('Yes');
});
