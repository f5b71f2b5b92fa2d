import { describe, expect, it } from 'vitest';
import { domainKeys, drawByDomain, levelOf, levels, type DomainKey } from './domains.ts';

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
  });

  it('and their levels are uniform, and the same for a seed', () => {
    let drawn = 0;
    const seen = new Map(levels.map((level) => [level, 0]));
    for (let seed = 0; seed < 600; seed += 1) {
      if (drawByDomain(surveys({ A: 20 }), { seed }).drawn.some(({ arxiv }) => arxiv === 'A007')) drawn += 1;
      for (let n = 0; n < 10; n += 1) {
        const level = levelOf(`2301.0000${n}`, seed);
        seen.set(level, seen.get(level)! + 1);
      }
    }
    // Each of 20 is drawn with probability ½: 300 ± 4 · 12.2; levels 2000 ± 4 · 36.5.
    expect(Math.abs(drawn - 300)).toBeLessThan(49);
    for (const level of levels) expect(Math.abs(seen.get(level)! - 2000)).toBeLessThan(146);
    expect(levelOf('2301.00001')).toBe(levelOf('2301.00001', 42));
  });
});
