import type { AgreementCoefficient, StageAgreement } from '../../../verification/records/agreement.ts';
import { kindInWords } from '../../../verification/vocabulary/labels.ts';
import { escapeMarkdown } from '../alignment/escape-markdown.ts';
import type { VersionSheet } from './version-sheet.ts';

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const table = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] => [
  line(heads),
  line(heads.map(() => '---')),
  ...rows.map(line),
  ''
];

const figure = ({
  value,
  reason,
  interval
}: AgreementCoefficient | (StageAgreement['observed'] & AgreementCoefficient)): string => {
  if (value === null) return `– (${reason})`;
  const ends = interval ? ` \\[${interval.map((end) => end.toFixed(3)).join(', ')}\\]` : '';
  return `${value.toFixed(3)}${ends}`;
};

const stageWords = {
  annotation: 'Inter-annotator agreement',
  review: 'Agreement of ratings and reviews',
  inspection: 'Agreement of reviewed ratings and inspectors',
  adjudication: 'Agreement of ratings and adjudicated labels'
} as const;

/** A version's datasheet for people: counts, agreement with intervals, inspections, people as pseudonyms. */
export function writeDatasheet({ version, previous, changes, finalisation, rubrics }: VersionSheet): string {
  const head = [
    `# Dataset version ${version.number}`,
    '',
    `${version.queries} queries, ${version.items} checklist items. Frozen ${version.frozenAt}. SHA-256 of the content: \`${version.contentHash}\`.`,
    previous === null ? 'First version.' : `${changes} changes since version ${previous}.`,
    ...rubrics.map((rubric) => `Rubric: ${rubric.title}, version ${rubric.version}, SHA-256 \`${rubric.hash}\`.`),
    ''
  ];
  if (!finalisation)
    return [...head, 'This version was frozen as imported, without a verification round.', ''].join('\n');
  const { datasheet, round, roundName } = finalisation;
  const { query, item, material } = datasheet.subjects;
  const both = (what: string, of: (counts: typeof query) => number): (string | number)[] => [
    ...[what, of(query), of(item)],
    ...(material ? [of(material)] : [])
  ];
  return [
    ...head,
    `Created in round ${round} (${escapeMarkdown(roundName)}) with guideline version ${datasheet.round.guideline} and ${datasheet.round.overlap} annotators per query.`,
    '',
    '## Outcomes of queries and items',
    '',
    ...table(
      ['', 'Queries', 'Items', ...(material ? ['Material'] : [])],
      [
        both('At the start of the round', (counts) => counts.came),
        both('Added by annotators', (counts) => counts.appended),
        both('Kept', (counts) => counts.kept),
        both('Kept with a new wording', (counts) => counts.reworded),
        both('Dropped', (counts) => counts.dropped),
        both('Unanimous', (counts) => counts.states.unanimous),
        both('Adjudicated', (counts) => counts.states.adjudicated),
        both('Open', (counts) => counts.states.open)
      ]
    ),
    '## Agreement',
    '',
    'Nominal scales; 95% CIs by jackknife over queries. A dash marks undefined values, with the reason.',
    '',
    ...table(
      ['Stage', 'Subject', 'Units', 'Labels', 'Observed', 'Fleiss κ', 'AC1', 'Krippendorff α'],
      datasheet.agreement.map((one) => [
        stageWords[one.stage],
        kindInWords[one.kind],
        one.units,
        one.labels,
        figure(one.observed),
        figure(one.kappa),
        figure(one.ac1),
        figure(one.alpha)
      ])
    ),
    '## Inspections',
    '',
    ...table(
      ['Batch', 'Inspection', 'Sampling plan', 'Ratings', 'Sample', 'Disagreements', '95% upper bound', 'Outcome'],
      datasheet.inspections.map(({ batch, number, plan, verdict }) => [
        batch,
        number,
        plan.reading,
        verdict?.lot ?? '–',
        verdict?.sample ?? '–',
        verdict?.disagreements ?? '–',
        verdict ? `${verdict.upperBound} of ${verdict.lot} (${(100 * verdict.upperRate).toFixed(1)}%)` : '–',
        verdict === null ? 'open' : verdict.passes ? 'passed' : 'returned to annotation'
      ])
    ),
    '## People',
    '',
    ...table(
      ['Stage', 'Pseudonym', 'Ratings, reviews or decisions'],
      datasheet.people.map(({ stage, pseudonym, ratings }) => [stage, pseudonym, ratings])
    )
  ].join('\n');
}
