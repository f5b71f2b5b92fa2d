import type { SystemCategory } from '../../../../names.ts';
import type { Metric } from '../../../metric.ts';
import type { ReportTrace } from '../../../report-trace.ts';
import type { EnsembleScore } from '../../../score.ts';
import type { FigureSource, FigureVerdict, ReportRow } from '../../../suite.ts';
import type { Verdict } from '../../../verdict.ts';
import { scoreSubtasks, subtaskFigures } from '../scores/report-scores.ts';
import { detailOfSubtask, type JudgedSubtask } from '../scores/subtask-outcome.ts';

export interface GivenReport {
  system: string;
  qid: string;
  subtasks: readonly JudgedSubtask[];
  category?: SystemCategory | null;
  domain?: string | null;
  type?: 'retrieval' | 'analysis';
  /** Verdicts beside those on subtasks. */
  more?: readonly Verdict[];
  trace?: ReportTrace;
  repeat?: number;
  judge?: string;
}

export const subtaskVerdict = (one: JudgedSubtask): Verdict => ({
  ...{
    item: `${one.key}/outcome`,
    kind: 'daily-subtask',
    state: 'judged',
    label: 'scored',
    rationale: '',
    evidence: []
  },
  detail: { kind: 'daily-subtask', ...detailOfSubtask(one) }
});

const metric = {
  name: 'daily',
  protocol: { figures: subtaskFigures, unit: { kind: 'daily-instruction' } }
} as unknown as Metric;

const rowOfReport = ({
  system,
  qid,
  subtasks,
  category = null,
  domain = null,
  more = [],
  judge = 'j'
}: GivenReport): ReportRow => {
  const score = scoreSubtasks([...subtasks.map(subtaskVerdict), ...more], 'ins');
  const together: EnsembleScore = { ...score, judges: 1, units: [], perJudge: [{ judge, score }] };
  return {
    ...{ system, category, taskCategory: null, qid, reportId: `${system} ${qid}`, domain, metric: 'daily' },
    ...{ score: together, perJudge: [{ judge, score }] }
  };
};

/** A run of these reports, as figures read it. Reports of later repeats have verdicts alone. */
export function runOf(given: readonly GivenReport[]): FigureSource {
  const task = (type: GivenReport['type']) => ({
    type,
    subtasks: [{ key: 's1', text: 'Say how many.', constraint: 'content', rubrics: { ins: 'It says how many.' } }]
  });
  const verdicts = given.flatMap(({ system, qid, subtasks, repeat = 0, judge = 'j', more = [] }) =>
    [...subtasks.map(subtaskVerdict), ...more].map((verdict): FigureVerdict => ({
      ...{ system, qid, reportId: `${system} ${qid}`, judge, repeat, kind: verdict.kind!, text: null },
      verdict
    }))
  );
  return {
    metrics: [metric],
    rows: given.filter(({ repeat = 0 }) => repeat === 0).map(rowOfReport),
    verdicts: (_name, { kind, systems } = {}) =>
      verdicts.filter((one) => (kind === undefined || one.kind === kind) && (systems?.includes(one.system) ?? true)),
    material: (_suite, qid) => {
      const type = given.find((one) => one.qid === qid)?.type;
      return type && task(type);
    },
    systemNamed: () => null,
    reported: () => [],
    tokensOf: () => null,
    budgetOf: () => null,
    traceOf: (reportId) => given.find(({ system, qid }) => `${system} ${qid}` === reportId)?.trace ?? null
  };
}
