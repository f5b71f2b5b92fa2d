import { stringify } from 'csv-stringify/sync';
import { refuse } from '../../errors.ts';
import { sayIn } from '../../messages/say-in.ts';
import type { Saying } from '../../messages/sayings.ts';
import type { LabelFit } from '../../studies/labels/label-fit.ts';
import type { SelfJudging } from '../../scorer/judges/self-judging.ts';
import type { ConsensusFigure } from '../consensus/consensus.ts';
import type { Figure } from '../units/figure.ts';
import type { IssueCandidate } from '../ensembles/issue-figures.ts';
import { metricOf } from '../units/metric.ts';
import type { AlignmentReport } from './report.ts';

type Cell = string | number | null;
type Column<Row> = readonly [name: string, value: (row: Row) => Cell];

/** A figure as columns: value, ends, and why if one is missing. Full precision; counts beside every share. */
const figureColumns = <Row>(name: string, of: (row: Row) => Omit<Figure, 'items'> | null): Column<Row>[] => [
  [name, (row) => of(row)?.value ?? null],
  [`${name}_low`, (row) => of(row)?.low ?? null],
  [`${name}_high`, (row) => of(row)?.high ?? null],
  [`${name}_n`, (row) => of(row)?.n ?? null],
  [`${name}_clusters`, (row) => of(row)?.clusters ?? null],
  [`${name}_undefined`, (row) => of(row)?.reason ?? of(row)?.intervalReason ?? null]
];

/** Cells that a spreadsheet would take for a formula get an apostrophe; a missing number is an empty cell. */
function csv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return stringify(
    rows.map((row) => columns.map(([, value]) => value(row))),
    { header: true, columns: columns.map(([name]) => name), escape_formulas: true }
  );
}

/** One row per candidate. */
export function candidatesCsv(report: AlignmentReport, found: readonly SelfJudging[]): string {
  type Row = AlignmentReport['candidates'][number];
  const nameOf = new Map(report.judges.map(({ id, name }) => [id, name]));
  const names = columnNamesOf(report);
  const columns: Column<Row>[] = [
    ['candidate', (row) => row.name],
    ['judges', (row) => row.judgeIds.map((id) => nameOf.get(id) ?? id).join(' + ')],
    ['rule', (row) => row.rule],
    [
      'self_judged_systems',
      (row) =>
        ownSystems(
          row.judgeIds.map((id) => nameOf.get(id) ?? id),
          found
        )
    ],
    ['asked', (row) => row.asked],
    ['answered', (row) => row.answered],
    ...figureColumns<Row>('agreement_common', (row) => row.common),
    ...figureColumns<Row>('agreement', (row) => row.agreement),
    ...figureColumns<Row>('agreement_weighted', (row) => row.weighted),
    ...figureColumns<Row>('agreement_one_person', (row) => row.withOnePerson),
    ...(report.method.ac === null || names.kappa === 'quadratic_kappa'
      ? []
      : [...figureColumns<Row>(names.kappa, (row) => row.kappa), ...figureColumns<Row>(names.ac, (row) => row.ac1)]),
    ...(report.method.scale.level === 'binary'
      ? [
          ...figureColumns<Row>('sensitivity', (row) => row.sensitivity),
          ...figureColumns<Row>('specificity', (row) => row.specificity)
        ]
      : []),
    ...(report.candidates[0]?.beside ?? []).flatMap(({ key }, i) =>
      figureColumns<Row>(key.replaceAll('-', '_'), (row) => row.beside[i]!.figure)
    ),
    ...figureColumns<Row>('coverage', (row) => row.coverage),
    ...report.scope.strata.flatMap(({ stratum }, i) =>
      figureColumns<Row>(`agreement_${stratum.replaceAll('-', '_')}`, (row) => row.strata[i]!.agreement)
    ),
    ...tableColumns(report),
    ['ties', () => report.method.ties],
    ['left_out_abstained', (row) => row.dropped.abstained.length],
    ['left_out_unscored', (row) => row.dropped.unscored.length],
    ['left_out_tied_people', (row) => row.dropped.splitHumans.length],
    ['half_tied_people', (row) => row.halved.splitHumans.length],
    [report.method.scale.level === 'nominal' ? 'undecided' : 'half_undecided', (row) => row.halved.undecided.length]
  ];
  return csv(columns, report.candidates);
}

/** Systems that one of the judges shares a maker or the model with. */
const ownSystems = (judges: readonly string[], found: readonly SelfJudging[]): string =>
  [...new Set(found.flatMap(({ judge, systems }) => (judges.includes(judge) ? systems : [])))].join('; ');

/** Weighted coefficients name their weights, so that readers do not confuse them. */
const columnNamesOf = ({ method }: AlignmentReport): { kappa: string; ac: string } =>
  metricOf(method.scale).weights === 'quadratic'
    ? { kappa: 'quadratic_kappa', ac: 'gwet_ac2_quadratic' }
    : { kappa: 'cohen_kappa', ac: 'gwet_ac1' };

/** Counts of the confusion table: `people_yes_candidate_no`. */
function tableColumns({ candidates }: AlignmentReport): Column<AlignmentReport['candidates'][number]>[] {
  const inName = (label: string): string => label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_');
  // Candidates differ in the rows and columns that they need besides those of the labels.
  const all = (side: 'rows' | 'columns'): string[] => [
    ...new Set(candidates.flatMap(({ confusion }) => confusion[side]))
  ];
  return all('rows').flatMap((people) =>
    all('columns').map((candidate): Column<AlignmentReport['candidates'][number]> => [
      `people_${inName(people)}_candidate_${inName(candidate)}`,
      ({ confusion: { rows, columns, cells } }) =>
        cells[rows.indexOf(people)]?.[columns.indexOf(candidate)]?.items.length ?? 0
    ])
  );
}

/** One row per pair of raters: people, judges, and judges with people. */
export function pairsCsv(report: AlignmentReport): string {
  type Row = AlignmentReport['judgePairs'][number] & { kind: string };
  const names = columnNamesOf(report);
  const of = (kind: string, pairs: AlignmentReport['judgePairs']): Row[] => pairs.map((pair) => ({ ...pair, kind }));
  const columns: Column<Row>[] = [
    ['kind', (row) => row.kind],
    ['a', (row) => row.a.name],
    ['b', (row) => row.b.name],
    ...figureColumns<Row>('equal', (row) => row.equal),
    ...figureColumns<Row>('agreement_weighted', (row) => row.weighted),
    ...figureColumns<Row>(names.kappa, (row) => row.kappa),
    ...(report.method.ac === null ? [] : figureColumns<Row>(names.ac, (row) => row.ac1))
  ];
  return csv(columns, [
    ...of('people', report.humans.pairs),
    ...of('people pooled', [report.humans.pooled]),
    ...of('judges', report.judgePairs),
    ...of('judge and person', report.judgesWithPeople),
    ...of('judge and majority', report.judgesWithMajority)
  ]);
}

/** One row per candidate with all systems together, and one per candidate and system; annotators under pseudonyms. */
export function consensusCsv({ consensus, candidates, judges }: AlignmentReport): string {
  interface Row {
    kind: 'candidate' | 'annotator';
    name: string;
    judges: string;
    system: string;
    figures: Partial<Record<'majority' | 'consensus' | 'difference', ConsensusFigure>>;
  }
  const nameOf = new Map(judges.map(({ id, name }) => [id, name]));
  const column = (key: keyof Row['figures']): Column<Row>[] =>
    figureColumns(key === 'difference' ? key : `agreement_${key}`, ({ figures }) => figures[key] ?? null);
  const columns: Column<Row>[] = [
    ['kind', ({ kind }) => kind],
    ['name', ({ name }) => name],
    ['judges', (row) => row.judges],
    ['system', ({ system }) => system],
    ...column('majority'),
    ...column('consensus'),
    ...column('difference')
  ];
  if (consensus.reason !== null)
    refuse.absent('table of consensus', 'the weighted consensus of this study is undefined; see its report');
  return csv(columns, [
    ...consensus.candidates.flatMap(({ all, bySystem }, place): Row[] => {
      const { name, judgeIds } = candidates[place]!;
      const of = { kind: 'candidate', name, judges: judgeIds.map((id) => nameOf.get(id) ?? id).join(' + ') } as const;
      return [
        { ...of, system: '', figures: { ...all } },
        ...bySystem.map((figures, i): Row => ({ ...of, system: consensus.systems[i]!.name, figures: { ...figures } }))
      ];
    }),
    ...consensus.annotators.map(({ name, accuracy, withMajority }): Row => ({
      ...{ kind: 'annotator', name, judges: '', system: '' },
      figures: { majority: withMajority, consensus: accuracy }
    }))
  ]);
}

/** One row per list of issues: each judge, and each rule for several. */
export function issuesCsv({ issues, judges }: AlignmentReport): string {
  type Row = IssueCandidate;
  const nameOf = new Map(judges.map(({ id, name }) => [id, name]));
  const columns: Column<Row>[] = [
    ['list', (row) => row.name],
    ['judges', (row) => row.judgeIds.map((id) => nameOf.get(id) ?? id).join(' + ')],
    ['rule', (row) => row.rule],
    ...figureColumns<Row>('precision', (row) => row.precision),
    ...figureColumns<Row>('recall', (row) => row.recall),
    ...figureColumns<Row>('f1', (row) => row.f1),
    ...figureColumns<Row>('recall_probe', (row) => row.probed),
    ...figureColumns<Row>('score_difference', (row) => row.score.difference),
    ...figureColumns<Row>('score_quadratic_kappa', (row) => row.score.kappa)
  ];
  return issues
    ? csv(columns, issues.candidates)
    : refuse.absent('table of reported issues', 'this study is not about issues that judges report');
}

/** Labels of a study that are read beside the verdicts of another run. */
export interface LabelsCarriedOver {
  /** The run from which the study's items were drawn; null if the labels were given elsewhere. */
  from: { number: number; name: string } | null;
  fit: LabelFit;
}

export interface ReportHeader {
  project: string;
  study: { number: number; name: string; metric: string };
  /** Null if the labels were given elsewhere: `file` says in which they came. */
  run: { number: number; name: string } | null;
  prompt: { name: string; version: string; hash: string } | null;
  file?: string;
  /** If `run` is another one than that from which the items were drawn: how many labels apply to it. */
  carriedOver?: LabelsCarriedOver;
  judges: readonly { judgeId: string; spec: string; fingerprint: string }[];
  /** Judges that judge systems of their own maker or model. */
  selfJudging: readonly SelfJudging[];
}

/** The whole report, with how it was computed and from what, and the adoption procedure if it is given. */
export function alignmentJson(
  header: ReportHeader,
  report: AlignmentReport,
  procedure?: object,
  exploratory?: string
): string {
  const content = { format: 'voirdire-alignment', formatVersion: 1, ...header, report, procedure, exploratory };
  return `${JSON.stringify(content, inEnglish, 2)}\n`;
}

/** The file has the English sentences only; their messages are left out. */
const inEnglish = (key: string, value: unknown): unknown =>
  key === 'said' || key === 'inside' ? undefined : key === 'need' ? sayIn('en', value as Saying) : value;
