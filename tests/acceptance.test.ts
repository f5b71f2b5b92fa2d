import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/acceptance.md'), 'utf8');

const rows = page
  .split('\n')
  .flatMap((line) => {
    const [, n, attack, file, title] = /^\| +(\d+) +\| (.+?) +\| `([^`]+)` +\| (.+?) +\|$/.exec(line) ?? [];
    return title ? [{ n: Number(n), attack: attack!, file: file!, title: title.replaceAll('\\|', '|') }] : [];
  })
  .map((row) => ({ ...row, where: `${row.n}, ${row.file}: ${row.title}` }));

const sources = new Map<string, string>();
/** Source of a test file, with quotation marks as they are read. */
const sourceOf = (file: string): string => {
  const known = sources.get(file) ?? readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'");
  sources.set(file, known);
  return known;
};

/** Whether a file has a test of this title that is not skipped: `it('title', …)`, or `it.each(table)('title', …)`. */
const plays = ({ file, title }: { file: string; title: string }): boolean =>
  ["'", '"', '`'].some((mark) => {
    const at = sourceOf(file).indexOf(`${mark}${title}${mark}`);
    if (at < 0) return false;
    const before = sourceOf(file).slice(0, at);
    const own = /\b(?:it|test)((?:\.\w+)*)\(\s*$/.exec(before)?.[1];
    const ofTable = /\)\s*\(\s*$/.test(before)
      ? [...before.matchAll(/\b(?:it|test)((?:\.\w+)+)\s*[(<]/g)].at(-1)?.[1]
      : undefined;
    const how = own ?? ofTable;
    return how !== undefined && !/\.(?:skip|todo|fails|fixme)\b/.test(how);
  });

describe('docs/acceptance.md', () => {
  it('has 89 cases or more, numbered, each once, in a table that is read whole', () => {
    expect(rows.length).toBeGreaterThanOrEqual(89);
    expect(rows.map(({ n }) => n)).toEqual(rows.map((_, at) => at + 1));
    expect(page.split('\n').filter((line) => /^\| +\d/.test(line)).length).toBe(rows.length);
    expect(page).toContain(`${rows.length} cases`);
    expect(new Set(rows.map(({ file, title, attack }) => `${file} ${title} ${attack}`)).size).toBe(rows.length);
  });

  it('names files that are there, and in each a test of that very title', () => {
    expect(rows.filter(({ file }) => !existsSync(join(root, file))).map(({ where }) => where)).toEqual([]);
    expect(rows.filter((row) => !plays(row)).map(({ where }) => where)).toEqual([]);
  });

  it('would miss a test that is gone, renamed or skipped', () => {
    const [{ file, title }] = rows as [(typeof rows)[number]];
    expect([plays({ file, title }), plays({ file, title: `${title} no more` })]).toEqual([true, false]);
    sources.set('made.test.ts', `it.skip('is left out', () => {});\nit('is played', () => {});`);
    expect(['is left out', 'is played'].map((one) => plays({ file: 'made.test.ts', title: one }))).toEqual([
      false,
      true
    ]);
  });

  it('says of each of the four figures which test counts it', () => {
    const figures = page.split('## The four figures')[1]!.split('\n## ')[0]!;
    const counted = [...figures.matchAll(/`((?:src|tests)\/[\w./-]+\.(?:test|spec)\.ts)`/g)].map(([, file]) => file!);
    expect(new Set(counted).size).toBeGreaterThanOrEqual(4);
    expect(counted.filter((file) => !sourceOf(file).includes('console.log('))).toEqual([]);
  });
});
