import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../errors.ts';
import { readImport } from '../sniff.ts';

/** `<name>.<format>.<csv|jsonl>` with `.value.json` (what it holds) or `.problems.json` (row, column, words of the reason). */
const folder = join(import.meta.dirname, '../../../../../tests/samples/exchange');
const files = readdirSync(folder).filter((name) => !name.endsWith('.json'));

const expected = (name: string, what: string): unknown =>
  JSON.parse(readFileSync(join(folder, name.replace(/\.\w+$/, `.${what}.json`)), 'utf8'));

const variants: [string, (text: string) => string][] = [
  ['current', (text) => text],
  ['with a byte order mark', (text) => `\uFEFF${text}`],
  ['with CRLF lines', (text) => text.replaceAll('\n', '\r\n')],
  ['without a last line break', (text) => text.trimEnd()]
];

describe.each(variants)('a sample %s', (_, change) => {
  const read = (name: string) =>
    readImport([{ name, bytes: Buffer.from(change(readFileSync(join(folder, name), 'utf8'))) }]);

  it.each(files.filter((name) => name.startsWith('readable.')))('%s holds what is written beside it', async (name) => {
    const parsed = await read(name);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems, null, 1));
    expect(
      'reports' in parsed.value ? parsed.value.reports : 'queries' in parsed.value ? parsed.value.queries : []
    ).toEqual(expected(name, 'value'));
  });

  it.each(files.filter((name) => name.startsWith('faulty.')))(
    '%s has every problem written beside it',
    async (name) => {
      const parsed = await read(name);
      if (parsed.ok) throw new Error('no problem was found');
      const wanted = expected(name, 'problems') as Problem[];
      expect(parsed.problems.map(({ row, column }) => ({ row, column }))).toEqual(
        wanted.map(({ row, column }) => ({ row, column }))
      );
      for (const [index, problem] of parsed.problems.entries()) expect(problem.reason).toContain(wanted[index]!.reason);
    }
  );
});
