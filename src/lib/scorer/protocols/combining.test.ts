import { describe, expect, it } from 'vitest';
import type { Score } from '../score.ts';
import type { Verdict } from '../verdict.ts';
import { meanOfJudges } from './combining.ts';

type Given = Partial<Omit<Score, 'figures'>> & { figures: Score['figures'] };

/** The score of a report whose judges gave these scores of their own. */
const together = (given: readonly Given[], rule: 'all-judges' | 'answered' = 'all-judges') =>
  meanOfJudges(
    given.map((_, at) => ({ judge: `judge ${at}`, repeats: [[{ item: String(at) } as Verdict]] })),
    ([verdict]) => ({
      ...{ value: null, reason: 'none', n: 1, abstained: 0, unscored: 0 },
      ...given[Number(verdict!.item)]!
    }),
    rule
  );

const precise = { value: 50, figures: { recall: 10, references: 8 } };

describe('figures of a report under several judges', () => {
  it('count a judge that found nothing to score: recall is 5 if one found 10 and the other no reference', () => {
    const empty = { value: null, figures: { recall: 0, references: 0 } };
    for (const judges of [
      [precise, empty],
      [empty, precise]
    ])
      for (const rule of ['all-judges', 'answered'] as const)
        expect(together(judges, rule)).toMatchObject({ value: 50, judges: 1, figures: { recall: 5, references: 4 } });
  });

  it('leave out a judge that abstained', () => {
    const abstained = { value: null, abstained: 3, figures: { recall: 0, references: 0 } };
    expect(together([precise, abstained])).toMatchObject({ value: 50, figures: { recall: 10, references: 8 } });
    expect(together([abstained, abstained])).toMatchObject({ value: null, figures: { recall: 0 } });
  });

  it('are unknown where a judge failed, in part or altogether, unless the judges that answered count', () => {
    const partly = { value: 30, unscored: 1, figures: { recall: null, references: 6 } };
    const failed = { value: null, unscored: 9, figures: { recall: null, references: null } };
    expect(together([precise, partly])).toMatchObject({ value: 40, figures: { recall: null, references: 7 } });
    expect(together([precise, failed])).toMatchObject({ value: null, figures: { recall: null, references: null } });
    expect(together([precise, partly], 'answered')).toMatchObject({
      value: 40,
      figures: { recall: 10, references: 7 }
    });
    expect(together([precise, failed], 'answered')).toMatchObject({
      ...{ value: 50, judges: 1 },
      figures: { recall: 10, references: 8 }
    });
  });
});
