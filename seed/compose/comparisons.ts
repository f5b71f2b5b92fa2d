/** The points that each judge gives to two reports on one query, in each order in which they can be shown. */
import type { DimensionPoints } from '../../src/lib/scorer/verdict.ts';
import { pick } from './disagreement.ts';
import { luck, type ReportFacts } from './report-facts.ts';

interface JudgeComparison {
  qid: string;
  /** Systems. */
  A: string;
  B: string;
  points: { A: DimensionPoints; B: DimensionPoints };
  rationale: string;
}

interface Scales {
  /** Share of its points that are one too high or one too low. */
  slips: number;
  /** Added to all points: how generous it is. */
  generous: number;
  /** Share of the first text's points that get one more: whose turn comes first should not matter, and does. */
  first: number;
  words: readonly ((a: string, b: string, verdict: string) => string)[];
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const scales: Record<string, Scales> = {
  'scripted:ferrule': {
    slips: 0.3,
    generous: 0.3,
    first: 0.05,
    words: [
      (a, b, verdict) => `I liked how text A ${a}. Text B ${b}. ${upper(verdict)}.`,
      (a, b, verdict) => `Text A ${a}; a reader gets something out of that. Text B ${b}. ${upper(verdict)}.`
    ]
  },
  'scripted:gannet': {
    slips: 0.18,
    generous: -0.15,
    first: 0.02,
    words: [
      (a, b, verdict) => `Text A ${a}. Text B ${b}. Dimension by dimension, ${verdict}.`,
      (a, b, verdict) => `I set the passages side by side. Text A ${a}, whereas text B ${b}. In sum, ${verdict}.`
    ]
  },
  'scripted:sextant': {
    slips: 0.4,
    generous: 0,
    first: 0.28,
    words: [(a, b, verdict) => `A ${a}. B ${b}. ${upper(verdict)}.`]
  }
};

const dimensions = ['granularity', 'insight', 'critique', 'evidence', 'density'] as const;
const total = (points: DimensionPoints): number =>
  dimensions.reduce((sum, dimension) => sum + (points[dimension] ?? 0), 0);

const verdictOn = (difference: number): string => {
  if (Math.abs(difference) <= 1) return 'neither goes deeper than the other';
  const deeper = difference > 0 ? 'text A' : 'text B';
  return Math.abs(difference) > 5 ? `${deeper} goes much deeper` : `${deeper} goes somewhat deeper`;
};

export function comparisonsOf(judge: string, reports: readonly ReportFacts[]): JudgeComparison[] {
  const own = scales[judge];
  if (!own) throw new Error(`comparisonsOf requires scales for ${judge}`);
  const pointsOf = ({ system, qid, depth }: ReportFacts, other: string, shownFirst: boolean): DimensionPoints => {
    const given = dimensions.map((dimension) => {
      const key = `depth ${qid} ${system} ${dimension}`;
      // A judge's points for a text hardly depend on the text beside it.
      const slip = luck(judge, `${key} ${luck(judge, `${key} ${other}`) < 0.25 ? other : ''}`, 0.25);
      const slips = slip < own.slips / 2 ? -1 : slip > 1 - own.slips / 2 ? 1 : 0;
      const favour = shownFirst && luck(judge, `first ${key} ${other}`, 0) < own.first ? 1 : 0;
      const generous = luck(judge, `generous ${key}`, 0) < Math.abs(own.generous) ? Math.sign(own.generous) : 0;
      return [dimension, Math.max(0, Math.min(5, (depth.points[dimension] ?? 0) + slips + favour + generous))] as const;
    });
    return Object.fromEntries(given);
  };
  return reports.flatMap((first) =>
    reports
      .filter(({ qid, system }) => qid === first.qid && system !== first.system)
      .map((second) => {
        const points = { A: pointsOf(first, second.system, true), B: pointsOf(second, first.system, false) };
        const words = pick(own.words, `${judge} ${first.qid} ${first.system} ${second.system}`);
        const rationale = words(first.depth.does, second.depth.does, verdictOn(total(points.A) - total(points.B)));
        return { qid: first.qid, A: first.system, B: second.system, points, rationale };
      })
  );
}
