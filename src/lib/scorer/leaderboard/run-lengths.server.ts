import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import type { Metric } from '../metric.ts';
import { lengthsOf } from '../report/lengths/report-lengths.server.ts';
import { tokensOf } from '../report/lengths/report-tokens.server.ts';
import { TOKENIZER } from '../report/lengths/tokenizer.server.ts';
import { reportScores } from '../runs/run-scores.server.ts';
import type { Run } from '../runs/runs.server.ts';
import { lengthAndScore, type LengthAndScore, lengthsBySystem, type LengthRow } from './index.ts';
import { rowOf } from './leaderboard.server.ts';

interface RunLengths {
  /** The reports that are counted in words; those not yet counted in tokens have none. */
  rows: LengthRow[];
  /** Reports that the run judges. */
  reports: number;
  /** Reports counted both in words and in tokens. */
  counted: number;
}

/** Lengths of the reports that a run judges. @param wanted `some`: what is counted by now, and the rest is counted behind */
export async function lengthsInRun(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  run: Run,
  wanted: 'some' | 'all'
): Promise<RunLengths> {
  const tokens = await tokensOf(db, grant, run, wanted);
  const lengths = lengthsOf(db, grant, run, wanted);
  const reports = new Map(reportScores(db, grant, run).map((score) => [score.reportId, score]));
  const rows = [...reports.values()].flatMap((score): LengthRow[] => {
    const length = lengths.get(score.reportId);
    return length ? [{ ...score, length, tokens: tokens.get(score.reportId) ?? null }] : [];
  });
  return { rows, reports: reports.size, counted: rows.filter((row) => row.tokens).length };
}

/** More points than this hide one another, and weigh more than the rest of the page. */
const MOST_POINTS = 500;

/** Of very many points each so-and-so-manieth is drawn; `n` and the figures rest on all of them. */
const thinned = (figure: LengthAndScore): LengthAndScore & { n: number } => {
  const step = Math.ceil(figure.points.length / MOST_POINTS);
  return { ...figure, n: figure.points.length, points: figure.points.filter((_, at) => at % step === 0) };
};

/**
 * Lengths of a run's reports by system, in words and tokens, and in words without addresses and references against the score
 * under one metric. Reports that are not counted yet are left out of everything but `reports`.
 */
export async function lengthFigures(db: Db, grant: ProjectGrant<'read-results'>, run: Run, metric: Metric | undefined) {
  const { rows, reports, counted } = await lengthsInRun(db, grant, run, 'some');
  const scores = reportScores(db, grant, run).filter((score) => score.metric === metric?.name);
  return {
    ...{ tokenizer: TOKENIZER, reports, counted, bySystem: lengthsBySystem(rows) },
    against: metric && {
      ...{ name: metric.name, title: metric.title, scale: metric.scale },
      ...thinned(lengthAndScore(rows, scores.map(rowOf), { of: 'bare', unit: 'words' }))
    }
  };
}
