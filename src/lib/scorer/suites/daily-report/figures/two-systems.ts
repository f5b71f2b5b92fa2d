import type { Interval } from '../../../../stats/index.ts';
import { type FigureCell, figureCell, type FigureTable } from '../../../figure-table.ts';
import type { Summand } from '../../../leaderboard/index.ts';
import type { FigureSource, FigureVerdict } from '../../../suite.ts';
import { dimensions, dimensionTitles } from '../material.ts';
import { fractionValue } from '../scores/fraction.ts';
import { type JudgedSubtask, subtaskOfDetail, subtaskOutcome } from '../scores/subtask-outcome.ts';
import {
  differenceCell,
  dimensionRatios,
  INTERVAL,
  metricOfSubtasks,
  type JudgedReport,
  judgedReports,
  ratioCell,
  summands
} from './judged-reports.ts';
import { partReasons } from './one-report.ts';

type Side = 'a' | 'b';
const sides = ['a', 'b'] as const;

/** A subtask of a task as both systems' reports were judged on it: one entry for each judge and repeat. */
interface PairedSubtask {
  qid: string;
  key: string;
  /** Its words; null if the verdicts do not give them. */
  text: string | null;
  said: Record<Side, JudgedSubtask[]>;
  reportId: Record<Side, string>;
}

/**
 * Two systems subtask by subtask: their figures with paired differences by task, and every subtask that both were judged on, the
 * largest difference of outcomes first.
 */
export function compareTwoSystems(source: FigureSource, a: string, b: string): FigureTable[] {
  const metric = metricOfSubtasks(source.metrics);
  if (!metric) return [];
  const pairs = pairedSubtasks(source.verdicts(metric.name, { kind: 'daily-subtask', systems: [a, b] }), a, b);
  if (pairs.length === 0) return [];
  const passages = passagesIn(source, metric.name, [a, b]);
  return [summaryTable(judgedReports(source), pairs, a, b), subtaskRows(pairs, passages, { a, b })];
}

function pairedSubtasks(verdicts: Iterable<FigureVerdict>, a: string, b: string): PairedSubtask[] {
  const found = new Map<string, Omit<PairedSubtask, 'reportId'> & { reportId: Partial<Record<Side, string>> }>();
  for (const { system, qid, reportId, text, verdict } of verdicts) {
    if (verdict.detail?.kind !== 'daily-subtask' || (system !== a && system !== b)) continue;
    const subtask = subtaskOfDetail(verdict.detail);
    const name = JSON.stringify([qid, subtask.key]);
    const one = found.get(name) ?? { qid, key: subtask.key, text, said: { a: [], b: [] }, reportId: {} };
    found.set(name, one);
    const side = system === a ? 'a' : 'b';
    one.said[side].push(subtask);
    one.reportId[side] = reportId;
  }
  return [...found.values()].flatMap(({ reportId, ...one }) =>
    reportId.a === undefined || reportId.b === undefined ? [] : [{ ...one, reportId: { a: reportId.a, b: reportId.b } }]
  );
}

/**
 * Blocks of reports in which subtasks are answered, by report and subtask: where a judge of instruction following quotes the report, or,
 * without that metric, its first paragraph or claim.
 */
function passagesIn(source: FigureSource, metric: string, systems: readonly string[]): Map<string, number> {
  const instruction = source.metrics.find(({ protocol }) => protocol.unit.kind === 'daily-instruction')?.name;
  const kinds = instruction === undefined ? ['daily-paragraph', 'daily-claim'] : ['daily-instruction'];
  const blocks = new Map<string, number>();
  for (const kind of kinds)
    for (const { reportId, verdict } of source.verdicts(instruction ?? metric, { kind, systems })) {
      const found = passageOf(verdict);
      const name = JSON.stringify([reportId, found?.subtask]);
      if (found && !blocks.has(name)) blocks.set(name, found.block);
    }
  return blocks;
}

function passageOf({ detail, evidence }: FigureVerdict['verdict']): { subtask: string; block: number } | null {
  if (detail?.kind === 'daily-instruction') {
    const place = evidence.find((one) => one.place)?.place;
    return place ? { subtask: detail.subtask, block: place.block } : null;
  }
  if (detail?.kind !== 'daily-paragraph' && detail?.kind !== 'daily-claim') return null;
  const { subtask, place } = detail;
  return subtask !== null && place ? { subtask, block: place.block } : null;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean over judges and repeats; null as soon as one of them has no value, with the reason of the first. */
function together(said: readonly JudgedSubtask[], read: (one: JudgedSubtask) => number | string): number | string {
  const all = said.map(read);
  const reason = all.find((one) => typeof one === 'string');
  return reason ?? mean(all as number[]);
}

const partValue =
  (dimension: (typeof dimensions)[number]) =>
  ({ parts }: JudgedSubtask): number | string => {
    const part = parts[dimension];
    return part.state === 'scored' ? fractionValue(part.score) : partReasons[part.state];
  };

const outcomeValue = ({ parts }: JudgedSubtask): number | string => {
  const outcome = subtaskOutcome(parts);
  return outcome ? fractionValue(outcome) : partReasons.unscored;
};

/** a − b of the outcomes; null if one side has none. */
const outcomeDifference = ({ said }: PairedSubtask): number | null => {
  const [a, b] = [together(said.a, outcomeValue), together(said.b, outcomeValue)];
  return typeof a === 'number' && typeof b === 'number' ? a - b : null;
};

function subtaskRows(
  pairs: readonly PairedSubtask[],
  passages: ReadonlyMap<string, number>,
  names: Record<Side, string>
): FigureTable {
  const size = (one: PairedSubtask): number => {
    const difference = outcomeDifference(one);
    return difference === null ? -1 : Math.abs(difference);
  };
  const measures = [
    ...dimensions.map((one) => ({ name: one, title: dimensionTitles[one], read: partValue(one) })),
    { name: 'o', title: 'Outcome', read: outcomeValue }
  ];
  return {
    name: 'daily-report-two-systems',
    title: `${names.a} and ${names.b}, subtask by subtask`,
    range: 'no interval is computed',
    counted: 'judgments, one for each judge and repeat',
    rowsAre: 'Subtask',
    columns: [
      ...measures.flatMap(({ name, title }) =>
        sides.map((side) => ({ name: `${name} ${side}`, title: `${title}, ${names[side]}`, decimals: 2 }))
      ),
      { name: 'difference', title: 'Difference of outcomes', decimals: 2 }
    ],
    rows: [...pairs]
      .sort((x, y) => size(y) - size(x))
      .map((one) => ({
        ...{ group: null, system: `${one.qid} · ${one.key}${one.text ? `: ${one.text}` : ''}` },
        cells: [
          ...measures.flatMap(({ read }) =>
            sides.map((side): FigureCell => {
              const found = together(one.said[side], read);
              const report = one.reportId[side];
              const block = passages.get(JSON.stringify([report, one.key])) ?? null;
              const estimate =
                typeof found === 'number' ? { value: found, reason: null } : { value: null, reason: found };
              return {
                ...figureCell({ ...estimate, interval: null }, typeof found === 'number' ? one.said[side].length : 0),
                at: { report, block }
              };
            })
          ),
          differenceOfOutcomes(outcomeDifference(one))
        ]
      })),
    notes: [
      'Largest difference of outcomes first; subtasks without an outcome on one side last. A number leads to the report, at the passage that follows the instruction where a judge quotes one.'
    ]
  };
}

const differenceOfOutcomes = (value: number | null): FigureCell =>
  figureCell(
    { value, reason: value === null ? 'One side has no outcome.' : null, interval: null },
    value === null ? 0 : 1
  );

function summaryTable(
  reports: readonly JudgedReport[],
  pairs: readonly PairedSubtask[],
  a: string,
  b: string
): FigureTable {
  const common = new Set(pairs.map(({ qid }) => qid));
  const of = (system: string): JudgedReport[] => reports.filter((one) => one.system === system && common.has(one.qid));
  const both = <T extends { qid: string }>(own: readonly T[], other: readonly T[]): T[] => {
    const qids = new Set(other.map(({ qid }) => qid));
    return own.filter(({ qid }) => qids.has(qid));
  };
  const rated = (system: string): JudgedReport[] =>
    of(system).filter(({ figures }) => typeof figures['preference'] === 'number');
  const preferences = (own: readonly JudgedReport[]): Summand[] =>
    own.map(({ qid, figures }) => ({ cluster: qid, above: figures['preference']!, below: 1 }));
  const decided = pairs.filter((one) => outcomeDifference(one) !== null);
  const outcomes = (side: Side): Summand[] =>
    decided.map(({ qid, said }) => ({ cluster: qid, above: together(said[side], outcomeValue) as number, below: 1 }));
  const [inA, inB] = [both(of(a), of(b)), both(of(b), of(a))];
  const rows: { title: string; a: Summand[]; b: Summand[]; range: Interval; none: string }[] = [
    {
      ...{ title: 'UserPref, 1–4', a: preferences(both(rated(a), rated(b))), b: preferences(both(rated(b), rated(a))) },
      ...{ range: [1, 4], none: 'No task has a UserPref on both sides.' }
    },
    {
      ...{ title: 'Subtask pass', a: summands(inA, 'passed', 'decided'), b: summands(inB, 'passed', 'decided') },
      ...{ range: [0, 1], none: 'No subtask is decided on both sides.' }
    },
    ...dimensionRatios.map(({ title, above, below, none }) => ({
      ...{ title, a: summands(inA, above, below), b: summands(inB, above, below), range: [0, 1] as const, none }
    })),
    {
      ...{ title: 'Outcome of subtasks', a: outcomes('a'), b: outcomes('b') },
      ...{ range: [0, 1], none: 'No subtask has an outcome on both sides.' }
    }
  ];
  const cellOf = (parts: readonly Summand[], range: Interval, none: string): FigureCell =>
    ratioCell(parts, { range, n: parts.reduce((sum, { below }) => sum + below, 0), none });
  return {
    name: 'daily-report-two-systems-summary',
    title: `${a} and ${b}, in all`,
    range: INTERVAL,
    counted: 'reports for UserPref, subtasks or their weights for the others; tasks for differences',
    rowsAre: 'Figure',
    columns: [
      { name: 'a', title: a, decimals: 3 },
      { name: 'b', title: b, decimals: 3 },
      { name: 'difference', title: 'Difference', decimals: 3 }
    ],
    rows: rows.map(({ title, range, none, ...side }) => ({
      ...{ group: null, system: title },
      cells: [
        cellOf(side.a, range, none),
        cellOf(side.b, range, none),
        differenceCell(side.a, side.b, none, [range[0] - range[1], range[1] - range[0]])
      ]
    })),
    notes: [
      'Over the tasks on which reports of both systems were judged. The difference is paired: its interval leaves out one task of both systems at a time.',
      'Fewer than 5 tasks: no interval.'
    ],
    display: { as: 'intervals', columns: ['difference'] }
  };
}
