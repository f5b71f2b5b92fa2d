import type { EnsembleCost } from '../../../alignment/succession/candidate-cost.ts';
import type { BothBoards } from '../../../alignment/succession/bridge.ts';
import type { StoredSuccession } from '../../../alignment/succession/succession-decisions.server.ts';
import type { SuccessionDetail } from '../../../alignment/succession/succession-detail.server.ts';
import type { Succession, SuccessionCandidate } from '../../../alignment/succession/succession.server.ts';
import type { Metric } from '../../../scorer/metric.ts';
import { writeTableCsv, type CsvColumn } from '../../format/table-csv.ts';

/** A comparison of successors with the candidate that is shown and the decisions on record, newest first. */
export interface SuccessionRecord {
  found: Succession;
  chosen: SuccessionCandidate | null;
  detail: SuccessionDetail | null;
  decisions: readonly StoredSuccession[];
  scale: Metric['scale'];
}

type Range = readonly [number, number] | null;

const costs = (cost: EnsembleCost) => ({
  ...{ total: cost.total, perReport: cost.perReport, perThousandItems: cost.perThousandItems },
  ...{ unknown: cost.unknown, calls: cost.calls, reused: cost.reused, reports: cost.reports, items: cost.items }
});

/** The newest decision on a candidate. */
const decisionOn = ({ run, ensemble }: SuccessionCandidate, decisions: readonly StoredSuccession[]) =>
  decisions.find(
    ({ runId, rule, judges }) =>
      runId === run.id && rule === ensemble.rule && [...judges].sort().join() === [...ensemble.judgeIds].sort().join()
  ) ?? null;

interface CandidateRow {
  role: 'adopted' | 'candidate';
  name: string;
  run: number;
  agreement: number | null;
  figures: SuccessionCandidate | null;
  cost: EnsembleCost;
  decision: StoredSuccession | null;
}

/** One row for the adopted judges and one per candidate; shares of 1 and US dollars. What is unknown is empty. */
export function successionCsv({ found, decisions }: SuccessionRecord): string {
  const columns: readonly CsvColumn<CandidateRow>[] = [
    { header: 'metric', value: () => found.adoption.metric },
    { header: 'role', value: ({ role }) => role },
    { header: 'judges', value: ({ name }) => name },
    { header: 'run', value: ({ run }) => run },
    { header: 'agreement', value: ({ agreement }) => agreement },
    { header: 'difference', value: ({ figures }) => figures?.difference?.value ?? null },
    { header: 'difference_low', value: ({ figures }) => figures?.difference?.interval?.[0] ?? null },
    { header: 'difference_high', value: ({ figures }) => figures?.difference?.interval?.[1] ?? null },
    { header: 'confidence', value: ({ figures }) => figures && found.confidence },
    { header: 'margin', value: ({ figures }) => figures && found.margin },
    { header: 'margin_preregistered', value: ({ figures }) => figures && found.preregistered },
    { header: 'result', value: ({ figures }) => figures?.result ?? null },
    { header: 'worse', value: ({ figures }) => figures?.worse ?? null },
    { header: 'better', value: ({ figures }) => figures?.better ?? null },
    { header: 'items', value: ({ figures }) => figures?.n ?? null },
    { header: 'queries', value: ({ figures }) => figures?.queries ?? null },
    { header: 'cost_usd', value: ({ cost }) => cost.total },
    { header: 'cost_usd_per_report', value: ({ cost }) => cost.perReport },
    { header: 'cost_usd_per_1000_items', value: ({ cost }) => cost.perThousandItems },
    { header: 'cost_unknown', value: ({ cost }) => cost.unknown },
    { header: 'calls', value: ({ cost }) => cost.calls },
    { header: 'replies_reused', value: ({ cost }) => cost.reused },
    { header: 'reports_judged', value: ({ cost }) => cost.reports },
    { header: 'items_judged', value: ({ cost }) => cost.items },
    { header: 'decision', value: ({ decision }) => decision?.decision ?? null },
    { header: 'decided_at', value: ({ decision }) => decision && new Date(decision.decidedAt).toISOString() },
    { header: 'decided_by', value: ({ decision }) => decision?.decidedByName ?? null },
    { header: 'reason', value: ({ decision }) => decision?.reason ?? null }
  ];
  return writeTableCsv(columns, [
    {
      ...{ role: 'adopted', name: found.name, run: found.run.number, cost: found.cost, figures: null, decision: null },
      agreement: found.candidates[0]?.adopted ?? null
    },
    ...found.candidates.map((one): CandidateRow => ({
      ...{ role: 'candidate', name: one.name, run: one.run.number, agreement: one.candidate, figures: one },
      ...{ cost: one.cost, decision: decisionOn(one, decisions) }
    }))
  ]);
}

interface BoardRow {
  scores: string;
  side: 'adopted' | 'candidate';
  system: string;
  from: number;
  to: number;
  top: boolean;
  value: number;
  interval: Range;
}

/** Both leaderboards, a row per system and side, as judged and corrected, on the metric's scale; with the change as judged. */
export function leaderboardsCsv({ found, chosen, detail, scale }: SuccessionRecord): string {
  const { score, change } = onScale(scale);
  const changes = new Map(detail?.bridge.systems.map((one) => [one.system, one]));
  const changeOf = ({ scores, side, system }: BoardRow) =>
    scores === 'as judged' && side === 'candidate' ? (changes.get(system) ?? null) : null;
  const columns: readonly CsvColumn<BoardRow>[] = [
    { header: 'metric', value: () => found.adoption.metric },
    { header: 'scores', value: ({ scores }) => scores },
    { header: 'judges', value: ({ side }) => (side === 'adopted' ? found.name : (chosen?.name ?? null)) },
    { header: 'role', value: ({ side }) => side },
    { header: 'system', value: ({ system }) => system },
    { header: 'rank_first', value: ({ from }) => from },
    { header: 'rank_last', value: ({ to }) => to },
    { header: 'among_best', value: ({ top }) => top },
    { header: 'score', value: ({ value }) => score(value) },
    { header: 'score_low', value: ({ interval }) => interval && score(interval[0]) },
    { header: 'score_high', value: ({ interval }) => interval && score(interval[1]) },
    { header: 'change', value: (row) => change(changeOf(row)?.change ?? null) },
    { header: 'change_low', value: (row) => change(changeOf(row)?.interval?.[0] ?? null) },
    { header: 'change_high', value: (row) => change(changeOf(row)?.interval?.[1] ?? null) },
    { header: 'reports', value: (row) => changeOf(row)?.n ?? null }
  ];
  const rowsOf = (scores: string, boards: BothBoards): BoardRow[] =>
    (['adopted', 'candidate'] as const).flatMap((side) => boards[side].rows.map((row) => ({ ...row, scores, side })));
  return writeTableCsv(columns, [
    ...(detail?.corrected ? rowsOf(`corrected by labels (${detail.corrected.by})`, detail.corrected) : []),
    ...(detail ? rowsOf('as judged', detail.bridge) : [])
  ]);
}

/** The whole comparison: candidates, bridge, both leaderboards and decisions. Scores on the metric's scale, agreement in shares. */
export function successionJson({ found, chosen, detail, decisions, scale }: SuccessionRecord): string {
  const { score, change, range } = onScale(scale);
  const boardsOf = ({ adopted, candidate, pairs, turned }: BothBoards) => {
    const rowsOf = (board: BothBoards['adopted']) =>
      board.rows.map(({ system, from, to, top, value, interval }) => ({
        ...{ system, ranks: [from, to], amongBest: top, score: score(value) },
        interval: interval && [score(interval[0]), score(interval[1])]
      }));
    return { adopted: rowsOf(adopted), candidate: rowsOf(candidate), pairs, turned };
  };
  const changeOf = (one: { n: number; adopted: number; candidate: number; change: number; interval: Range }) => ({
    ...{ reports: one.n, adopted: score(one.adopted), candidate: score(one.candidate), change: change(one.change) },
    interval: range(one.interval)
  });
  const { adoption, study, run, name, cost, margin, preregistered, confidence, candidates } = found;
  return `${JSON.stringify(
    {
      ...{ format: 'voirdire-succession', formatVersion: 1, metric: adoption.metric },
      ...{ scale: { min: scale.min, max: scale.max }, study: { number: study.number, name: study.name } },
      adopted: {
        ...{ judges: name, run: run.number, decidedAt: new Date(adoption.decidedAt).toISOString() },
        ...{ reopened: adoption.validity.changed, agreement: candidates[0]?.adopted ?? null, cost: costs(cost) }
      },
      ...{ margin, preregistered, confidence },
      candidates: candidates.map((one) => ({
        ...{ judges: one.name, run: one.run.number, rule: one.ensemble.rule, same: one.same, result: one.result },
        ...{ agreement: one.candidate, difference: one.difference, worse: one.worse, better: one.better },
        ...{ items: one.n, queries: one.queries, labels: one.fit, cost: costs(one.cost) }
      })),
      shown: chosen?.name ?? null,
      bridge: detail && {
        combined: detail.combined,
        all: detail.bridge.all && changeOf(detail.bridge.all),
        systems: detail.bridge.systems.map((one) => ({ system: one.system, ...changeOf(one) }))
      },
      leaderboards: detail && {
        asJudged: boardsOf(detail.bridge),
        corrected: detail.corrected && { by: detail.corrected.by, ...boardsOf(detail.corrected) },
        whyUncorrected: detail.whyUncorrected
      },
      judges: detail?.judges ?? null,
      decisions: decisions.map(({ decision, runId, rule, result, margin: by, reason, decidedByName, decidedAt }) => ({
        ...{ decision, run: candidates.find((one) => one.run.id === runId)?.run.number ?? null, rule, result },
        ...{ margin: by, reason, by: decidedByName, at: new Date(decidedAt).toISOString() }
      }))
    },
    null,
    2
  )}\n`;
}

function onScale({ min, max }: Metric['scale']) {
  const change = <Share extends number | null>(share: Share) => (share === null ? null : share * (max - min)) as Share;
  return {
    score: (share: number): number => min + share * (max - min),
    change,
    range: (interval: Range): Range => interval && [change(interval[0]), change(interval[1])]
  };
}

/** Every file of a comparison of successors, by the end of its name. */
export const successionFiles: Readonly<Record<string, { type: string; write: (of: SuccessionRecord) => string }>> = {
  csv: { type: 'text/csv; charset=utf-8', write: successionCsv },
  'leaderboards.csv': { type: 'text/csv; charset=utf-8', write: leaderboardsCsv },
  json: { type: 'application/json', write: successionJson }
};
