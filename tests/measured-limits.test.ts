import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const docs = join(import.meta.dirname, '../docs');
const read = (name: string): string => readFileSync(join(docs, name), 'utf8');

/** Rows of the limits of one machine that name a measurement: the figures, the page, the day. */
const rows = [...read('scale.md').matchAll(/^\|[^|]*\|([^|]*)\| \[[\w-]+\]\(([\w-]+\.md)\), (\d{4}-\d\d-\d\d)/gm)].map(
  ([, measured = '', page = '', day = '']) => ({ measured, page, day })
);

describe('docs/scale.md', () => {
  it('names a measurement for most of its limits', () => {
    expect(rows.length).toBeGreaterThan(7);
  });

  // A new measurement writes its page: the figures of scale.md are to be taken from it.
  it.each(rows)('has figures of the last measurement in $page', ({ measured, page, day }) => {
    expect(/^Machine: .*?(\d{4}-\d\d-\d\d)/m.exec(read(page))?.[1]).toBe(day);
    const exact = measured.match(/\b\d+\.\d+\b(?= (?:labels|ms|calls|MB))/g) ?? [];
    for (const figure of exact) expect(read(page)).toContain(figure);
  });
});
