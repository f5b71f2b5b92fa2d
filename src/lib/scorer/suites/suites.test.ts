import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../errors.ts';
import { metricByName, metrics } from './index.ts';
import { presentationItems } from './deep-eval/presentation.ts';

describe('suites', () => {
  it('find each metric by its name and refuse another name with the names there are', () => {
    for (const metric of metrics) expect(metricByName(metric.name)).toBe(metric);
    expect(() => metricByName('depth')).toThrow(Refusal);
    expect(() => metricByName('depth')).toThrow('Metrics: presentation, coverage.');
  });

  it('use each metric name once, in kebab-case', () => {
    expect(new Set(metrics.map((metric) => metric.name)).size).toBe(metrics.length);
    for (const metric of metrics) expect(metric.name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  it('give presentation its ten items and let each query bring those of coverage', () => {
    expect(presentationItems.map((item) => item.key)).toEqual(Array.from({ length: 10 }, (_, at) => `p${at + 1}`));
    expect(metricByName('coverage').items).toBeNull();
  });

  it('publish prompts that never change: another text needs another version', () => {
    expect(metrics.map(({ prompt }) => [prompt.name, prompt.version, prompt.hash])).toMatchInlineSnapshot(`
      [
        [
          "deep-eval/presentation",
          "1",
          "40ac05f2da1f7fff672b37c86f13bb7feef1d3c2cc25698b9f20b2017c825ddc",
        ],
        [
          "deep-eval/coverage",
          "1",
          "6a0ab7e7439b0aca5f50bff95e84b317d0ad5fdc018a594f91239b937942d163",
        ],
      ]
    `);
  });

  const paper = `${process.env['VOIRDIRE_SHARED'] ?? '../shared'}/papers/000_ecbd45309c0ab9df.txt`;
  if (!existsSync(paper)) console.log(`skipped: own wording of the prompts, because ${paper} is absent`);
  it.skipIf(!existsSync(paper))('share no run of seven words with the paper', () => {
    const words = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
    const runs = (text: string) => {
      const all = words(text);
      return all.slice(6).map((_, at) => all.slice(at, at + 7).join(' '));
    };
    const theirs = new Set(runs(readFileSync(paper, 'utf8')));
    const ours = [...metrics.map((metric) => metric.prompt.system), ...presentationItems.map((item) => item.text)];
    expect(ours.flatMap(runs).filter((run) => theirs.has(run))).toEqual([]);
  });
});
