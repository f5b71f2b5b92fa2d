import { describe, expect, it } from 'vitest';
import { madeItsOwn, madeInWords, selfJudgingNotes, selfJudgingOf, type JudgedMaterial } from './self-judging.ts';

const part = (qid: string, by: string | null, what = 'criteria', metric = 'm'): JudgedMaterial => ({ metric, qid, what, by }); // prettier-ignore
const judges = ['openai:gpt-6-sol;effort=low', 'openai:gpt-6-luna', 'gemini:gemini-4[extractor=openai:gpt-6-sol]'].map((spec) => ({ name: spec, spec })); // prettier-ignore

describe('a judge that made what it judges by', () => {
  const found = selfJudgingOf(judges, [], [
    ...[part('q1', 'openai:gpt-6-sol'), part('q2', null), part('q3', 'anthropic:claude-6')],
    ...[part('q1', 'openai:gpt-6-sol', 'key points', 'k'), part('q2', 'openai:gpt-6-sol', 'key points', 'k')]
  ]); // prettier-ignore

  it('is found by its model, whatever its settings, and also if the model only plays a role', () => {
    expect(found.map(({ judge }) => judge)).toEqual([judges[0]!.name, judges[2]!.name]);
    expect(found[0]!.made).toEqual([
      { metric: 'm', what: 'criteria', qids: ['q1'], of: 3 },
      { metric: 'k', what: 'key points', qids: ['q1', 'q2'], of: 2 }
    ]);
  });

  it('is told by metric and query, and in one sentence of every output', () => {
    const judge = judges[0]!.name;
    const asked = [['m', 'q1'], ['m', 'q2'], ['k', 'q2'], ['other', 'q1']].map(([metric, qid]) => madeItsOwn(found, { judge, metric: metric!, qid: qid! })); // prettier-ignore
    expect(asked).toEqual([true, false, true, false]);
    expect(madeItsOwn(found, { judge: judges[1]!.name, metric: 'm', qid: 'q1' })).toBe(false);
    expect(madeInWords(found[0]!)).toEqual(['criteria of 1 of 3 queries', 'key points of 2 of 2 queries']);
    expect(selfJudgingNotes(found)).toEqual([
      expect.stringContaining(`${judge} made criteria of 1 of 3 queries and key points of 2 of 2 queries by which it judges. gemini:`) // prettier-ignore
    ]);
  });

  it('is none if people made it, if it is not known, or if another model of the same maker did', () => {
    expect(selfJudgingOf(judges.slice(1, 2), [], [part('q1', null), part('q2', 'openai:gpt-6-sol')])).toEqual([]);
    expect(selfJudgingNotes([])).toEqual([]);
    expect(madeInWords({})).toEqual([]);
  });
});

describe('judges and systems whose makers are unknown', () => {
  const notes = (systems: number, names = ['imported:a', 'imported:b']) =>
    selfJudgingNotes(
      selfJudgingOf(
        names.map((name) => ({ name, spec: name })),
        Array.from({ length: systems }, (_, i) => ({ name: `s${i + 1}`, provider: null, family: null, backbone: null }))
      )
    );

  it('are one sentence if they are the same for several judges, and many systems are counted', () => {
    expect(notes(2)).toEqual([expect.stringMatching(/not recorded\. imported:a and imported:b judge s1 and s2\.$/)]);
    expect(notes(40)).toEqual([
      expect.stringMatching(/\. imported:a and imported:b judge s1, s2, s3, s4, s5 and 35 other systems\.$/)
    ]);
    expect(notes(6, ['imported:a'])[0]).toMatch(/imported:a judges s1, s2, s3, s4, s5 and s6\.$/);
  });
});
