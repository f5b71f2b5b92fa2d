import { describe, expect, it } from 'vitest';
import { chartNames } from '../charts/chart.ts';
import { chartOf, chartsOf } from '../charts/of-report.ts';
import { boundsOutward } from '../../stats/writing/figures.ts';
import { worldOf } from '../procedure/procedure.fixture.ts';
import { alignment } from '../report/report.ts';
import { alignmentDocument } from './build.ts';
import { isNumberShown, type AlignmentDocument, type ShownNumber } from './document.ts';
import { evilName, sourceOf, sources } from './document.fixture.ts';

const numbersOf = ({ sections }: AlignmentDocument): ShownNumber[] =>
  sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.kind === 'table' ? block.table.rows.flatMap(({ cells }) => cells.filter(isNumberShown)) : []
    )
  );
const every = Object.entries(sources);

describe.each(every)('the document of a report on a %s scale', (level, source) => {
  const document = alignmentDocument(source, 'en');

  it('writes the corrected interval of the verdict in gates, selection and populations as the verdict does', () => {
    const { corrected } = source.procedure.selection;
    if (corrected.low === null || corrected.high === null) throw new Error('the sample has no corrected interval');
    const range = boundsOutward(corrected.low, corrected.high);
    const [low, high] = range.split(' – ') as [string, string];
    expect(source.procedure.verdict.text).toMatch(
      new RegExp(`\\[${low.replace('.', '\\.')}0*, ${high.replace('.', '\\.')}`)
    );
    const same = numbersOf(document).filter(
      (one) => one.low === corrected.low && one.high === corrected.high && one.value === corrected.value
    );
    expect(same.length).toBeGreaterThanOrEqual(3);
    for (const one of same) expect(one.range).toBe(range);
  });

  it('has the verdict first, then decision, warnings, preregistration, gates, choice and all figures', () => {
    const ids = document.sections.map(({ id }) => id).filter((id) => id !== 'warnings');
    expect(ids).toEqual([
      ...[
        'verdict',
        'decision',
        'preregistered',
        'gates',
        'choice',
        'populations',
        'consensus',
        'candidates',
        'raters',
        'errors',
        'strata',
        'breakdown',
        'checks'
      ],
      // Of scores neither of two judges is simply right.
      ...(['binary', 'preference', 'nominal'].includes(level) ? ['either'] : []),
      ...['items', 'protocols', 'method']
    ]);
  });

  it('shows no number without its n, and says why if one is missing', () => {
    const numbers = numbersOf(document);
    expect(numbers.length).toBeGreaterThan(100);
    for (const { value, low, high, n, why, written, range } of numbers) {
      expect(Number.isFinite(n)).toBe(true);
      if (value === null) expect([written, why]).toEqual(['–', expect.stringMatching(/\S/)]);
      else expect(written).toMatch(/\d/);
      expect(low === null).toBe(high === null);
      if (low !== null) expect(range).toMatch(/\d – \S*\d/);
    }
  });

  it('has as many cells in every row as columns', () => {
    for (const { blocks } of document.sections)
      for (const block of blocks)
        if (block.kind === 'table')
          for (const { cells } of block.table.rows) expect(cells).toHaveLength(block.table.columns.length - 1);
  });

  it('names every chart once', () => {
    const blocks = document.sections.flatMap((section) => section.blocks);
    const names = blocks.flatMap((block) => (block.kind === 'chart' ? [block.chart.name] : []));
    expect(names.sort()).toEqual([...chartNames].sort());
  });

  it('is the same whenever it is written', () => {
    expect(alignmentDocument(source, 'en')).toEqual(document);
  });
});

describe('a document', () => {
  const text = JSON.stringify(alignmentDocument(sources.binary, 'en'));

  it('tells what was preregistered, by whom and when, who looked first, and that a decision is another one', () => {
    expect(text).toContain('Preregistered 2026-05-02 00:00 UTC by Ines, before the first verdict.');
    expect(text).toContain('2026-05-20 08:05 UTC by Ines, with 40 labels committed');
    expect(text).toContain('Adopt; the decision differs');
  });

  it('holds the chosen protocol and the direct rating of the same reports beside each other', () => {
    const { blocks } = alignmentDocument(sources.binary, 'en').sections.find(({ id }) => id === 'protocols')!;
    const [order, distance] = blocks.map((block) => (block.kind === 'table' ? block.table.rows : []));
    // Always two points above people, and in their order.
    expect(order!.map(({ cells }) => cells[0])).toMatchObject([{ value: 1, n: 12, clusters: 4 }]);
    expect(distance!.map(({ cells }) => cells[0])).toMatchObject([{ value: 2, written: '2.0', n: 12 }]);
  });

  it('tells that nothing was preregistered, and each earlier preregistration', () => {
    const { preregistrations } = sources.binary;
    const none = JSON.stringify(alignmentDocument({ ...sources.binary, preregistrations: [] }, 'en'));
    expect(none).toContain('No analysis plan was preregistered; default values apply.');
    const changed = { ...preregistrations[0]!, revision: 2, reason: 'more people', opened: true };
    const two = JSON.stringify(
      alignmentDocument({ ...sources.binary, preregistrations: [changed, ...preregistrations] }, 'en')
    );
    expect(two).toContain('after unblinding; revision 2, reason: more people');
    expect(two).toContain('Revision 1: 2026-05-02 00:00 UTC by Ines, before the first verdict');
  });

  it('of a sample with unequal chances says of every table of figures whether it is as sampled or weighted to the run', () => {
    const world = worldOf({ seed: 4, queries: 6, perQuery: 6, people: 3, right: 0.9, judges: [0.8, 0.7] });
    const drawn = world.items.map((item, i) => ({ ...item, inclusionProbability: i % 2 ? 1 : 0.5 }));
    const { sections } = alignmentDocument(sourceOf({ ...world, items: drawn }), 'en');
    const weighed = /, as sampled$|weighted to the run|by stratum$/;
    for (const { id, blocks } of sections.filter(({ id }) =>
      'gates populations candidates consensus raters errors either strata breakdown checks'.split(' ').includes(id)
    ))
      for (const block of blocks)
        if (block.kind === 'table' && block.table.columns.some(({ kind }) => kind === 'figure'))
          expect(block.table.caption, id).toMatch(weighed);
    const gates = JSON.stringify(sections.find(({ id }) => id === 'gates'));
    expect(gates).toContain('As measured, weighted to the run, not corrected for the selection');
    const [checks] = sections.find(({ id }) => id === 'checks')!.blocks;
    if (checks?.kind !== 'table') throw new Error('the judges have no table');
    expect(checks.table.caption).toContain('weighted to the run');
    expect(checks.table.columns.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Test–retest consistency', 'Test–retest consistency, weighted to the run'])
    );
  });

  it('of a study without a label has no figures of people, and no chart but that of the judges', () => {
    const world = worldOf({ seed: 1, queries: 4, perQuery: 3, people: 1, right: 1, judges: [0.9, 0.8] });
    const empty = { ...world, items: world.items.map((item) => ({ ...item, humans: [] })) };
    const source = sourceOf(empty);
    const { sections } = alignmentDocument({ ...source, decisions: [], protocols: null }, 'en');
    expect(sections.map(({ id }) => id)).toEqual(['verdict', 'warnings', 'preregistered', 'raters', 'items', 'method']);
    expect(chartsOf(source.report, source.procedure).map(({ name }) => name)).toEqual(['raters']);
  });
});

describe('charts of a report', () => {
  it('put the judges’ label across and people’s down, with the counts of the table', () => {
    const { report, procedure } = sources.ordinal;
    const { table } = chartOf('errors', report, procedure)!;
    expect(table.columns.map(({ title }) => title).slice(1)).toEqual([
      ...['1', '1 to 2', '2', '2 to 3', '3', '3 to 4', '4', 'all']
    ]);
    const total = table.rows.reduce((sum, row) => sum + Number(row.at(-1)), 0);
    expect(total).toBe(110);
  });

  it('have an operating characteristic of shares and of coefficients', () => {
    expect(chartOf('characteristic', sources.binary.report, sources.binary.procedure)!.note).toContain(
      'effective items from 22 queries'
    );
    expect(chartOf('characteristic', sources.ordinal.report, sources.ordinal.procedure)!.note).toContain(
      'Fisher’s z scale'
    );
  });

  it('name the candidates in few words, and leave none without its place on the front', () => {
    const { report, procedure } = sources.binary;
    const { table } = chartOf('front', report, procedure)!;
    expect(table.rows).toHaveLength(procedure.selection.candidates.length);
    expect(table.rows.some(([name]) => name!.includes(evilName))).toBe(true);
    expect(table.rows.filter(([, , , standing]) => standing!.startsWith('chosen'))).toHaveLength(1);
  });

  it('put candidates by their number of judges if all cost the same', () => {
    const { report, procedure } = sources.binary;
    const { selection } = procedure;
    const free = { ...selection, candidates: selection.candidates.map((one) => ({ ...one, cost: 0 })) };
    const { picture, table } = chartOf('front', report, { ...procedure, selection: free })!;
    expect(picture.title).toBe('All candidates cost the same');
    expect(picture.description).toContain('judges asked per item');
    expect(new Set(table.rows.map(([, , judges]) => judges))).toEqual(new Set(['1', '2', '3']));
  });

  it('are none of a run without judges', () => {
    const world = worldOf({ seed: 1, queries: 4, perQuery: 3, people: 1, right: 1, judges: [] });
    const report = alignment(world, { resamples: 10 });
    expect(chartsOf(report, sources.binary.procedure).map(({ name }) => name)).not.toContain('candidates');
  });
});
