import { describe, expect, it } from 'vitest';
import { finaliseRound } from './finalise.server.ts';
import { aQuery } from './project.fixture.server.ts';
import { roundScene, stagesNow } from './rounds.fixture.ts';

const queries = (n: number, items: number) =>
  Array.from({ length: n }, (_, i) => ({
    ...aQuery(
      `q${String(i + 1).padStart(3, '0')}`,
      ...Array.from({ length: items }, (_, k) => `Does the report give figure ${k} of place ${i}?`)
    ),
    domain: ['Health', 'Law', 'Science'][i % 3]!,
    category: ['Market analysis', 'Decision support'][i % 2]!
  }));

describe('a round of 100 queries with six items each', () => {
  it('goes through all five stages with nine people in seconds', { timeout: 60_000 }, () => {
    const s = roundScene({
      queries: queries(100, 6),
      settings: { overlap: 2, batchSize: 25 },
      people: { annotators: 4, reviewers: 3, adjudicators: 1 }
    });
    const started = performance.now();
    let n = 0;
    for (const person of s.annotators)
      s.annotateAll(person, ({ kind }) =>
        (n += 1) % 17 === 0
          ? kind === 'query'
            ? { label: 'modify', wording: `Another wording ${n}?` }
            : { label: 'needs-modification', wording: `Does the report give another figure ${n}?` }
          : 'appropriate'
      );
    // Two people can take no more than all; the others find nothing left.
    expect(new Set(Object.values(stagesNow(s)))).toEqual(new Set(['review']));
    for (const person of s.reviewers) s.reviewAll(person);
    expect(s.startInspections()).toBe(4);
    for (const person of s.reviewers) s.inspectAll(person);
    const stages = Object.values(stagesNow(s));
    s.adjudicateAll(s.adjudicators[0]!);
    const { version } = finaliseRound(s.db, s.lead, s.round.id, { includeOpen: true });
  });
});
