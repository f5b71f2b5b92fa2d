import { count } from '../../stats/writing/figures.ts';
import { messagesIn } from '../../messages/words.ts';
import { joinSentences } from '../../messages/sentences.ts';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import type { CandidateFigures } from '../ensembles/candidates.ts';
import { placeOfChosen, shownPlaces } from '../ensembles/shown-candidates.ts';
import type { Figure } from '../units/figure.ts';
import type { PairFigures, PairRater } from '../agreement/pairs.ts';
import { confusionIn } from '../units/value-words.ts';
import type { LibraryText } from '../../messages/library-text.ts';
import type { AlignmentReport } from '../report/report.ts';
import { captionOf, ensembleNamed, type DocumentWords } from './document-words.ts';
import type { DocumentSource } from './source.ts';
import type { DocumentBlock, DocumentCell, Column, Row, Section } from './document.ts';
import { shownDistance, shownFigure } from './shown-numbers.ts';
import { chart, alignmentFigureCell } from './figure-blocks.ts';
import { issueSections } from './issue-section.ts';
import { partSections } from './part-sections.ts';
import { countColumn, figureColumn, nameColumn, documentTable } from './tables.ts';

/** Candidates, raters, errors, strata, judges against each other, preferences, and who labelled how much. */
export function figureSections(source: DocumentSource, words: DocumentWords): Section[] {
  const begun = source.report.scope.rated.length > 0;
  return [
    ...(begun ? [candidates(source, words), ...issueSections(source, words)] : []),
    raters(source, words),
    ...(begun ? [errors(source, words), ...partSections(source, words), either(source, words)] : []),
    preferences(source, words),
    items(source, words)
  ];
}

function candidates(source: DocumentSource, words: DocumentWords): Section {
  const { report, procedure } = source;
  const tables = messagesIn(words.language, 'alignmentTables');
  const { library } = words;
  const chosen = placeOfChosen(report, procedure);
  const places = shownPlaces(report, [chosen]);
  const { kappa, ac, short } = report.method;
  const { pooled } = report.humans;
  // With the figure of two annotators, if there is one.
  const columns: { column: Column; of: (candidate: CandidateFigures) => Figure | null; people: Figure | null }[] = [
    {
      column: figureColumn(tables.commonItems({ kind: short })),
      of: ({ common }) => common,
      people: pooled.agreement
    },
    { column: figureColumn(tables.ownItems), of: ({ agreement }) => agreement, people: null },
    { column: figureColumn(tables.withOne), of: ({ withOnePerson }) => withOnePerson, people: null },
    ...(short === 'agreement'
      ? [{ column: figureColumn(library(kappa)), of: (one: CandidateFigures) => one.kappa, people: pooled.kappa }]
      : []),
    ...(ac === null || short !== 'agreement'
      ? []
      : [{ column: figureColumn(library(ac)), of: (one: CandidateFigures) => one.ac1, people: pooled.ac1 }])
  ];
  const people: Row = {
    name: tables.twoAnnotators,
    cells: columns.map((column) => alignmentFigureCell(column.people, words))
  };
  const left = report.candidates.length - places.length;
  return {
    id: 'candidates',
    title: tables.candidates,
    blocks: [
      ...chart(source, 'candidates', words),
      ...documentTable(
        captionOf(
          left > 0
            ? tables.candidatesBest({ n: places.length, total: report.candidates.length })
            : tables.candidatesCaption,
          'sample',
          report,
          words
        ),
        [nameColumn(tables.candidate), ...columns.map(({ column }) => column)],
        [
          people,
          ...places.map((place) => {
            const candidate = report.candidates[place]!;
            return {
              name: ensembleNamed(words, candidate, report),
              strong: place === chosen,
              cells: columns.map(({ of }) => alignmentFigureCell(of(candidate), words))
            };
          })
        ]
      )
    ]
  };
}

function raters(source: DocumentSource, words: DocumentWords): Section {
  const { report } = source;
  const tables = messagesIn(words.language, 'alignmentTables');
  const { library } = words;
  const { kappa, ac } = report.method;
  const columns: Column[] = [
    nameColumn(tables.pair),
    figureColumn(tables.equalLabels),
    figureColumn(library(kappa)),
    ...(ac === null ? [] : [figureColumn(library(ac))])
  ];
  const row = (pair: PairFigures): Row => ({
    name: tables.pairOf({ a: raterNamed(pair.a, library), b: raterNamed(pair.b, library) }),
    cells: [
      shownFigure(pair.equal, words),
      shownFigure(pair.kappa, words),
      ...(ac === null ? [] : [alignmentFigureCell(pair.ac1, words)])
    ]
  });
  const group = (caption: string, pairs: readonly PairFigures[]): DocumentBlock[] =>
    documentTable(
      captionOf(caption, 'sample', report, words),
      columns,
      pairs.filter(({ equal }) => equal.n > 0).map((pair) => row(pair))
    );
  return {
    id: 'raters',
    title: tables.pairwise,
    blocks: [
      ...chart(source, 'raters', words),
      ...documentTable(
        captionOf(tables.pooled, 'sample', report, words),
        [nameColumn(tables.coefficient), figureColumn(tables.value)],
        [...report.ceiling.figures, ...report.humans.beside]
          .filter(({ figure }) => figure.n > 0)
          .map((one) => ({
            name: library(one.name),
            cells: [
              'unit' in one && one.unit === 'distance'
                ? shownDistance(one.figure, words)
                : shownFigure(one.figure, words)
            ]
          }))
      ),
      ...group(tables.annotatorsTogether, [
        ...(report.humans.pooled.equal.n > 0 ? [report.humans.pooled] : []),
        ...report.humans.pairs
      ]),
      ...group(tables.judgesTogether, report.judgesWithMajority),
      ...group(tables.judgesWithOne, report.judgesWithPeople),
      ...group(tables.judgesOnItems, report.judgePairs),
      ...overRun(source, words)
    ]
  };
}

function overRun({ overRun: found }: DocumentSource, words: DocumentWords): DocumentBlock[] {
  const tables = messagesIn(words.language, 'alignmentTables');
  if (!found || found.pairs.length === 0) return [];
  return documentTable(
    tables.judgesOnRun({ units: count(found.units) }),
    [nameColumn(tables.judges), figureColumn(tables.equalLabels)],
    [
      ...found.pairs.map(({ a, b, equal }) => ({
        name: tables.pairOf({ a: a.name, b: b.name }),
        cells: [shownFigure(equal, words)]
      })),
      ...(found.pairs.length > 1 ? [{ name: tables.allJudges, cells: [shownFigure(found.all, words)] }] : [])
    ]
  );
}

function errors(source: DocumentSource, words: DocumentWords): Section {
  const { report, procedure } = source;
  const tables = messagesIn(words.language, 'alignmentTables');
  const { library } = words;
  const candidate = report.candidates[placeOfChosen(report, procedure) ?? 0];
  if (!candidate) return { id: 'errors', title: tables.errors, blocks: [] };
  const { rows: people, columns, cells } = confusionIn(words.language, report.method.scale, candidate.confusion);
  const name = ensembleNamed(words, candidate, report);
  const rows: [string, Figure | null][] = [
    [tables.sensitivity, candidate.sensitivity],
    [tables.specificity, candidate.specificity],
    [library(report.method.kappa), candidate.kappa],
    [report.method.ac === null ? '' : library(report.method.ac), candidate.ac1],
    [tables.withOne, candidate.withOnePerson],
    [tables.coverage, candidate.coverage]
  ];
  return {
    id: 'errors',
    title: tables.errorsOf({ name }),
    blocks: [
      ...chart(source, 'errors', words),
      ...documentTable(
        tables.confusion({ name }),
        [nameColumn(tables.people), ...columns.map(countColumn)],
        people.map((label, i) => ({ name: label, cells: cells[i]!.map(({ items: found }) => found.length) }))
      ),
      ...documentTable(
        captionOf(tables.figuresOf({ name }), 'sample', report, words),
        [nameColumn(tables.figure), figureColumn(tables.value)],
        [
          ...rows.flatMap(([title, figure]): Row[] =>
            figure ? [{ name: title, cells: [shownFigure(figure, words)] }] : []
          ),
          ...candidate.beside.map(({ name: title, figure, unit }) => ({
            name: library(title),
            cells: [unit === 'distance' ? shownDistance(figure, words) : shownFigure(figure, words)]
          }))
        ]
      ),
      {
        kind: 'paragraph',
        text: itemsCountedInWords(candidate, report.method.scale, words)
      }
    ]
  };
}

/** A rater of a pair: all annotators together by a word of the language, others by their own name. */
const raterNamed = ({ name, kind }: PairRater, library: LibraryText): string =>
  kind === 'people' ? library(name) : name;

/** Which of the items with a blind label the figures of a candidate leave out, count half or count as wrong, and why. */
function itemsCountedInWords(
  { asked, agreement, dropped, halved }: CandidateFigures,
  { level }: LabelScale,
  { language }: DocumentWords
): string {
  const tables = messagesIn(language, 'alignmentTables');
  const told = (of: [readonly string[], (values: { n: string }) => string][]): string =>
    of
      .filter(([{ length }]) => length > 0)
      .map(([{ length }, say]) => say({ n: count(length) }))
      .reduce((before, reason) => (before === '' ? reason : tables.further({ before, reason })), '');
  const without = told([
    [dropped.splitHumans, tables.excludedTied],
    [dropped.abstained, tables.excludedAbstained],
    [dropped.unscored, tables.excludedFailed]
  ]);
  const partly = told([
    [halved.splitHumans, tables.partTied],
    [level === 'nominal' ? [] : halved.undecided, tables.partUndecided]
  ]);
  return joinSentences([
    tables.uses({ n: count(agreement.n), asked: count(asked) }),
    without === '' ? tables.noneExcluded : tables.excluded({ reasons: without }),
    ...(partly === '' ? [] : [tables.inPart({ reasons: partly })]),
    ...(level === 'nominal' && halved.undecided.length > 0
      ? [tables.disagreement({ n: count(halved.undecided.length) })]
      : [])
  ]);
}

function either({ report }: DocumentSource, words: DocumentWords): Section {
  const tables = messagesIn(words.language, 'alignmentTables');
  return {
    id: 'either',
    title: tables.chance,
    blocks: documentTable(
      captionOf(tables.either, 'sample', report, words),
      [
        nameColumn(tables.judges),
        figureColumn(tables.eitherRight),
        figureColumn(tables.bothWrong),
        figureColumn(tables.whereAgree)
      ],
      report.either.map((pair) => ({
        name: tables.pairOf({ a: pair.a.name, b: pair.b.name }),
        cells: [pair.either, pair.bothWrong, pair.consensus].map((figure) => shownFigure(figure, words))
      }))
    )
  };
}

function preferences({ report }: DocumentSource, words: DocumentWords): Section {
  const tables = messagesIn(words.language, 'alignmentTables');
  const cell = (figure: Figure): DocumentCell => shownFigure(figure, words);
  const { preferences: all } = report;
  const columns: Column[] = [nameColumn(tables.preferred), figureColumn(tables.alone), figureColumn(tables.withOthers)];
  return {
    id: 'preferences',
    title: tables.preferences,
    blocks:
      all.n === 0
        ? []
        : [
            ...documentTable(captionOf(tables.persuasion, 'sample', report, words), columns, [
              ...all.judges.map(({ name, sole, joint }) => ({ name, cells: [cell(sole), cell(joint)] })),
              { name: tables.equallyGood, cells: [cell(all.tie), null] },
              { name: tables.none, cells: [cell(all.none), null] }
            ]),
            ...documentTable(
              captionOf(tables.preferredOfSet, 'sample', report, words),
              [nameColumn(tables.judges), figureColumn(tables.aloneOrWith), figureColumn(tables.orEqually)],
              all.ensembles.map(({ name, union, unionOrTie }) => ({
                name,
                cells: [cell(union), cell(unionOrTie)]
              }))
            )
          ]
  };
}

function items({ report }: DocumentSource, words: DocumentWords): Section {
  const tables = messagesIn(words.language, 'alignmentTables');
  return {
    id: 'items',
    title: tables.labelledBy,
    blocks: documentTable(
      tables.ofItems({ n: count(report.scope.items.length) }),
      [
        nameColumn(tables.annotator),
        ...[tables.labelled, tables.withoutValue, tables.abstained, tables.unscored].map(countColumn)
      ],
      [
        ...report.people.map(({ name, labelled, withoutValue }) => ({
          name,
          cells: [labelled, withoutValue.length, null, null]
        })),
        ...labelledBy(report)
      ]
    )
  };
}

const labelledBy = ({ judges }: AlignmentReport): Row[] =>
  judges.map(({ name, labelled, withoutValue, abstained, unscored }) => ({
    name,
    cells: [labelled, withoutValue.length, abstained.length, unscored.length]
  }));
