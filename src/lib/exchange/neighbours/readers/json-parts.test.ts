import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProblemList } from '../../format/problem-list.ts';
import { jsonParts, parseLenient } from './json-parts.ts';

const partsOf = (text: string, streamed: string[]): { parts: unknown[]; problems: number } => {
  const problems = new ProblemList();
  const parts = [...jsonParts(new TextEncoder().encode(text), streamed, problems)];
  return { parts: parts.map(({ path, element, value }) => [path, element, value]), problems: problems.all.length };
};

describe('a JSON document', () => {
  it('is read element by element if it is asked for, and otherwise by whole members', () => {
    const text = ' {"a": 1, "r": {"v": [1], "r": [{"x": "}],\\""}, 2, null]}, "z": "é"}';
    expect(partsOf(text, ['r.r'])).toEqual({
      parts: [['a', null, 1], ['r.v', null, [1]], ['r.r', 1, { x: '}],"' }], ['r.r', 2, 2], ['r.r', 3, null], ['z', null, 'é']], // prettier-ignore
      problems: 0
    });
  });

  it('is one part if nothing in it is asked for', () => {
    expect(partsOf('{"a":[1,2]}', [])).toEqual({ parts: [['', null, { a: [1, 2] }]], problems: 0 });
  });

  it('that ends early, or continues after its end, is a problem', () => {
    for (const text of ['[1, {"a":', '[1', '[1] 2', '[1}', '{1:2}']) expect([text, partsOf(text, ['']).problems]).toEqual([text, 1]); // prettier-ignore
  });

  it('on the disk gives the same parts, whatever lies across the pieces in which it is read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'voirdire-parts-'));
    const path = join(folder, 'a.json');
    const elements = Array.from({ length: 300 }, (_, i) => ({ i, text: `"\\ü${'y'.repeat(i * 47)}` }));
    writeFileSync(path, JSON.stringify(elements));
    const problems = new ProblemList();
    const read = [...jsonParts({ path, size: statSync(path).size }, [''], problems)].map(({ value }) => value);
    rmSync(folder, { recursive: true });
    expect([read, problems.any]).toEqual([elements, false]);
  });

  it('with NaN and Infinity of Python has null there, and keeps the words in texts', () => {
    expect(parseLenient('{"a": NaN, "b": [-Infinity], "c": "NaN \\" NaN"}')).toEqual({ a: null, b: [null], c: 'NaN " NaN' }); // prettier-ignore
  });
});
