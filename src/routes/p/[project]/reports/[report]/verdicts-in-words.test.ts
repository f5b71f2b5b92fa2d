import { expect, it } from 'vitest';
import { unitNamed } from '$lib/scorer/suites/index.ts';
import type { FactInWords } from '$lib/scorer/units/facts-in-words.ts';
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
        { ...said, state: 'unscored', words: 'The judge abstained.' },
        { ...said, state: 'judged', words: '2 of 3 valid votes: correct. It opened in May.' }
      ]
    }
  ]
};

it('labels, reasons and rationales of code are said in the language of the reader, what a judge wrote stays', () => {
  const { units } = viewInWords(view, 'zh-Hans', 'coverage') as Extract<VerdictView, { kind: 'items' }>;
  expect(units[0]!.text).toBe('Coverage');
  expect(units[0]!.verdicts.map(({ title, words }) => [title, words])).toEqual([
    ['是', 'The judge abstained.'],
    ['是', '评审弃权。'],
    ['是', '3 张有效票中 2 张：属实。It opened in May.']
  ]);
});

it('labels of a rubric are its author’s', () => {
  const { units } = viewInWords(view, 'zh-Hans', 'my-rubric') as Extract<VerdictView, { kind: 'items' }>;
  expect(units[0]!.verdicts[0]!.title).toBe('Yes');
});

it('facts are said in the language of the reader, in their own words and in those of the report', () => {
  const facts = unitNamed('daily-claim').facts!({
    ...{ kind: 'daily-claim', subtask: null, fact: 'not read', place: null, from: 'table' },
    references: [{ url: 'https://page.example', outcome: null, check: null, quote: '' }],
    queries: []
  });
  const withFacts: VerdictView = {
    kind: 'items',
    units: [{ item: 'k1', text: 'A claim', verdicts: [{ ...said, state: 'judged', words: '', facts }] }]
  };
  const { units } = viewInWords(withFacts, 'zh-Hans', 'daily-factuality') as Extract<
    VerdictView<FactInWords>,
    { kind: 'items' }
  >;
  expect(units[0]!.verdicts[0]!.facts).toEqual([
    { term: '子任务', value: '无（备用）' },
    { term: '报告原文', value: 'not read' },
    { term: '出处', value: '表格' },
    { term: '为其引用', value: 'https://page.example（未读取）' }
  ]);
});

it('issues that code found are explained in the language of the reader, others in the words of their judge', () => {
  const issue = { id: 'issue-A1', label: 'A1', grounded: true, quotes: [] };
  const code = 'A statement gives “31%” without a citation in its sentence or after it in its paragraph.';
  const count = { ...said, state: 'judged' as const, words: '' };
  const issues: VerdictView = {
    kind: 'issues',
    judges: [{ count, issues: [code, 'It gives 31% twice.'].map((text) => ({ ...issue, text })) }]
  };
  const shown = viewInWords(issues, 'zh-Hans', 'citation-association') as Extract<VerdictView, { kind: 'issues' }>;
  expect(shown.judges[0]!.issues.map(({ text }) => text)).toEqual([
    '一条陈述给出 “31%”，而该句中及其后的段落中都没有引用。',
    'It gives 31% twice.'
  ]);
});
