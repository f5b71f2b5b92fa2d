import { describe, expect, it } from 'vitest';
import { sayingsOf } from '../../messages/sayings.ts';
import { drawn } from '../charts/picture.ts';
import { chartNames } from '../charts/chart.ts';
import { chartOf } from '../charts/of-report.ts';
import { worldOf } from '../procedure/procedure.fixture.ts';
import { alignmentDocument } from './build.ts';
import { isNumberShown, type AlignmentDocument, type DocumentBlock, type DocumentCell } from './document.ts';
import { evilName, sourceOf, sources } from './document.fixture.ts';
import type { DocumentSource } from './source.ts';

const say = sayingsOf('alignmentDocument');
const { binary } = sources;
const [first] = binary.preregistrations;
const unlabelled = worldOf({ seed: 1, queries: 4, perQuery: 3, people: 1, right: 1, judges: [0.9, 0.8] });
const equal = binary.report.humans.pooled.equal;

/** Every kind of source: all scales, and what only some studies have. */
const every: Record<string, DocumentSource> = {
  ...sources,
  'without a label': sourceOf({ ...unlabelled, items: unlabelled.items.map((item) => ({ ...item, humans: [] })) }),
  'with one query': sourceOf(worldOf({ seed: 2, queries: 1, perQuery: 3, people: 3, right: 0.9, judges: [0.9] })),
  'with four annotators': sourceOf(
    worldOf({ seed: 5, queries: 22, perQuery: 5, people: 4, right: 0.9, judges: [0.9, 0.85] })
  ),
  'with imported labels and changed plans': {
    ...binary,
    header: { ...binary.header, run: null, file: 'f.csv' },
    preregistrations: [
      { ...first!, revision: 3, reason: evilName, opened: true },
      { ...first!, revision: 2, labels: 5 },
      first!
    ],
    decisions: [
      {
        ...binary.decisions[0]!,
        outcome: 'adopt',
        ensemble: { rule: 'majority', judges: [{ spec: evilName, fingerprint: 'f1' }] },
        acknowledged: evilName
      },
      ...binary.decisions
    ],
    exploratory: say('exploratoryReached', { target: '.700', planned: '.900', level: '95%', low: '.812' })
  },
  'with labels of another run': {
    ...binary,
    header: {
      ...binary.header,
      carriedOver: {
        from: { number: 1, name: 'Pilot' },
        fit: { total: 5, apply: 4, excluded: [{ reason: 'report', n: 1 }] }
      }
    },
    preregistrations: [],
    overRun: {
      ...{ units: 1200, queries: 3, all: equal },
      pairs: [
        { a: { id: 'a', name: 'J1' }, b: { id: 'b', name: 'J2' }, equal },
        { a: { id: 'a', name: 'J1' }, b: { id: 'c', name: 'J3' }, equal }
      ]
    }
  }
};

const textsOfBlock = (block: DocumentBlock): string[] => {
  switch (block.kind) {
    case 'paragraph':
      return [block.lead ?? '', block.text];
    case 'list':
      return block.items;
    case 'facts':
      return block.facts.flatMap(({ term, value }) => [term, value]);
    case 'chart': {
      const { picture, note, table } = block.chart;
      return [
        ...[picture.title, picture.description, ...picture.marks.flatMap(textsOfMark)],
        note,
        ...table.columns.map(({ title }) => title),
        ...table.rows.flat()
      ];
    }
    case 'table': {
      const { caption, columns, rows } = block.table;
      const cells = rows.flatMap((row) => [row.name, ...row.cells]);
      return [caption, ...columns.map(({ title }) => title), ...cells.flatMap(textsOfCell)];
    }
  }
};

const textsOfMark = (mark: Parameters<typeof drawn>[0]): string[] => {
  const { text, title } = drawn(mark);
  return [text ?? '', title ?? ''];
};

const textsOfCell = (cell: DocumentCell): string[] =>
  isNumberShown(cell) ? [cell.written, cell.range, cell.why ?? ''] : [String(cell ?? '')];

const textsOf = ({ title, facts, sections }: AlignmentDocument): string[] => [
  title,
  ...facts.flatMap(({ term, value }) => [term, value]),
  ...sections.flatMap((section) => [section.title, ...section.blocks.flatMap(textsOfBlock)])
];

/** Charts cut long names. */
const cut = /<s[^…]*…/g;
/** Names of people, studies, runs, systems and judges: they are no text of the document. */
const names = [evilName, 'Blind round 2', 'Pilot', 'Ines', 'f.csv'];
const withoutNames = (text: string): string =>
  names.reduce((left, name) => left.replaceAll(name, ''), text).replaceAll(cut, '');

const numericCells = ({ table }: Extract<DocumentBlock, { kind: 'chart' }>['chart'], row: string[]): string[] =>
  row.filter((_, i) => table.columns[i]!.numeric).map((cell) => cell.replace(/ ?[(（].*/, ''));

/** Numbers of tables and charts, in their order, with whether a reason is given for a dash. */
const numbersOf = ({ sections }: AlignmentDocument): unknown[] =>
  sections.flatMap(({ id, blocks }) =>
    blocks.flatMap((block) =>
      block.kind === 'table'
        ? block.table.rows.map(({ cells }) => [
            id,
            ...cells.map((cell) => {
              if (!isNumberShown(cell)) return typeof cell === 'number' ? cell : null;
              const { why, ...numbers } = cell;
              return { ...numbers, missing: why !== null };
            })
          ])
        : block.kind === 'chart'
          ? block.chart.table.rows.map((row) => [id, ...numericCells(block.chart, row)])
          : []
    )
  );

describe.each(Object.entries(every))('the Chinese document of a report (%s)', (_, source) => {
  const english = alignmentDocument(source, 'en');
  const chinese = alignmentDocument(source, 'zh-Hans');

  it('has no two English words one after the other, but names', () => {
    const found = textsOf(chinese)
      .map(withoutNames)
      .flatMap((text) => text.match(/[A-Za-z’]{2,}[,;:]? [a-z’]{2,}.*/g) ?? []);
    expect(found).toEqual([]);
    // The same search finds plenty in the English one.
    expect(
      textsOf(english).filter((text) => /[A-Za-z’]{2,} [a-z’]{2,}/.test(withoutNames(text))).length
    ).toBeGreaterThan(20);
  });

  it('has the same numbers as the English one, in the same places', () => {
    expect(chinese.sections.map(({ id }) => id)).toEqual(english.sections.map(({ id }) => id));
    expect(chinese.sections.map(({ blocks }) => blocks.map(({ kind }) => kind))).toEqual(
      english.sections.map(({ blocks }) => blocks.map(({ kind }) => kind))
    );
    expect(numbersOf(chinese)).toEqual(numbersOf(english));
    expect(numbersOf(chinese).length).toBeGreaterThan(1);
  });

  it('has every term, title and caption in Chinese', () => {
    const words = chinese.sections.flatMap(({ title, blocks }) => [
      title,
      ...blocks.flatMap((block) => (block.kind === 'table' ? [block.table.caption] : []))
    ]);
    expect(words.filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
  });
});

describe('charts in Chinese', () => {
  it.each(Object.entries(sources))('have titles, descriptions and notes in Chinese on a %s scale', (_, source) => {
    for (const name of chartNames) {
      const chart = chartOf(name, source.report, source.procedure, 'zh-Hans')!;
      for (const text of [chart.picture.title, chart.picture.description, chart.note])
        expect(text).toMatch(/\p{Script=Han}/u);
    }
  });
});
