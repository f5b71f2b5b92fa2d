import { describe, expect, it } from 'vitest';
import { domainKeys, drawByDomain, levels, type DomainKey } from './domains.ts';

const surveys = (counts: Partial<Record<DomainKey, number>>) =>
  Object.entries(counts).flatMap(([domain, n]) =>
    Array.from({ length: n }, (_, k) => ({
      arxiv: `${domain}${String(k).padStart(3, '0')}`,
      domain: domain as DomainKey
    }))
  );

describe('surveys drawn by domain', () => {
  it('are ten of each of ten domains, or as many as there are, and none of the unknown one', () => {
    const { drawn, counts } = drawByDomain(surveys({ A: 50, B: 10, C: 3, K: 40 }));
    expect(counts.filter(({ from }) => from > 0)).toEqual([
      { domain: 'A', from: 50, drawn: 10 },
      { domain: 'B', from: 10, drawn: 10 },
      { domain: 'C', from: 3, drawn: 3 },
      { domain: 'K', from: 40, drawn: 0 }
    ]);
    expect(new Set(drawn.map(({ arxiv }) => arxiv)).size).toBe(23);
    expect([domainKeys.length, counts.length]).toEqual([11, 11]);
  });

  it('are the same for a seed whatever the order and whatever other domains hold', () => {
    const all = surveys({ A: 50, B: 30 });
    const first = drawByDomain(all).drawn;
    expect(drawByDomain(all.toReversed().concat(all)).drawn).toEqual(first);
    const more = drawByDomain([...all, ...surveys({ C: 5 })]).drawn;
    expect(more.filter(({ domain }) => domain !== 'C')).toEqual(first);
    expect(drawByDomain(all, { seed: 43 }).drawn).not.toEqual(first);
    expect(first.filter(({ domain }) => domain === 'A').map(({ arxiv }) => arxiv)).toMatchInlineSnapshot(`
      [
        "A049",
        "A016",
        "A031",
        "A017",
        "A028",
        "A019",
        "A035",
        "A045",
        "A018",
        "A012",
      ]
    `);
  });

  it('and their levels are uniform', () => {
    const seen = { survey: 0, first: new Map(levels.map((level) => [level, 0])) };
    for (let seed = 0; seed < 600; seed += 1)
      for (const { arxiv, level } of drawByDomain(surveys({ A: 20 }), { seed }).drawn) {
        if (arxiv === 'A007') seen.survey += 1;
        seen.first.set(level, seen.first.get(level)! + 1);
      }
    // Each of 20 is drawn with probability ½: 300 ± 4 · 12.2; levels 2000 ± 4 · 36.5.
    expect(Math.abs(seen.survey - 300)).toBeLessThan(49);
    for (const level of levels) expect(Math.abs(seen.first.get(level)! - 2000)).toBeLessThan(146);
  });
});
