import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  countEnsembles,
  ensembleName,
  ensembleScore,
  judgeEnsembles,
  ensembleRules,
  sameEnsemble
} from './ensembles.ts';
import { NO_CATEGORY } from '../units/metric.ts';
import type { JudgeAnswer } from '../units/ratings.ts';

describe('enumerating ensembles', () => {
  it('forms 16 of three judges: fewer judges first, then in the order given, then by rule', () => {
    expect(judgeEnsembles(['a', 'b', 'c']).map((e) => `${e.judgeIds.join('')} ${e.rule}`)).toEqual([
      'a single',
      'b single',
      'c single',
      'ab average',
      'ab any',
      'ab all',
      'ac average',
      'ac any',
      'ac all',
      'bc average',
      'bc any',
      'bc all',
      'abc average',
      'abc any',
      'abc all',
      'abc majority'
    ]);
  });

  it('covers each of the 2^J − 1 subsets', () => {
    for (let judges = 0; judges <= 6; judges++) {
      const ids = Array.from({ length: judges }, (_, i) => `j${i}`);
      const subsets = new Set(judgeEnsembles(ids).map((e) => e.judgeIds.join()));
      expect(subsets.size).toBe(2 ** judges - 1);
      expect(judgeEnsembles(ids)).toHaveLength(countEnsembles(judges));
    }
  });

  it('stops at the largest subset asked for', () => {
    expect(judgeEnsembles(['a', 'b', 'c', 'd'], 2)).toHaveLength(4 + 6 * 3);
    expect(countEnsembles(4, 2)).toBe(22);
  });

  it('gives a majority to odd numbers from three only', () => {
    expect(ensembleRules(0)).toEqual([]);
    expect(ensembleRules(1)).toEqual(['single']);
    expect(ensembleRules(2)).not.toContain('majority');
    expect(ensembleRules(3)).toContain('majority');
    expect(ensembleRules(4)).not.toContain('majority');
  });

  it('combines categories without order by the majority of odd numbers alone', () => {
    expect([1, 2, 3, 4, 5].map((judges) => ensembleRules(judges, 'nominal'))).toEqual([
      ['single'],
      [],
      ['majority'],
      [],
      ['majority']
    ]);
    expect(countEnsembles(3, 3, 'nominal')).toBe(4);
    expect(ensembleScore('majority', [2, 0, 2], 'nominal')).toBe(2);
    expect(ensembleScore('majority', [2, 0, 1], 'nominal')).toBe(NO_CATEGORY);
    expect(ensembleScore('majority', ['abstained', 3, 1], 'nominal')).toBe(NO_CATEGORY);
  });

  it('does not take a judge twice', () => {
    expect(() => judgeEnsembles(['a', 'a'])).toThrow('enumerateEnsembles requires judges that differ');
  });
});

describe('the score of an ensemble', () => {
  const yyn: JudgeAnswer[] = [1, 1, 0];

  it('follows its rule', () => {
    expect(ensembleScore('single', [0])).toBe(0);
    expect(ensembleScore('average', yyn)).toBe(2 / 3);
    expect(ensembleScore('any', [0, 1, 0])).toBe(1);
    expect(ensembleScore('all', yyn)).toBe(0);
    expect(ensembleScore('majority', yyn)).toBe(1);
    expect(ensembleScore('majority', [0, 1, 0])).toBe(0);
  });

  it('skips a judge that abstains, for this unit only', () => {
    expect(ensembleScore('average', [1, 'abstained', 0])).toBe(0.5);
    expect(ensembleScore('all', [1, 'abstained'])).toBe(1);
    expect(ensembleScore('any', [0, 'abstained'])).toBe(0);
    expect(ensembleScore('majority', [1, 'abstained', 0])).toBe(0.5);
  });

  it('is null if every judge abstains or one failed', () => {
    expect(ensembleScore('any', ['abstained', 'abstained'])).toBeNull();
    expect(ensembleScore('any', [1, 'unscored'])).toBeNull();
    expect(ensembleScore('average', [])).toBeNull();
  });

  it('does not depend on the order of the judges', () => {
    for (const rule of ensembleRules(3)) expect(ensembleScore(rule, [0, 1, 1])).toBe(ensembleScore(rule, yyn));
  });
});

describe('naming and comparing ensembles', () => {
  it('names the judges and the rule', () => {
    expect(ensembleName({ judgeIds: ['a'], rule: 'single' }, (id) => id.toUpperCase())).toBe('A');
    expect(ensembleName({ judgeIds: ['a', 'b'], rule: 'any' }, (id) => id.toUpperCase())).toBe('A + B, any');
  });

  it('takes two for the same whatever the order of their judges', () => {
    expect(sameEnsemble({ judgeIds: ['a', 'b'], rule: 'any' }, { judgeIds: ['b', 'a'], rule: 'any' })).toBe(true);
    expect(sameEnsemble({ judgeIds: ['a', 'b'], rule: 'any' }, { judgeIds: ['a', 'b'], rule: 'all' })).toBe(false);
    expect(sameEnsemble({ judgeIds: ['a', 'b'], rule: 'any' }, { judgeIds: ['a'], rule: 'any' })).toBe(false);
  });
});

const golden = join(process.env.VOIRDIRE_SHARED ?? join(process.cwd(), '../shared'), 'data/golden.json');
if (!existsSync(golden)) console.log(`Skipping reference values of ensembles: ${golden} is not there.`);

describe.skipIf(!existsSync(golden))('reference values of ensembles', () => {
  interface Case {
    fn: string;
    args: { human: number[]; judges: Record<string, number[]> };
    expect: { candidates: { judges: string[]; rule: string; agreement: number }[] };
  }
  const cases = (): Case[] => {
    const file = JSON.parse(readFileSync(golden, 'utf8')) as Case[] | { cases: Case[] };
    return (Array.isArray(file) ? file : file.cases).filter(({ fn }) => fn === 'enumerateEnsembles');
  };

  it('gives the candidates in their order with their agreement', () => {
    expect(cases().length).toBeGreaterThan(0);
    for (const { args, expect: expected } of cases()) {
      const found = judgeEnsembles(Object.keys(args.judges)).map(({ judgeIds, rule }) => {
        const closeness = args.human.map((label, i) => {
          const answers = judgeIds.map((id): JudgeAnswer => args.judges[id]![i]!);
          return 1 - Math.abs(ensembleScore(rule, answers)! - label);
        });
        return { judges: judgeIds, rule, agreement: closeness.reduce((sum, x) => sum + x, 0) / closeness.length };
      });
      expect(found.map(({ judges, rule }) => ({ judges, rule }))).toEqual(
        expected.candidates.map(({ judges, rule }) => ({ judges, rule }))
      );
      for (const [i, { agreement }] of found.entries())
        expect(agreement).toBeCloseTo(expected.candidates[i]!.agreement, 12);
    }
  });
});
