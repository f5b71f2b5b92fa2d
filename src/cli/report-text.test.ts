import { expect, it } from 'vitest';
import { quickProcedure } from '../lib/alignment/procedure/procedure.fixture.ts';
import type { StudyProcedure } from '../lib/alignment/procedure/procedure.server.ts';
import { alignment } from '../lib/alignment/report/report.ts';
import type { StudyRatings } from '../lib/alignment/units/ratings.ts';
import { sampleRatings, sampleScores } from '../lib/alignment/units/sample-ratings.fixture.ts';
import { four } from '../lib/alignment/units/scales.fixture.ts';
import { alignmentText } from './report-text.ts';

const headOf = (ratings: StudyRatings): string => {
  const header = {
    ...{ project: 'Heat', study: { number: 1, name: 'First', metric: 'coverage' }, run: { number: 1 } },
    ...{ file: null, carriedOver: null, selfJudging: [] }
  } as unknown as StudyProcedure['header'];
  const text = alignmentText({
    header,
    report: alignment(ratings),
    procedure: quickProcedure(ratings)
  } as StudyProcedure);
  return text
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line.startsWith('candidate'))!;
};

it('has a column of AC only if candidates have one', () => {
  const items = Array.from({ length: 12 }, (_, i) => ({ id: `i${i}`, query: `q${i % 4}` }));
  const binary = items.map((item, i) => ({ ...item, people: i % 3 ? 'yy' : 'nn', judges: i % 4 ? 'yy' : 'ny' }));
  expect(headOf(sampleRatings(['G', 'H'], ['A', 'B'], binary))).toMatch(
    /^candidate +agreement +95% CI +n +κ +AC1 +n \(κ\)/
  );
  const steps = items.map((item, i) => ({
    ...item,
    people: [1 + (i % 4), 1 + (i % 4)],
    judges: [1 + (i % 4), 1 + ((i + (i % 5 === 0 ? 1 : 0)) % 4)]
  }));
  expect(headOf(sampleScores(four, ['G', 'H'], ['A', 'B'], steps))).toMatch(/^candidate +.*κ +95% CI +n\s*$/);
});
