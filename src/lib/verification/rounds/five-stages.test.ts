import { describe, expect, it } from 'vitest';
import { adjudicationQueue } from '../adjudication/adjudication.server.ts';
import { finaliseRound, previewFinalisation, versionLineage, versionRecord } from '../release/finalise.server.ts';
import { aQuery } from './project.fixture.server.ts';
import { roundScene, stagesNow } from './rounds.fixture.ts';
import { processorTimeSince, sized } from '../../../../tests/timing.ts';

const queries = (n: number, items: number) =>
  Array.from({ length: n }, (_, i) => ({
    ...aQuery(
      `q${String(i + 1).padStart(3, '0')}`,
      ...Array.from({ length: items }, (_, k) => `Does the report give figure ${k} of place ${i}?`)
    ),
    domain: ['Health', 'Law', 'Science'][i % 3]!,
    category: ['Market analysis', 'Decision support'][i % 2]!
  }));

/** A multiple of 20: one of ten queries is in dispute, and a round has four batches. */
const QUERIES = sized(100, 20);

describe(`a round of ${QUERIES} queries with six items each`, () => {
  it('goes through all five stages with nine people in seconds', () => {
    const s = roundScene({
      queries: queries(QUERIES, 6),
      settings: { overlap: 2, batchSize: QUERIES / 4 },
      people: { annotators: 4, reviewers: 3, adjudicators: 1 }
    });
    const started = process.threadCpuUsage();
    // One annotator of two rewords an item of every tenth query; the reviewers would leave it.
    const odd = (qid: string, key: string): boolean => qid.endsWith('0') && key === 'c2';
    const [first, ...rest] = s.annotators;
    s.annotateAll(first!, ({ key }, { qid }) =>
      odd(qid, key)
        ? { label: 'needs-modification', wording: `Does the report give figure 1 of ${qid}?` }
        : 'appropriate'
    );
    for (const person of rest) s.annotateAll(person);
    expect(new Set(Object.values(stagesNow(s)))).toEqual(new Set(['review']));

    const disagreeing = ({ label }: { label: string }) => (label === 'appropriate' ? 'agree' : 'appropriate');
    for (const person of s.reviewers.slice(0, 2)) s.reviewAll(person, disagreeing);
    expect(s.startInspections()).toBe(4);
    // A reviewer of a query cannot inspect it: here the first reviewer claimed all of them.
    expect(s.inspectAll(s.reviewers[0]!)).toEqual([]);
    expect(s.inspectAll(s.reviewers[2]!).length).toBeGreaterThan(QUERIES * 0.8);

    const [settler] = s.adjudicators;
    const queue = adjudicationQueue(s.db, s.grant(settler!, 'adjudicate'), s.round.id);
    expect([queue.open.length, queue.unanimous.length]).toEqual([QUERIES / 10, QUERIES * 6.9]);
    expect(previewFinalisation(s.db, s.lead, s.round.id)).toMatchObject({ settled: false, unfinished: {} });
    s.adjudicateAll(settler!, () => ({
      label: 'needs-modification',
      wording: 'Does the report give figure 1 in full?'
    }));
    expect(new Set(Object.values(stagesNow(s)))).toEqual(new Set(['done']));

    const { version, created } = finaliseRound(s.db, s.lead, s.round.id);
    expect([created, version.queries, version.items]).toEqual([true, QUERIES, QUERIES * 6]);
    const record = versionRecord(s.db, s.lead, version.number);
    expect(record.finalisation?.datasheet.subjects.item).toMatchObject({
      kept: QUERIES * 6,
      reworded: QUERIES / 10,
      states: { unanimous: QUERIES * 5.9, adjudicated: QUERIES / 10, open: 0 }
    });
    expect(versionLineage(s.db, s.lead, version.number, 'q010')).toHaveLength(7);
    expect(processorTimeSince(started)).toBeLessThan(QUERIES * 600);
  });
});
