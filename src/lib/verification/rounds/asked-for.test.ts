import { expect, it } from 'vitest';
import { archiveThing } from '../../server/managing/archiving.ts';
import { thingNamed } from '../../server/managing/managed-thing.ts';
import { adjudicationQueue } from '../adjudication/adjudication.server.ts';
import { nextAssignment } from '../assignments/assignments.server.ts';
import { ownQueues } from '../assignments/own-queues.server.ts';
import { settleWithoutItem } from '../inspection/gate.server.ts';
import { listVersions } from '../release/versions.server.ts';
import { listBatches } from '../inspection/inspections.server.ts';
import { roundBoard, roundThroughput } from '../monitoring/board.server.ts';
import { finaliseRound, reopenQuery } from '../release/finalise.server.ts';
import { aQuery } from './project.fixture.server.ts';
import { roundScene, stagesNow, type RoundScene } from './rounds.fixture.ts';
import { defaultSettings } from './rounds.ts';
import { listRounds } from './rounds.server.ts';

const settings = { overlap: 1, inspection: { ...defaultSettings.inspection, limit: 0.5 } };
const people = { annotators: 1 };
const missed = { label: 'not-appropriate', comment: 'Not asked.' } as const;

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
  expect(stagesNow(s)).toMatchObject({ a: 'annotation', b: 'adjudication', c: 'adjudication' });
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
  settleWithoutItem(s.db, s.lead, 'item');
  expect([stagesNow(s), open()]).toEqual([{ a: 'done' }, []]);
  finaliseRound(s.db, s.lead, s.round.id);
  expect(listVersions(s.db, s.lead)[0]).toMatchObject({ queries: 1, items: 1 });
});
