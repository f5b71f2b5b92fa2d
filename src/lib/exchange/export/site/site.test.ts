import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { insertImportedRun } from '../../../scorer/runs/imported-runs.server.ts';
import { pinRun } from '../../../scorer/runs/pinned-run.server.ts';
import { scene } from '../../../scorer/runs/runs.fixture.ts';
import type { Verdict } from '../../../scorer/verdict.ts';
import type { TableCell } from '../run/leaderboard/leaderboard-table.ts';
import type { SiteContent } from './site-content.ts';
import { indexPages } from './site-index.ts';
import { axisAround, metricPages } from './site-metric.ts';
import { siteFiles } from './site.server.ts';

const HOSTILE = '<script>alert("1")</script>&';

/** Two runs under presentation, each with a judge that says the same of every item. */
function project() {
  const { db, manage, read, versionId, reportIds } = scene();
  const runs = (['yes', 'no'] as const).map((label) =>
    insertImportedRun(db, manage, {
      ...{ name: `${HOSTILE} ${label}`, versionId, reportIds, between: null },
      metrics: [{ name: 'presentation', prompt: 'file' }],
      judges: [{ name: 'one' }],
      verdicts: (sample) => ({
        verdicts: sample.items.map(({ key }): Verdict => ({
          ...{ item: key, state: 'judged', label, rationale: 'Because.', evidence: [] }
        })),
        at: null
      })
    })
  );
  return { db, manage, read, runs };
}

describe('a static leaderboard', () => {
  it('shows the pinned run, else the newest complete one, or the run that is asked for', () => {
    const { db, manage, read, runs } = project();
    expect(siteFiles(db, read, 'Heat').run).toBe(2);
    pinRun(db, manage, runs[0]!.run.id);
    const pinned = siteFiles(db, read, 'Heat');
    expect(pinned.run).toBe(1);
    expect(pinned.files[0]!.text).toContain('(pinned)');
    expect(siteFiles(db, read, 'Heat', { number: 2 }).run).toBe(2);
    expect(() => siteFiles(db, read, 'Heat', { number: 9 })).toThrow('There is no such run');
  });

  it('has the same bytes each time, no script, escaped names, and links only to its own files', () => {
    const { db, read } = project();
    const { files } = siteFiles(db, read, HOSTILE);
    expect(siteFiles(db, read, HOSTILE).files).toEqual(files);
    const names = files.map(({ name }) => name);
    expect(names).toEqual(['index.html', 'metric-presentation.html', 'leaderboard.csv']);
    for (const { name, text } of files.filter((file) => file.name.endsWith('.html'))) {
      const { document } = parseHTML(text);
      expect(document.querySelectorAll('script, img, link, [style]'), name).toHaveLength(0);
      const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href')!.replace(/#.*/, ''));
      expect(links.filter((link) => link !== '' && !names.includes(link))).toEqual([]);
      expect(document.querySelectorAll('h1')).toHaveLength(1);
    }
  });

  it('says that a metric has no adopted ensemble and why its scores are not corrected', () => {
    const { db, read } = project();
    const { document } = parseHTML(siteFiles(db, read, 'Heat').files[1]!.text);
    expect(document.querySelector('#corrected p')!.textContent).toMatch(/^Scores are not corrected: \S/);
    expect(document.querySelector('#adoption')!.textContent).toContain('No ensemble is adopted.');
  });

  it('is refused if no run is complete', () => {
    const { db, read } = scene();
    expect(() => siteFiles(db, read, 'Heat')).toThrow('no complete run');
  });
});

/** Names as long as people give them. */
const nameOf = (n: number): string => `Deep research agent with a rather long name, version ${n}`;
const cell: TableCell = {
  ...{ value: 71.25, reason: null, low: 65.5, high: 77.125, noInterval: null, n: 98, of: 100, queries: 100 },
  ...{ mark: 'tied', games: null, beside: [], notCompared: null }
};

/** A leaderboard of so many systems under so many metrics. */
function large(systems: number, metrics: number): SiteContent {
  const names = Array.from({ length: metrics }, (_, n) => `metric${n}`);
  return {
    language: 'en',
    project: 'Large',
    run: { number: 1, name: 'Large', state: 'done', pinned: true, finishedAt: null, reports: systems * 100 },
    version: null,
    table: {
      language: 'en',
      title: 'Large',
      columns: names.map((name) => ({
        ...{ name, title: `Title of ${name}`, unit: '', measure: 'mean over queries', better: 'higher' },
        ...{ digits: 1, source: null }
      })),
      groups: ['One agent', 'Several agents'].map((title, at) => ({
        title,
        mean: null,
        rows: Array.from({ length: systems / 2 }, (_, n) => ({
          name: nameOf(2 * n + at),
          cells: names.map(() => cell)
        }))
      })),
      notes: [{ kind: 'best', text: 'Bold: best value of the column.' }],
      corrections: [],
      selfJudging: [],
      runState: null
    },
    metrics: names.map((name) => ({
      ...{ name, title: `Title of ${name}`, question: 'Is it?', scale: { min: 0, max: 100, better: 'higher' } },
      ...{ adoption: null, uncorrected: 'No ensemble is adopted.' }
    })),
    judges: [],
    cards: []
  };
}

describe('pages of a large leaderboard', () => {
  const content = large(600, 8);
  const index = indexPages(content);
  const metric = metricPages(content, content.metrics[0]!);

  it('have at most 200 KB each, and every system once', () => {
    for (const pages of [index, metric]) {
      expect(pages.length).toBeGreaterThan(1);
      for (const { name, text } of pages) expect(Buffer.byteLength(text), name).toBeLessThan(200_000);
      const systems = pages.flatMap(({ text }) =>
        [...parseHTML(text).document.querySelectorAll('main tbody tr')].flatMap((row) =>
          row.querySelector('td.num') ? [row.querySelector('th')!.textContent] : []
        )
      );
      expect(systems.toSorted()).toEqual(Array.from({ length: 600 }, (_, n) => nameOf(n)).toSorted());
    }
  });

  it('name their neighbours, and the page in view', () => {
    const links = [...parseHTML(index[1]!.text).document.querySelectorAll('nav.pages a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual(index.map(({ name }) => name));
    expect(links.map((link) => link.getAttribute('aria-current'))[1]).toBe('page');
  });
});

describe('the axis of a plot', () => {
  it('has round steps around all values and intervals, also of one value, and none without values', () => {
    expect(axisAround([cell])).toEqual({ from: 65, to: 80, steps: [65, 70, 75, 80] });
    const [alone] = [axisAround([{ value: 0, low: null, high: null }])!];
    expect(alone.to).toBeGreaterThan(alone.from);
    expect(axisAround([{ value: null, low: null, high: null }])).toBeNull();
  });
});
