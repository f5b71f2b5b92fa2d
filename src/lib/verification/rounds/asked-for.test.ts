import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { schema } from '../../server/db/client.ts';
import { archiveThing, restoreThing } from '../../server/managing/archiving.ts';
import { thingNamed } from '../../server/managing/managed-thing.ts';
import { adjudicationQueue } from '../adjudication/adjudication.server.ts';
import { nextAssignment } from '../assignments/assignments.server.ts';
import { ownQueues } from '../assignments/own-queues.server.ts';
import { settleAnew } from '../work/progress.server.ts';
import { listVersions } from '../release/versions.server.ts';
import { listBatches } from '../inspection/inspections.server.ts';
import { roundBoard, roundThroughput } from '../monitoring/board.server.ts';
import { finaliseRound, reopenQuery } from '../release/finalise.server.ts';
import { readBundle } from '../work/annotation-view.server.ts';
import { readReview } from '../work/reviews.server.ts';
import { aQuery } from './project.fixture.server.ts';
import { roundScene, stagesNow, type RoundScene } from './rounds.fixture.ts';
import { defaultSettings } from './rounds.ts';
import { changeSettings, listRounds } from './rounds.server.ts';

const settings = { overlap: 1, inspection: { ...defaultSettings.inspection, limit: 0.5 } };
const people = { annotators: 1 };
const missed = { label: 'not-appropriate', comment: 'Not asked.' } as const;

/** Archives or restores an item or query as pages and commands do. */
function change(s: RoundScene, act: typeof archiveThing, kind: 'item' | 'query', name: string): void {
  act(s.db, s.lead, kind, thingNamed(s.db, s.lead, kind, name).id);
  settleAnew(s.db, s.lead);
}

const archive = (s: RoundScene, qid: string) =>
  archiveThing(s.db, s.lead, 'query', thingNamed(s.db, s.lead, 'query', qid).id);

it('an earlier round that is reopened hands out no query that a later round has taken up', () => {
  const first = roundScene({ queries: [aQuery('a', 'Who?'), aQuery('b', 'When?')], settings, people });
  const { db, lead, round } = first;
  const [reviewer, other] = first.reviewers;
  const grant = first.grant(reviewer!, 'review');
  first.annotateAll(first.annotators[0]!);
  const held = nextAssignment(db, grant, round, 'review')!;
  nextAssignment(db, grant, round, 'review', held);
  finaliseRound(db, lead, round.id, { includeOpen: true });
  roundScene({ in: first, queries: [], qids: ['b'], settings, people });
  reopenQuery(db, lead, { roundId: round.id, qid: 'a', stage: 'annotation' });
  expect(first.annotateAll(first.annotators[0]!)).toEqual(['a']);
  expect(ownQueues(db, grant)[0]!.open.map(({ qid }) => qid)).toEqual(['a']);
  expect([...first.reviewAll(reviewer!), ...first.reviewAll(other!)]).toEqual(['a']);
});

it('an archived query is not handed out, not inspected, and not waited for', () => {
  const s = roundScene({ queries: [aQuery('a', 'Who?'), aQuery('b', 'When?'), aQuery('c', 'Why?')], settings, people });
  const [annotator] = s.annotators;
  archive(s, 'a');
  expect(ownQueues(s.db, s.grant(annotator!, 'annotate')).map(({ free }) => free)).toEqual([2]);
  expect(s.annotateAll(annotator!).sort()).toEqual(['b', 'c']);
  s.reviewAll(s.reviewers[0]!, (_, { kind }) => (kind === 'query' ? 'agree' : missed));
  archive(s, 'b');
  const [batch] = listBatches(s.db, s.lead, s.round.id);
  expect(batch).toMatchObject({ obstacle: null, queries: 1, plan: { lot: 2 } });
  s.startInspections();
  s.inspectAll(s.reviewers[1]!, ({ kind }) => (kind === 'query' ? 'appropriate' : missed));
  expect(stagesNow(s)).toEqual({ a: 'annotation', b: 'inspection', c: 'adjudication' });
  const adjudicator = s.grant(s.adjudicators[0]!, 'adjudicate');
  expect(adjudicationQueue(s.db, adjudicator, s.round.id).open.map(({ qid }) => qid)).toEqual(['c']);
  s.adjudicateAll(s.adjudicators[0]!);
  const board = roundBoard(s.db, s.lead, s.round.id);
  expect(board.inStage).toMatchObject({ annotation: 0, adjudication: 0, done: 1 });
  expect(listRounds(s.db, s.lead)[0]).toMatchObject({ queries: 1, inStage: { done: 1 } });
  const { stages } = roundThroughput(s.db, s.lead, s.round.id);
  expect(stages.map(({ asked, done, free }) => [asked, done, free])).toEqual(Array(4).fill([1, 1, 0]));
});

it('a query of which only an archived item is in conflict is settled without it', () => {
  const s = roundScene({ queries: [aQuery('a', 'Who?', 'When?')], settings, people });
  s.annotateAll(s.annotators[0]!);
  s.reviewAll(s.reviewers[0]!, (_, { key }) => (key === 'c1' ? missed : 'agree'));
  s.startInspections();
  s.inspectAll(s.reviewers[1]!, ({ key }) => (key === 'c1' ? missed : 'appropriate'));
  const adjudicator = s.grant(s.adjudicators[0]!, 'adjudicate');
  const open = () => adjudicationQueue(s.db, adjudicator, s.round.id).open.map(({ key }) => key);
  expect([stagesNow(s), open()]).toEqual([{ a: 'adjudication' }, ['c1']]);
  archiveThing(s.db, s.lead, 'item', thingNamed(s.db, s.lead, 'item', 'a c1').id);
  settleAnew(s.db, s.lead);
  expect([stagesNow(s), open()]).toEqual([{ a: 'done' }, []]);
  change(s, restoreThing, 'item', 'a c1');
  expect([stagesNow(s), open()]).toEqual([{ a: 'adjudication' }, ['c1']]);
  change(s, archiveThing, 'item', 'a c1');
  finaliseRound(s.db, s.lead, s.round.id);
  expect(listVersions(s.db, s.lead)[0]).toMatchObject({ queries: 1, items: 1 });
});

it('an archived item is handed out in no stage and not drawn, and adjudicators decide about it once it is restored', () => {
  const s = roundScene({ queries: [aQuery('a', 'Who?', 'When?', 'Why?')], settings: { ...settings, overlap: 2 } });
  const [first, second] = s.annotators;
  const [reviewer, inspector] = s.reviewers.map((person) => s.grant(person, 'review'));
  const keysOf = (bundle: { subjects: { key: string }[] }) => bundle.subjects.map(({ key }) => key);
  const seen: string[] = [];
  s.annotateAll(first!);
  change(s, archiveThing, 'item', 'a c1');
  s.annotateAll(second!, ({ key }) => (seen.push(key), 'appropriate'));
  expect([seen, stagesNow(s)]).toEqual([['a', 'c2', 'c3'], { a: 'review' }]);
  change(s, archiveThing, 'item', 'a c2');
  const review = nextAssignment(s.db, reviewer!, s.round, 'review')!;
  expect(readReview(s.db, reviewer!, review)).toMatchObject({ progress: { asked: 4 } });
  expect(keysOf(readReview(s.db, reviewer!, review))).toEqual(['a', 'c3']);
  s.reviewAll(s.reviewers[0]!);
  expect(listBatches(s.db, s.lead, s.round.id)[0]).toMatchObject({ plan: { lot: 4 } });
  s.startInspections();
  // What was drawn is inspected also from the archive; what was not is not shown.
  change(s, archiveThing, 'item', 'a c3');
  const inspection = nextAssignment(s.db, inspector!, s.round, 'inspection')!;
  expect(keysOf(readBundle(s.db, inspector!, inspection))).toEqual(['a', 'c3']);
  s.inspectAll(s.reviewers[1]!);
  expect(stagesNow(s)).toEqual({ a: 'done' });
  for (const name of ['a c1', 'a c2', 'a c3']) change(s, restoreThing, 'item', name);
  const { open, unanimous } = adjudicationQueue(s.db, s.grant(s.adjudicators[0]!, 'adjudicate'), s.round.id);
  expect([open, unanimous].map((rows) => rows.map(({ key }) => key))).toEqual([
    ['c1', 'c2'],
    ['a', 'c3']
  ]);
  expect(stagesNow(s)).toEqual({ a: 'adjudication' });
  s.adjudicateAll(s.adjudicators[0]!);
  expect(stagesNow(s)).toEqual({ a: 'done' });
});

it('annotators who were done before an item was restored have their query back', () => {
  const s = roundScene({ queries: [aQuery('a', 'Who?', 'When?')], settings: { ...settings, overlap: 2 } });
  change(s, archiveThing, 'item', 'a c2');
  const rated = [s.annotateAll(s.annotators[0]!)];
  change(s, restoreThing, 'item', 'a c2');
  rated.push(s.annotateAll(s.annotators[1]!));
  expect([rated, stagesNow(s)]).toEqual([[['a'], ['a']], { a: 'annotation' }]);
  expect([s.annotateAll(s.annotators[0]!), stagesNow(s)]).toEqual([['a'], { a: 'review' }]);
});

it('a query that was in the archive while its batch passed is settled when it is restored', () => {
  const s = roundScene({ queries: [aQuery('a', 'Who?'), aQuery('b', 'When?')], settings, people });
  s.annotateAll(s.annotators[0]!);
  s.reviewAll(s.reviewers[0]!);
  s.startInspections();
  change(s, archiveThing, 'query', 'a');
  s.inspectAll(s.reviewers[1]!);
  expect(stagesNow(s)).toEqual({ a: 'adjudication', b: 'done' });
  change(s, restoreThing, 'query', 'a');
  expect(stagesNow(s)).toEqual({ a: 'done', b: 'done' });
});

it('a query that was in the archive when its batch was drawn does not pass with it', () => {
  const s = roundScene({ queries: [aQuery('a', 'Who?'), aQuery('b', 'When?')], settings, people });
  s.annotateAll(s.annotators[0]!);
  s.reviewAll(s.reviewers[0]!);
  const { id } = thingNamed(s.db, s.lead, 'query', 'a');
  s.db.update(schema.query).set({ archivedAt: 1, retiredAt: 1 }).where(eq(schema.query.id, id)).run();
  s.startInspections();
  const restore = () => change(s, restoreThing, 'query', 'a');
  expect(restore).toThrow('The batch of the query a is under inspection. Wait until the inspection ends.');
  s.inspectAll(s.reviewers[1]!);
  restore();
  expect(stagesNow(s)).toEqual({ a: 'inspection', b: 'done' });
  expect(listBatches(s.db, s.lead, s.round.id)[0]).toMatchObject({ obstacle: null, plan: { lot: 2 } });
});

it('what a changed setting leaves open, or no longer does, moves queries between adjudication and done', () => {
  const s = roundScene({
    queries: [aQuery('a', 'Who?')],
    settings: { ...settings, overlap: 2, keepUnnecessary: true }
  });
  for (const [i, person] of s.annotators.entries())
    s.annotateAll(person, ({ kind }) =>
      kind === 'query'
        ? 'appropriate'
        : { label: 'valid-not-necessary', wording: `Who is person ${i}?`, comment: 'Not asked.' }
    );
  s.reviewAll(s.reviewers[0]!);
  s.startInspections();
  s.inspectAll(s.reviewers[1]!, ({ kind }) =>
    kind === 'query' ? 'appropriate' : { label: 'valid-not-necessary', comment: 'Not asked.' }
  );
  const stages = [false, true].map((keepUnnecessary) => {
    const before = stagesNow(s)['a'];
    changeSettings(s.db, s.lead, s.round.id, { keepUnnecessary });
    settleAnew(s.db, s.lead);
    return [before, stagesNow(s)['a']];
  });
  expect(stages).toEqual([
    ['adjudication', 'done'],
    ['done', 'adjudication']
  ]);
});
