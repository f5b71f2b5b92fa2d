import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compose } from './compose.ts';
import {
  qids,
  rows,
  itemsOf,
  systems,
  judges,
  people,
  text,
  annotators,
  reports,
  defects,
  truthOf,
  markdownOf
} from './content.fixture.ts';

function words(markdown: string): number {
  const chinese = (markdown.match(/\p{Script=Han}/gu) ?? []).length > 500;
  const segmenter = new Intl.Segmenter(chinese ? 'zh' : 'en', { granularity: 'word' });
  return [...segmenter.segment(markdown.replace(/https?:\S+/g, ''))].filter((part) => part.isWordLike).length;
}

interface References {
  entries: number[];
  cited: Set<number>;
}
function references(markdown: string): References {
  const entries: number[] = [];
  const cited = new Set<number>();
  for (const line of markdown.split('\n')) {
    const entry = /^(?:- )?\[(\d+)\] /.exec(line);
    if (entry) entries.push(Number(entry[1]));
    else for (const mark of line.matchAll(/\[(\d+)\]/g)) cited.add(Number(mark[1]));
  }
  return { entries, cited };
}

describe('queries, systems and people', () => {
  it('hold 8 queries in 4 domains with 5 to 9 checklist items each', () => {
    expect(qids).toHaveLength(8);
    expect(new Set(rows.map((row) => row.domain)).size).toBe(4);
    for (const qid of qids) expect(itemsOf(qid).length).toSatisfy((n: number) => n >= 5 && n <= 9);
    expect(new Set(rows.map((row) => row.checklist_id)).size).toBe(rows.length);
    expect(rows.every((row) => row.Checklist?.startsWith('Does the report ') && row.Checklist.endsWith('?'))).toBe(
      true
    );
  });

  it('have exactly one query with a {{date}} placeholder', () => {
    expect(
      qids.filter((qid) => rows.find((row) => row.qid === qid)?.['Deep Research Query']?.includes('{{date}}'))
    ).toEqual(['water02']);
  });

  it('cover all three categories of systems and label every judge as scripted', () => {
    expect(systems.map((s) => s.category).sort()).toEqual([
      'multi-agent',
      'single-agent-deep-research',
      'single-agent-web'
    ]);
    expect(judges.every((name) => name.startsWith('scripted:'))).toBe(true);
  });

  it('keep people under demo.example and without a password', () => {
    expect(people.every((person) => person.email.endsWith('@demo.example'))).toBe(true);
    expect(text('people.json')).not.toContain('password');
    expect(annotators).toHaveLength(3);
  });
});

describe('reports', () => {
  it('are one per system and query and no more', () => {
    for (const { name } of systems)
      expect(readdirSync(new URL(`reports/${name}/`, import.meta.url)).sort()).toEqual(
        qids.map((qid) => `qid_${qid}_report.md`).sort()
      );
  });

  it.each(reports)('$system $qid has 400 to 900 words', ({ markdown }) => {
    expect(words(markdown)).toBeGreaterThanOrEqual(400);
    expect(words(markdown)).toBeLessThanOrEqual(900);
  });

  it('name neither a system nor a judge', () => {
    const names = /cairn|heron|\btarn|ferrule|gannet|sextant|\bagents?\b/i;
    expect(reports.filter(({ markdown }) => names.test(markdown)).map((r) => `${r.system}/${r.qid}`)).toEqual([]);
  });

  it('cite addresses under .example only', () => {
    for (const { markdown } of reports)
      for (const [address] of markdown.matchAll(/https?:[^\s)|]+/g))
        expect(new URL(address).hostname.endsWith('.example')).toBe(true);
  });
});

describe('planted defects', () => {
  it.each(reports)('in $system $qid agree with its numbers on items 3, 4 and 10', ({ system, qid, markdown }) => {
    const { entries, cited } = references(markdown);
    const fails = defects[system]?.[qid]?.presentation ?? [];
    expect(entries.some((n) => !cited.has(n))).toBe(fails.includes('p3'));
    expect([...cited].some((n) => !entries.includes(n))).toBe(fails.includes('p4'));
    const sorted = [...entries].sort((a, b) => a - b);
    const unbroken = sorted.every((n, i) => n === i + 1);
    const addresses = markdown.match(/https?:\S+/g) ?? [];
    const twice = new Set(addresses).size < addresses.length;
    expect(!unbroken || twice).toBe(fails.includes('p10'));
  });

  it.each([
    ['cairn-search', 'buildings02', 'p9', /^\*\*Overview\*\*$/m],
    ['cairn-search', 'health01', 'p5', /^(?!.*\[\d+\])[\s\S]*$/],
    ['cairn-search', 'health02', 'p2', /choise/],
    ['cairn-search', 'cities02', 'p8', /^\| --- .*\|\n\n/m],
    ['cairn-search', 'water01', 'p2', /quater[\s\S]*Recomended/],
    ['cairn-search', 'water02', 'p6', /\(Rural Water Advice, 2024\)[\s\S]*\[2\]/],
    ['cairn-search', 'water02', 'p8', /\| information not available \|/],
    ['heron-research', 'health01', 'p2', /hygeine/],
    ['heron-research', 'water02', 'p7', /main\[4\]tained/],
    ['tarn-agents', 'buildings01', 'p5', /References for part A[\s\S]*References for part B/],
    ['tarn-agents', 'buildings02', 'p1', /Recommendation, continued/],
    ['tarn-agents', 'buildings02', 'p6', /\(Hallin and Moor, 2024\)/],
    ['tarn-agents', 'health02', 'p2', /sufficent[\s\S]*adresses[\s\S]*begining/],
    ['tarn-agents', 'health02', 'p9', /screened \|\n\| Letter/],
    ['tarn-agents', 'cities01', 'p5', /- \[2\].*\n- \[5\]/],
    ['tarn-agents', 'water01', 'p2', /benifit/],
    ['tarn-agents', 'water01', 'p7', /infil\[3\]tration/],
    ['tarn-agents', 'water01', 'p9', /^\*\*7\. Heavier rain\*\*$/m],
    ['tarn-agents', 'water02', 'p1', /## Sources for[\s\S]*## Introduction/],
    ['tarn-agents', 'water02', 'p5', /## Sources for the sections[\s\S]*## Sources for the other/]
  ] as const)('%s %s fails %s for what stands in the text', (system, qid, item, pattern) => {
    expect(truthOf(system, qid, 'presentation', item)).toBe('no');
    expect(markdownOf(system, qid)).toMatch(pattern);
  });

  it('leave some reports without any presentation defect', () => {
    const clean = reports.filter(({ system, qid }) => defects[system]?.[qid]?.presentation.length === 0);
    expect(clean.map((r) => `${r.system}/${r.qid}`)).toEqual([
      'cairn-search/cities01',
      'heron-research/buildings01',
      'heron-research/buildings02',
      'heron-research/health02',
      'heron-research/water01',
      'tarn-agents/cities02'
    ]);
  });

  it('differ between systems: the deep one misses least, the quick one most', () => {
    const missed = (system: string): number =>
      qids.reduce((sum, qid) => sum + (defects[system]?.[qid]?.coverage.length ?? 0), 0);
    expect(missed('heron-research')).toBeLessThan(missed('tarn-agents'));
    expect(missed('tarn-agents')).toBeLessThan(missed('cairn-search'));
  });
});

describe('composition', () => {
  it('yields the committed files from the facts', async () => {
    for (const [path, composed] of await compose()) {
      expect(existsSync(new URL(path, import.meta.url))).toBe(true);
      expect(composed === text(path), `${path} is out of date: run node seed/compose.ts`).toBe(true);
    }
  });
});
