import type { Accuracy } from '../../../alignment/accuracy/accuracy.ts';
import type { ProjectMetaEvaluation } from '../../../alignment/accuracy/meta-evaluation.server.ts';
import type { SpotCheckAccuracy } from '../../../alignment/accuracy/spot-check-accuracy.server.ts';
import type { StudyAccuracy } from '../../../alignment/accuracy/study-accuracy.server.ts';
import { writeTableCsv, type CsvColumn } from '../../format/table-csv.ts';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const figuresOf = ({ share, leftOut }: Accuracy) => ({
  ...{ accuracy: share.value, reason: share.value === null ? share.reason : null },
  ...{ n: share.n, queries: share.clusters, interval: share.interval, leftOut }
});

/** People and judges of a study against its adjudicated labels, with every adjudicated item. */
export const writeAccuracyJson = (
  study: { number: number; name: string; metric: string },
  { items, adjudicated, changed, people, judges, rows }: StudyAccuracy & { rows: readonly object[] }
): string =>
  json({
    format: 'voirdire-accuracy',
    ...{ study, items, adjudicated, changed },
    people: figuresOf(people),
    judges: judges.map(({ judge, accuracy }) => ({ judge, ...figuresOf(accuracy) })),
    labels: rows
  });

interface AccuracyLine {
  rater: string;
  accuracy: Accuracy;
}

/** One row for people and one for each judge; an empty cell is undefined. */
export const writeAccuracyCsv = ({ people, judges }: StudyAccuracy): string =>
  writeTableCsv(
    [
      { header: 'rater', value: ({ rater }: AccuracyLine) => rater },
      ...accuracyColumns<AccuracyLine>((row) => row.accuracy)
    ],
    [{ rater: 'people', accuracy: people }, ...judges.map(({ judge, accuracy }) => ({ rater: judge, accuracy }))]
  );

const accuracyColumns = <Row>(of: (row: Row) => Accuracy | null): CsvColumn<Row>[] => [
  { header: 'accuracy', value: (row) => of(row)?.share.value ?? null },
  { header: 'low', value: (row) => of(row)?.share.interval?.[0] ?? null },
  { header: 'high', value: (row) => of(row)?.share.interval?.[1] ?? null },
  { header: 'n', value: (row) => of(row)?.share.n ?? null },
  { header: 'queries', value: (row) => of(row)?.share.clusters ?? null },
  { header: 'left_out', value: (row) => of(row)?.leftOut ?? null }
];

/** Said in every file of a spot check. */
const NOT_BLIND = 'not blind: annotators saw the verdict of the judge and its evidence';

type CheckedLine = SpotCheckAccuracy['units'][number];

interface AnswerLine {
  unit: CheckedLine;
  said: CheckedLine['answers'][number] | null;
}

/** One row for each drawn verdict and person; a verdict that no person checked has one row. The column `blind` is always false. */
export const writeSpotCheckCsv = ({ units }: SpotCheckAccuracy): string =>
  writeTableCsv<AnswerLine>(
    [
      { header: 'blind', value: () => false },
      { header: 'qid', value: ({ unit }) => unit.qid },
      { header: 'system', value: ({ unit }) => unit.system },
      { header: 'item', value: ({ unit }) => unit.item },
      { header: 'judged', value: ({ unit }) => unit.label },
      { header: 'person', value: ({ said }) => said?.name ?? null },
      { header: 'label', value: ({ said }) => (said ? (said.label ?? 'cannot-judge') : null) },
      { header: 'agrees', value: ({ unit, said }) => (said?.label ? said.label === unit.label : null) },
      { header: 'errors', value: ({ said }) => said?.errors.join(' ') ?? null },
      { header: 'note', value: ({ said }) => said?.note ?? null }
    ],
    units.flatMap((unit): AnswerLine[] =>
      unit.answers.length === 0 ? [{ unit, said: null }] : unit.answers.map((said) => ({ unit, said }))
    )
  );

export const writeSpotCheckJson = (
  check: { number: number; name: string; run: number; metric: string; unit: string; judge: string; available: number },
  { accuracy, items, checked, tied, people, errors, units }: SpotCheckAccuracy
): string =>
  json({
    format: 'voirdire-spot-check',
    ...{ blind: false, note: NOT_BLIND, check, items, checked, tied, people },
    ...figuresOf(accuracy),
    errors,
    units: units.map(({ qid, system, item, label, right, answers }) => ({
      ...{ qid, system, item, judged: label, right },
      answers: answers.map(({ name, label: said, errors: steps, note }) => ({
        person: name,
        label: said,
        errors: steps,
        note
      }))
    }))
  });

interface MetaLine {
  suite: string;
  rater: string;
  run: number | null;
  column: string;
  truth: string;
  from: string;
  accuracy: Accuracy;
  printed: number | null;
  cost: number | null;
  perReport: number | null;
}

const linesOf = ({ suite, printed: { columns }, people, rows }: ProjectMetaEvaluation): MetaLine[] => {
  const line = (
    at: number,
    cell: ProjectMetaEvaluation['people'][number],
    rest: Pick<MetaLine, 'rater' | 'run' | 'printed' | 'cost' | 'perReport'>
  ): MetaLine[] =>
    cell
      ? [
          {
            ...{ suite, column: columns[at]!.title, truth: columns[at]!.truth, accuracy: cell.accuracy },
            ...{ from: `${cell.from.kind} ${cell.from.number}`, ...rest }
          }
        ]
      : [];
  return [
    ...people.flatMap((cell, at) =>
      line(at, cell, {
        ...{ rater: 'people', run: null, cost: null, perReport: null },
        printed: columns[at]!.printed.people
      })
    ),
    ...rows.flatMap(({ run, judge, cells, cost }) =>
      cells.flatMap((cell, at) =>
        line(at, cell, {
          ...{ rater: judge, run, cost: cost.total, perReport: cost.perReport },
          printed: columns[at]!.printed.judge
        })
      )
    )
  ];
};

/** One row for each rater and column with a figure; printed figures as shares from 0 to 1. */
export const writeMetaEvaluationCsv = (found: readonly ProjectMetaEvaluation[]): string =>
  writeTableCsv<MetaLine>(
    [
      { header: 'suite', value: ({ suite }) => suite },
      { header: 'run', value: ({ run }) => run },
      { header: 'rater', value: ({ rater }) => rater },
      { header: 'column', value: ({ column }) => column },
      { header: 'truth', value: ({ truth }) => truth },
      { header: 'blind', value: ({ truth }) => truth === 'adjudicated' },
      { header: 'from', value: ({ from }) => from },
      ...accuracyColumns<MetaLine>((row) => row.accuracy),
      { header: 'printed', value: ({ printed }) => (printed === null ? null : printed / 100) },
      { header: 'cost_usd', value: ({ cost }) => cost },
      { header: 'cost_usd_per_report', value: ({ perReport }) => perReport }
    ],
    found.flatMap(linesOf)
  );

/** Everything of the page: accuracies, costs, ratings with both κ and their table, and what is printed. */
export const writeMetaEvaluationJson = (found: readonly ProjectMetaEvaluation[]): string =>
  json({
    format: 'voirdire-meta-evaluation',
    suites: found.map((one) => ({
      ...{ suite: one.suite, printed: one.printed, possible: one.possible, embargoed: one.embargoed },
      figures: linesOf(one).map(({ accuracy, ...line }) => ({ ...line, ...figuresOf(accuracy) })),
      averages: one.rows.map(({ run, judge, average, cost }) => ({ run, judge, average, cost })),
      ratings: one.ratings
    }))
  });
