import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../messages/message.ts';
import { messagesIn } from '../../../messages/words.ts';
import type { AgreementCoefficient, StageAgreement } from '../../../verification/records/agreement.ts';
import { escapeMarkdown } from '../alignment/escape-markdown.ts';
import type { VersionSheet } from './version-sheet.ts';
import { withDecimals } from '../../../stats/writing/figures.ts';

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const table = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] => [
  line(heads),
  line(heads.map(() => '---')),
  ...rows.map(line),
  ''
];

type DatasheetWords = Words<Messages['datasheetDocument']>;

const figureIn =
  (say: DatasheetWords) =>
  ({ value, reason, interval }: AgreementCoefficient | (StageAgreement['observed'] & AgreementCoefficient)): string => {
    if (value === null) return say.undefined({ code: reason });
    const ends = interval ? ` \\[${interval.map((end) => withDecimals(end, 3)).join(', ')}\\]` : '';
    return `${withDecimals(value, 3)}${ends}`;
  };

/**
 * A version's datasheet for people: counts, agreement with intervals, inspections, people as pseudonyms.
 *
 * @param language of its text (BCP 47)
 */
export function writeDatasheet(
  { version, previous, changes, finalisation, rubrics }: VersionSheet,
  language: string
): string {
  const say = messagesIn(language, 'datasheetDocument');
  const figure = figureIn(say);
  const head = [
    `# ${say.title({ n: version.number })}`,
    '',
    say.about({
      ...{ queries: version.queries, items: version.items, moment: version.frozenAt },
      hash: `\`${version.contentHash}\``
    }),
    previous === null ? say.first : say.changed({ n: changes, version: previous }),
    ...rubrics.map(({ title, version: edition, hash }) => say.rubric({ title, version: edition, hash: `\`${hash}\`` })),
    ''
  ];
  if (!finalisation) return [...head, say.asImported, ''].join('\n');
  const { datasheet, round, roundName } = finalisation;
  const { query, item, material } = datasheet.subjects;
  const both = (title: string, of: (counts: typeof query) => number): (string | number)[] => [
    ...[title, of(query), of(item)],
    ...(material ? [of(material)] : [])
  ];
  return [
    ...head,
    say.made({
      ...{ round, name: escapeMarkdown(roundName) },
      ...{ guideline: datasheet.round.guideline, n: datasheet.round.overlap }
    }),
    '',
    `## ${say.outcomes}`,
    '',
    ...table(
      ['', say.queries, say.items, ...(material ? [say.material] : [])],
      [
        both(say.came, (counts) => counts.came),
        both(say.appended, (counts) => counts.appended),
        both(say.kept, (counts) => counts.kept),
        both(say.reworded, (counts) => counts.reworded),
        both(say.dropped, (counts) => counts.dropped),
        both(say.unanimous, (counts) => counts.states.unanimous),
        both(say.adjudicated, (counts) => counts.states.adjudicated),
        both(say.open, (counts) => counts.states.open)
      ]
    ),
    `## ${say.agreement}`,
    '',
    say.agreementAbout,
    '',
    ...table(
      [say.stage, say.subject, say.units, say.labels, say.observed, 'Fleiss κ', 'AC1', 'Krippendorff α'],
      datasheet.agreement.map((one) => [
        say.agreementOf({ stage: one.stage }),
        say.kind({ kind: one.kind }),
        one.units,
        one.labels,
        figure(one.observed),
        figure(one.kappa),
        figure(one.ac1),
        figure(one.alpha)
      ])
    ),
    `## ${say.inspections}`,
    '',
    ...table(
      [
        ...[say.batch, say.inspection, say.plan, say.ratings],
        ...[say.sample, say.disagreements, say.bound, say.outcome]
      ],
      datasheet.inspections.map(({ batch, number, plan, verdict }) => [
        batch,
        number,
        say.reading({ reading: plan.reading }),
        verdict?.lot ?? '–',
        verdict?.sample ?? '–',
        verdict?.disagreements ?? '–',
        verdict
          ? say.boundIs({
              ...{ n: verdict.upperBound, lot: verdict.lot },
              percent: withDecimals(100 * verdict.upperRate, 1)
            })
          : '–',
        say.outcomeIs({ outcome: verdict === null ? 'open' : verdict.passes ? 'passed' : 'returned' })
      ])
    ),
    `## ${say.people}`,
    '',
    ...table(
      [say.stage, say.pseudonym, say.work],
      datasheet.people.map(({ stage, pseudonym, ratings }) => [say.stageName({ stage }), pseudonym, ratings])
    )
  ].join('\n');
}
