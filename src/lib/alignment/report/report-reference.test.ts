import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alignment, type AlignmentReport } from './report.ts';
import { sampleRatings } from '../units/sample-ratings.fixture.ts';
import { candidate } from './report.fixture.ts';

const golden = join(process.env.VOIRDIRE_SHARED ?? join(process.cwd(), '../shared'), 'data/golden.json');
if (!existsSync(golden)) console.log(`Skipping reference values of agreement: ${golden} is not there.`);

describe.skipIf(!existsSync(golden))('reference values of agreement', () => {
  interface Case {
    id: string;
    fn: string;
    args: { human: number[]; judges: Record<string, number[]>; cluster?: number[] };
    expect: Record<string, unknown>;
  }
  const cases = (fn: string): Case[] => {
    const file = JSON.parse(readFileSync(golden, 'utf8')) as Case[] | { cases: Case[] };
    return (Array.isArray(file) ? file : file.cases).filter((one) => one.fn === fn);
  };
  const reportOf = ({ args }: Case): AlignmentReport => {
    const names = Object.keys(args.judges);
    const mark = (label: number): string => (label === 1 ? 'y' : 'n');
    const items = args.human.map((label, i) => ({
      id: `i${i}`,
      query: `q${args.cluster?.[i] ?? i}`,
      people: mark(label),
      judges: names.map((name) => mark(args.judges[name]![i]!)).join('')
    }));
    return alignment(sampleRatings(['H'], names, items), { resamples: 1 });
  };

  it('are met by pairs, the agreement of all, and either of two', () => {
    const [one] = cases('seed000Agreement');
    const found = reportOf(one!);
    const expected = one!.expect as Record<string, number> & { pairwise: Record<string, number> };
    expect(found.allJudgesAgree.value).toBeCloseTo(expected.allJudgesAgree!, 10);
    for (const [names, value] of Object.entries(expected.pairwise)) {
      const pair = found.judgePairs.find(
        ({ a, b }) => names.split('-').sort().join() === [a.name, b.name].sort().join()
      );
      expect(pair!.equal.value, names).toBeCloseTo(value, 10);
    }
    const either = found.either.find(({ a, b }) => [a.name, b.name].sort().join() === 'gem,gpt')!;
    expect(either.either.value).toBeCloseTo(expected.eitherAgreement!, 10);
    expect(either.bothWrong.value).toBeCloseTo(expected.bothWrongRate!, 10);
    expect(either.consensus.value).toBeCloseTo(expected.agreementOnConsensusOfPair!, 10);
    expect(found.allJudgesAgree.value! * found.allJudgesAgree.n).toBeCloseTo(expected.agreementSetSize!, 10);
    expect(candidate(found, 'gem + gpt, average').agreement.value).toBeCloseTo(expected.meanScoreAgreement!, 10);
  });

  it('are met by the agreement of every candidate with nested items', () => {
    for (const one of [...cases('enumerateEnsembles'), ...cases('selectEnsemble')]) {
      const found = reportOf(one);
      const expected = one.expect.candidates as { judges: string[]; rule: string; agreement: number }[];
      expect(found.candidates).toHaveLength(expected.length);
      for (const { judges, rule, agreement } of expected) {
        const ids = judges.map((name) => `id-${name}`).sort();
        const same = found.candidates.find((c) => c.rule === rule && [...c.judgeIds].sort().join() === ids.join());
        expect(same!.agreement.value, `${one.id} ${judges.join(' + ')} ${rule}`).toBeCloseTo(agreement, 10);
      }
    }
  });
});
