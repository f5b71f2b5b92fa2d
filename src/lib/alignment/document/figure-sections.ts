import { count } from '../../stats/writing/figures.ts';
import { capital } from '../../stats/writing/words.ts';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import type { CandidateFigures } from '../ensembles/candidates.ts';
import { placeOfChosen, shownPlaces } from '../ensembles/shown-candidates.ts';
import type { Figure } from '../units/figure.ts';
import type { PairFigures } from '../agreement/pairs.ts';
import { ensembleInFewWords } from '../report/rater-names.ts';
import type { AlignmentReport } from '../report/report.ts';
import type { DocumentSource } from './source.ts';
import type { DocumentBlock, DocumentCell, Column, Row, Section } from './document.ts';
import { shownDistance, shownFigure } from './shown-numbers.ts';
import { chart, alignmentFigureCell } from './figure-blocks.ts';
import { issueSections } from './issue-section.ts';
import { partSections } from './part-sections.ts';
import { countColumn, figureColumn, nameColumn, documentTable } from './tables.ts';

/** Candidates, raters, errors, strata, judges against each other, preferences, and who labelled how much. */
export function figureSections(source: DocumentSource): Section[] {
  const begun = source.report.scope.rated.length > 0;
  return [
    ...(begun ? [candidates(source), ...issueSections(source)] : []),
    raters(source),
    ...(begun ? [errors(source), ...partSections(source), either(source)] : []),
    preferences(source),
    items(source)
  ];
}

function candidates(source: DocumentSource): Section {
  const { report, procedure } = source;
  const chosen = placeOfChosen(report, procedure);
  const places = shownPlaces(report, [chosen]);
  const { kappa, ac, short } = report.method;
  const columns: { column: Column; of: (candidate: CandidateFigures) => Figure | null }[] = [
    { column: figureColumn(`${capital(short)}, common items`), of: ({ common }) => common },
    { column: figureColumn('Own items'), of: ({ agreement }) => agreement },
    { column: figureColumn('With one annotator'), of: ({ withOnePerson }) => withOnePerson },
    ...(short === 'agreement' ? [{ column: figureColumn(kappa), of: (one: CandidateFigures) => one.kappa }] : []),
    ...(ac === null || short !== 'agreement'
      ? []
      : [{ column: figureColumn(ac), of: (one: CandidateFigures) => one.ac1 }])
  ];
  const { pooled } = report.humans;
  const people: Row = {
    name: 'Two annotators',
    cells: columns.map(({ column: { title } }, i): DocumentCell =>
      i === 0
        ? shownFigure(pooled.agreement)
        : title === kappa
          ? shownFigure(pooled.kappa)
          : title === ac && pooled.ac1
            ? shownFigure(pooled.ac1)
            : null
    )
  };
  const left = report.candidates.length - places.length;
  return {
    id: 'candidates',
    title: 'Candidates',
    blocks: [
      ...chart(source, 'candidates'),
      ...documentTable(
        `Agreement of the candidates with annotators${left > 0 ? `; the best ${places.length} of ${report.candidates.length}` : ''}`,
        [nameColumn('Candidate'), ...columns.map(({ column }) => column)],
        [
          people,
          ...places.map((place) => {
            const candidate = report.candidates[place]!;
            return {
              name: ensembleInFewWords(candidate, report.judges),
              strong: place === chosen,
              cells: columns.map(({ of }) => alignmentFigureCell(of(candidate)))
            };
          })
        ]
      )
    ]
  };
}

function raters(source: DocumentSource): Section {
  const { report } = source;
  const { kappa, ac } = report.method;
  const columns: Column[] = [
    nameColumn('Pair'),
    figureColumn('Equal labels'),
    figureColumn(kappa),
    ...(ac === null ? [] : [figureColumn(ac)])
  ];
  const row = (pair: PairFigures): Row => ({
    name: `${pair.a.name} and ${pair.b.name}`,
    cells: [shownFigure(pair.equal), shownFigure(pair.kappa), ...(ac === null ? [] : [alignmentFigureCell(pair.ac1)])]
  });
  const group = (caption: string, pairs: readonly PairFigures[]): DocumentBlock[] =>
    documentTable(
      caption,
      columns,
      pairs.filter(({ equal }) => equal.n > 0).map((pair) => row(pair))
    );
  return {
    id: 'raters',
    title: 'Pairwise agreement',
    blocks: [
      ...chart(source, 'raters'),
      ...documentTable(
        'Inter-annotator agreement, pooled',
        [nameColumn('Coefficient'), figureColumn('Value')],
        [...report.ceiling.figures, ...report.humans.beside]
          .filter(({ figure }) => figure.n > 0)
          .map((one) => ({
            name: one.name,
            cells: ['unit' in one && one.unit === 'distance' ? shownDistance(one.figure) : shownFigure(one.figure)]
          }))
      ),
      ...group('Annotators with each other', [
        ...(report.humans.pooled.equal.n > 0 ? [report.humans.pooled] : []),
        ...report.humans.pairs
      ]),
      ...group('Judges with the aggregated label', report.judgesWithMajority),
      ...group('Judges with single annotators', report.judgesWithPeople),
      ...group('Judges with each other, on the items of the study', report.judgePairs),
      ...overRun(source)
    ]
  };
}

function overRun({ overRun: found }: DocumentSource): DocumentBlock[] {
  if (!found || found.pairs.length === 0) return [];
  return documentTable(
    `Judges with each other, on all ${count(found.units)} units of the run`,
    [nameColumn('Judges'), figureColumn('Equal labels')],
    [
      ...found.pairs.map(({ a, b, equal }) => ({ name: `${a.name} and ${b.name}`, cells: [shownFigure(equal)] })),
      ...(found.pairs.length > 1 ? [{ name: 'All judges', cells: [shownFigure(found.all)] }] : [])
    ]
  );
}

function errors(source: DocumentSource): Section {
  const { report, procedure } = source;
  const candidate = report.candidates[placeOfChosen(report, procedure) ?? 0];
  if (!candidate) return { id: 'errors', title: 'Errors', blocks: [] };
  const { rows: people, columns, cells } = candidate.confusion;
  const name = ensembleInFewWords(candidate, report.judges);
  const rows: [string, Figure | null][] = [
    ['Sensitivity: share of annotators’ first label found', candidate.sensitivity],
    ['Specificity: share of annotators’ second label found', candidate.specificity],
    [report.method.kappa, candidate.kappa],
    [report.method.ac ?? '', candidate.ac1],
    ['With one annotator', candidate.withOnePerson],
    ['Coverage', candidate.coverage]
  ];
  return {
    id: 'errors',
    title: `Errors of ${name}`,
    blocks: [
      ...chart(source, 'errors'),
      ...documentTable(
        `Items by the label of annotators (rows) and of ${name} (columns)`,
        [nameColumn('People'), ...columns.map(countColumn)],
        people.map((label, i) => ({ name: label, cells: cells[i]!.map(({ items: found }) => found.length) }))
      ),
      ...documentTable(
        `Figures of ${name}`,
        [nameColumn('Figure'), figureColumn('Value')],
        [
          ...rows.flatMap(([title, figure]): Row[] => (figure ? [{ name: title, cells: [shownFigure(figure)] }] : [])),
          ...candidate.beside.map(({ name: title, figure, unit }) => ({
            name: title,
            cells: [unit === 'distance' ? shownDistance(figure) : shownFigure(figure)]
          }))
        ]
      ),
      {
        kind: 'paragraph',
        text: itemsCountedInWords(candidate, report.method.scale)
      }
    ]
  };
}

/** Which of the items with a blind label the figures of a candidate leave out, count half or count as wrong, and why. */
function itemsCountedInWords({ asked, agreement, dropped, halved }: CandidateFigures, { level }: LabelScale): string {
  const left: [readonly string[], string][] = [
    [dropped.splitHumans, 'because annotators are tied'],
    [dropped.abstained, 'because no judge gave a label'],
    [dropped.unscored, 'because a judge failed']
  ];
  const half: [readonly string[], string][] = [
    [halved.splitHumans, 'annotators are tied'],
    [level === 'nominal' ? [] : halved.undecided, 'the judges are tied']
  ];
  const told = (of: [readonly string[], string][], join: string): string =>
    of
      .filter(([{ length }]) => length > 0)
      .map(([{ length }, why]) => `${count(length)}${join}${why}`)
      .join(', ');
  const [without, partly] = [told(left, ' '), told(half, ' on which ')];
  return [
    `Agreement, coefficients and table use ${count(agreement.n)} of ${count(asked)} items with a blind label.`,
    without === '' ? 'None is excluded.' : `Excluded: ${without}.`,
    partly === '' ? '' : `Counted in part, by the same rule in every figure: ${partly}.`,
    level === 'nominal' && halved.undecided.length > 0
      ? `Counted as disagreement: ${count(halved.undecided.length)} on which the judges are tied.`
      : ''
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

const either = ({ report }: DocumentSource): Section => ({
  id: 'either',
  title: 'Chance level of “either judge is right”',
  blocks: documentTable(
    'Either judge agrees with annotators (reported only, not used for selection)',
    [
      nameColumn('Judges'),
      figureColumn('Either is right'),
      figureColumn('Both are wrong'),
      figureColumn('Accuracy where the two agree')
    ],
    report.either.map((pair) => ({
      name: `${pair.a.name} and ${pair.b.name}`,
      cells: [shownFigure(pair.either), shownFigure(pair.bothWrong), shownFigure(pair.consensus)]
    }))
  )
});

function preferences({ report }: DocumentSource): Section {
  const { preferences: all } = report;
  const columns: Column[] = [nameColumn('Preferred'), figureColumn('Alone'), figureColumn('With others')];
  return {
    id: 'preferences',
    title: 'Preferred rationales after the reveal',
    blocks:
      all.n === 0
        ? []
        : [
            ...documentTable('Preferences after the reveal: persuasion, not agreement', columns, [
              ...all.judges.map(({ name, sole, joint }) => ({ name, cells: [shownFigure(sole), shownFigure(joint)] })),
              { name: 'All equally good', cells: [shownFigure(all.tie), null] },
              { name: 'None', cells: [shownFigure(all.none), null] }
            ]),
            ...documentTable(
              'A judge of the set was preferred',
              [nameColumn('Judges'), figureColumn('Alone or with others'), figureColumn('Or all equally good')],
              all.ensembles.map(({ name, union, unionOrTie }) => ({
                name,
                cells: [shownFigure(union), shownFigure(unionOrTie)]
              }))
            )
          ]
  };
}

const items = ({ report }: DocumentSource): Section => ({
  id: 'items',
  title: 'Number of labels by rater',
  blocks: documentTable(
    `Of ${count(report.scope.items.length)} items of the study`,
    [nameColumn('Annotator'), ...['Labelled', 'Without a value', 'Abstained', 'Unscored'].map(countColumn)],
    [
      ...report.people.map(({ name, labelled, withoutValue }) => ({
        name,
        cells: [labelled, withoutValue.length, null, null]
      })),
      ...labelledBy(report)
    ]
  )
});

const labelledBy = ({ judges }: AlignmentReport): Row[] =>
  judges.map(({ name, labelled, withoutValue, abstained, unscored }) => ({
    name,
    cells: [labelled, withoutValue.length, abstained.length, unscored.length]
  }));
