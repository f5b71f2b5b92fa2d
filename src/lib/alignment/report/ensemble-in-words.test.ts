import { expect, it } from 'vitest';
import { ensembleRules } from '../ensembles/ensembles.ts';
import { ensembleInFewWordsIn, ensembleOfRunIn, ensembleTextIn, ruleIn } from './ensemble-in-words.ts';

const judges = ['a', 'b', 'c'].map((id) => ({ id, name: `scripted:${id}` }));

it('an ensemble is named in few words in the language of the reader', () => {
  const all = { judgeIds: ['a', 'b', 'c'], rule: 'majority' } as const;
  expect(ensembleInFewWordsIn('en', all, judges)).toBe('all three, majority');
  expect(ensembleInFewWordsIn('zh-Hans', all, judges)).toBe('全部 3 个评审（多数）');
  const two = { judgeIds: ['a', 'c'], rule: 'average' } as const;
  expect(ensembleInFewWordsIn('en', two, judges)).toBe('scripted:a + c, average');
  expect(ensembleInFewWordsIn('zh-Hans', two, judges)).toBe('scripted:a + c（平均）');
});

it('an ensemble that is kept in English words is named in the language of the reader, alone or with its run', () => {
  const kept = 'scripted:a + b, majority';
  expect([ensembleTextIn('zh-Hans', kept), ensembleTextIn('zh-Hans', 'rules')]).toEqual([
    'scripted:a + b（多数）',
    'rules'
  ]);
  expect(ensembleOfRunIn('zh-Hans', `${kept}, run 1204`, 1204)).toBe('scripted:a + b（多数），评分运行 1204');
  expect(ensembleOfRunIn('en', `${kept}, run 1204`, 1204)).toBe(`${kept}, run 1204`);
});

it('every rule of ensembles has a name', () => {
  const rules = ['binary', 'ordinal', 'nominal'] as const;
  for (const rule of rules.flatMap((level) => [1, 2, 3].flatMap((n) => ensembleRules(n, level)))) {
    expect(ruleIn('en', rule)).toBe(rule);
    expect(ruleIn('zh-Hans', rule), rule).toMatch(/^\p{Script=Han}+$/u);
  }
});
