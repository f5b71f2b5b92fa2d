import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { authorize, type Person } from '../../server/auth/authorize.ts';
import { schema } from '../../server/db/client.ts';
import { aQuery } from '../rounds/project.fixture.server.ts';
import { roundScene } from '../rounds/rounds.fixture.ts';
import { pageOfOwnQueries } from './own-queries.server.ts';

const all = { search: '', sort: 'qid', descending: false, filters: {}, page: 1, size: 50 };

it('a person finds the queries of which they said something, and whether it can still be changed', () => {
  const queries = ['q1', 'q2', 'q3'].map((qid) => aQuery(qid, 'Who is it?'));
  const s = roundScene({ queries, settings: { overlap: 1, batchSize: 3 }, people: { annotators: 2, reviewers: 2 } });
  const own = (person: Person, asked = {}) =>
    pageOfOwnQueries(s.db, authorize(person, s.lead.resource, 'enter'), { ...all, ...asked });
  const [ana, idle] = s.annotators as [Person, Person];
  const [reviewer] = s.reviewers as [Person];
  s.annotateAll(ana);
  expect(own(ana).rows).toMatchObject(
    ['q1', 'q2', 'q3'].map((qid) => ({ qid, stage: 'annotation', given: 2, state: 'gone-on' }))
  );
  expect([own(idle).total, own(reviewer).total]).toEqual([0, 0]);
  s.reviewAll(reviewer);
  expect(own(reviewer, { filters: { stage: 'review' } }).rows.map(({ given }) => given)).toEqual([2, 2, 2]);
  // A query that is back in annotation is the annotator's to change, unless the round rests.
  const { roundQuery, verificationRound } = schema;
  s.db.update(roundQuery).set({ stage: 'annotation' }).where(eq(roundQuery.position, 0)).run();
  const open = () => own(ana, { filters: { state: 'open' } }).rows.map(({ state }) => state);
  expect(open()).toEqual(['open']);
  s.db.update(verificationRound).set({ status: 'paused' }).run();
  expect(open()).toEqual(['paused']);
  expect(own(ana, { search: 'q2' }).total).toBe(1);
  expect(own(ana, { size: 1, page: 3 })).toMatchObject({ rows: [{ qid: 'q3' }], page: 3, pages: 3 });
});
