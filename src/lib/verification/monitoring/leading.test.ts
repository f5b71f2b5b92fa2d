import { describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { fleissKappaFromCounts } from '../../stats/agreement/coefficients/fleiss-kappa.ts';
import { stageAgreement } from '../records/agreement.ts';
import { nextAssignment } from '../assignments/assignments.server.ts';
import { reassign } from '../assignments/reassigning.server.ts';
import {
  annotatorWatch,
  disagreements,
  roundAgreement,
  roundBoard,
  roundCells,
  roundThroughput
} from './board.server.ts';
import { driftOf } from './drift.ts';
import type { WorkStage } from '../vocabulary/stages.ts';
import { askLead } from '../work/flags.server.ts';
import { itemLabels } from '../vocabulary/labels.ts';
import { leastSeconds, paceOf } from './pace.ts';
import { queryDossier } from './query-dossier.server.ts';
import { aQuery } from '../rounds/project.fixture.server.ts';
import { openBundle } from '../work/annotation-view.server.ts';
import { commitRating } from '../work/ratings.server.ts';
import { recordInvolvement } from '../rounds/involvement.server.ts';
import { ratingInput, roundScene } from '../rounds/rounds.fixture.ts';
import { authorize } from '../../server/auth/authorize.ts';
import { schema } from '../../server/db/client.ts';

describe('the board', () => {
  const scene = () => {
    const s = roundScene({
      queries: [aQuery('a', 'Who is it?', 'When is it?'), aQuery('b', 'Where is it?')],
      settings: { overlap: 2 }
    });
    s.annotateAll(s.annotators[0]!, ({ key }) =>
      key === 'c1' ? { label: 'not-appropriate', comment: 'x' } : 'appropriate'
    );
    const grant = s.grant(s.annotators[1]!, 'annotate');
    const id = nextAssignment(s.db, grant, s.round, 'annotation')!;
    askLead(s.db, grant, { assignmentId: id, subjectId: null, question: 'Why?' });
    return s;
  };

  it('counts queries by stage, says in whose hands each is and what is asked of the lead', () => {
    const s = scene();
    const board = roundBoard(s.db, s.lead, s.round.id);
    expect(board.inStage).toEqual({ annotation: 2, review: 0, inspection: 0, adjudication: 0, done: 0 });
    expect(board.openFlags).toBe(1);
    const held = board.rows.map(({ assignments, freeSlots }) => [assignments.length, freeSlots]);
    expect(held.sort()).toEqual([
      [1, 1],
      [2, 0]
    ]);
    const first = board.rows[0]!.assignments[0]!;
    expect(first).toMatchObject({ stage: 'annotation', status: 'done', committed: 3 });
  });

  it('is counted by domain and stage as its rows are, without reading what people said', () => {
    const s = scene();
    const { rows } = roundBoard(s.db, s.lead, s.round.id);
    const counted = Map.groupBy(rows, ({ domain, stage }) => `${domain ?? ''} ${stage}`);
    const cells = roundCells(s.db, s.lead, s.round.id);
    expect(cells.map(({ domain, stage, queries, flagged }) => [`${domain} ${stage}`, queries, flagged])).toEqual(
      [...counted].map(([key, own]) => [key, own.length, own.filter(({ openFlags }) => openFlags > 0).length])
    );
    expect(cells.reduce((sum, { flagged }) => sum + flagged, 0)).toBe(1);
  });

  it('adds up: what is done, in hand and free is what is asked for', () => {
    const s = scene();
    const { people, stages } = roundThroughput(s.db, s.lead, s.round.id);
    expect(stages[0]).toEqual({
      stage: 'annotation',
      asked: 4,
      done: 2,
      open: 1,
      free: 1,
      withoutTakers: 0,
      perDay: 2,
      daysLeft: 1
    });
    for (const { asked, done, open, free } of stages) expect(done + open + free).toBe(asked);
    expect(people.map(({ done, open, committed, medianSeconds }) => [done, open, committed, medianSeconds])).toEqual(
      expect.arrayContaining([
        [2, 0, 5, 12],
        [0, 1, 0, null]
      ])
    );
  });

  it('asks of inspection what is drawn and of adjudication what has come to it', () => {
    const s = roundScene({
      queries: [aQuery('a', 'Who is it?'), aQuery('b', 'Where is it?')],
      settings: { overlap: 1 }
    });
    const line = (stage: WorkStage) =>
      roundThroughput(s.db, s.lead, s.round.id).stages.find((one) => one.stage === stage);
    s.annotateAll(s.annotators[0]!);
    const no = { label: 'not-appropriate', comment: 'x' } as const;
    s.reviewAll(s.reviewers[0]!, (_, { wording }) => (wording === 'Who is it?' ? no : 'agree'));
    expect([line('inspection')!.asked, line('adjudication')!.asked]).toEqual([0, 0]);
    s.startInspections();
    expect(line('inspection')).toMatchObject({ asked: 2, done: 0, open: 0, free: 2 });
    s.inspectAll(s.reviewers[1]!, ({ wording }) => (wording === 'Who is it?' ? no : 'appropriate'));
    expect(line('inspection')).toMatchObject({ asked: 2, done: 2, free: 0 });
    expect(line('adjudication')).toMatchObject({ asked: 1, done: 0, free: 1, daysLeft: null });
    s.adjudicateAll(s.adjudicators[0]!);
    expect(line('adjudication')).toMatchObject({ asked: 1, done: 1, free: 0, perDay: 1, daysLeft: 0 });
  });

  it('counts the queries of a stage that no person can take, because each with the role has worked on them', () => {
    const s = roundScene({
      queries: [aQuery('a', 'Who is it?'), aQuery('b', 'Where is it?')],
      settings: { overlap: 1 }
    });
    const stuck = () => roundThroughput(s.db, s.lead, s.round.id).stages.map((one) => one.withoutTakers);
    expect(stuck()).toEqual([0, 0, 0, 0]);
    const grant = s.grant(s.annotators[0]!, 'annotate');
    const id = nextAssignment(s.db, grant, s.round, 'annotation')!;
    const next = reassign(s.db, s.lead, id, s.annotators[1]!.id).assignmentId!;
    reassign(s.db, s.lead, next, null);
    expect(stuck()).toEqual([1, 0, 0, 0]);
    s.annotateAll(s.annotators[0]!);
    expect(stuck()).toEqual([1, 0, 0, 0]);
    s.db.delete(schema.membership).where(eq(schema.membership.role, 'reviewer')).run();
    expect(stuck()).toEqual([1, 1, 0, 0]);
  });

  it('counts no rating that was taken back', () => {
    const s = scene();
    const [, annotator] = s.annotators;
    const grant = s.grant(annotator!, 'annotate');
    const id = nextAssignment(s.db, grant, s.round, 'annotation')!;
    const [subject] = openBundle(s.db, grant, id).subjects;
    commitRating(s.db, grant, ratingInput(id, subject!));
    commitRating(s.db, grant, { ...ratingInput(id, subject!), label: null });
    const held = roundBoard(s.db, s.lead, s.round.id).rows.flatMap(({ assignments }) => assignments);
    expect(held.find(({ assignmentId }) => assignmentId === id)).toMatchObject({ committed: 0 });
    const { people } = roundThroughput(s.db, s.lead, s.round.id);
    const person = people.find(({ userId }) => userId === annotator!.id);
    expect(person).toMatchObject({ committed: 0, medianSeconds: null });
  });

  it('has a pace since the first piece that was done, over one day at least and the last seven at most', () => {
    const s = scene();
    const { doneAt } = schema.verificationAssignment;
    const first = Math.min(...s.db.select({ doneAt }).from(schema.verificationAssignment).all().flatMap((one) => one.doneAt ?? [])); // prettier-ignore
    const paceAfter = (days: number) => {
      const [annotation] = roundThroughput(s.db, s.lead, s.round.id, first + days * 86_400_000).stages;
      return [annotation!.perDay, annotation!.daysLeft];
    };
    expect(paceAfter(0.2)).toEqual([2, 1]);
    expect(paceAfter(4)).toEqual([2 / 4, 4]);
    expect(paceAfter(8)).toEqual([null, null]);
  });

  it('opens one query with who works on it, who could, and what each said of it', () => {
    const s = scene();
    const [ada, bo] = s.annotators.map(({ id }) => id);
    const open = (qid: string) => queryDossier(s.db, s.lead, s.round, qid);
    const dossiers = ['a', 'b'].map(open);
    const half = dossiers.find(({ assignments }) => assignments.length === 1)!;
    const full = dossiers.find(({ assignments }) => assignments.length === 2)!;
    expect(half.assignments.map(({ userId, takers }) => [userId, takers?.map((one) => one.userId)])).toEqual([
      [ada, [bo]]
    ]);
    expect(full.assignments.map(({ takers }) => takers)).toEqual([[], []]);
    // A person who has worked on the query in another stage would be refused.
    const [queryId] = s.db.select().from(schema.query).where(eq(schema.query.qid, half.row.qid)).all().map(({ id }) => id); // prettier-ignore
    recordInvolvement(s.db, queryId!, bo!, 'review');
    expect(open(half.row.qid).assignments.map(({ takers }) => takers)).toEqual([[]]);
    expect(full.subjects.map(({ kind, key, conflicts, history }) => [kind, key, conflicts, history])).toEqual(
      full.subjects.map(({ kind, key }) => [kind, key, [], []])
    );
    expect(open('a').subjects.find(({ key }) => key === 'c1')!.opinions).toMatchObject([
      { stage: 'annotation', label: 'not-appropriate', comment: 'x', agrees: null }
    ]);
    expect(() => open('no such')).toThrow('There is no such query here.');
  });

  it('gives no work to people once the query is in another stage', () => {
    const s = scene();
    s.annotateAll(s.annotators[1]!);
    const { row, assignments } = queryDossier(s.db, s.lead, s.round, 'a');
    expect(row.stage).toBe('review');
    expect(assignments.map(({ stage, takers }) => [stage, takers])).toEqual([
      ['annotation', null],
      ['annotation', null]
    ]);
  });

  it('lists what people differ on, lowest agreement first, and is for leads', () => {
    const s = scene();
    s.annotateAll(s.annotators[1]!);
    s.reviewAll(s.reviewers[0]!);
    expect(disagreements(s.db, s.lead, s.round.id).map(({ subject }) => [subject.qid, subject.key])).toEqual([
      ['a', 'c1'],
      ['b', 'c1']
    ]);
    expect(() => authorize(s.reviewers[0]!, { kind: 'project', id: s.project.id }, 'manage')).toThrow(/leads/);
  });

  it('watches each annotator over time and against the clock', () => {
    const s = scene();
    s.annotateAll(s.annotators[1]!);
    s.reviewAll(s.reviewers[0]!);
    const [one] = annotatorWatch(s.db, s.lead, s.round.id);
    expect(one!.drift.all).toMatchObject({ k: 5, n: 5 });
    expect(one!.pace).toMatchObject({ timed: 5, item: { n: 3, median: 12 }, tooFast: { k: 0, n: 5 } });
  });

  it('counts the words of a text without blanks for the time to read it', () => {
    const long = '报告是否列出了该地区的所有运营商，并解释了各种方法之间的差异？'.repeat(12);
    const s = roundScene({ queries: [aQuery('a', long)], settings: { overlap: 1 }, people: { annotators: 1 } });
    s.annotateAll(s.annotators[0]!);
    const [one] = annotatorWatch(s.db, s.lead, s.round.id);
    expect(one!.pace.fastest.map(({ key, words, seconds }) => [key, words, seconds])).toEqual([['c1', 216, 12]]);
  });

  it('has the agreement of every stage that has any, by hand for annotators', () => {
    const s = scene();
    s.annotateAll(s.annotators[1]!);
    const rows = roundAgreement(s.db, s.lead, s.round.id);
    expect(rows.map(({ stage, kind, units }) => [stage, kind, units])).toEqual([
      ['annotation', 'query', 2],
      ['annotation', 'item', 3]
    ]);
    // Two of three items differ.
    expect(rows[1]!.observed.value).toBeCloseTo(1 / 3, 12);
    expect(rows[0]!.kappa).toEqual({ value: null, reason: 'single-category', interval: null });
    expect(rows[0]!.ac1.value).toBe(1);
  });
});

describe('stageAgreement', () => {
  const units = fc.array(
    fc.record({
      qid: fc.constantFrom('a', 'b', 'c', 'd'),
      labels: fc.array(fc.constantFrom(...itemLabels), { minLength: 2, maxLength: 4 })
    }),
    { minLength: 2, maxLength: 12 }
  );

  it('has the coefficients of the library and intervals around them that are in range', () => {
    fc.assert(
      fc.property(units, (given) => {
        const all = stageAgreement('annotation', 'item', given);
        const counts = given.map(({ labels }) =>
          itemLabels.map((label) => labels.filter((one) => one === label).length)
        );
        expect(all.kappa.value).toBe(fleissKappaFromCounts(counts, { categories: itemLabels }).value);
        for (const { interval } of [all.kappa, all.ac1, all.alpha])
          if (interval) {
            expect(interval[0]).toBeLessThan(interval[1]);
            expect(interval[1]).toBeLessThanOrEqual(1 + 1e-12);
          }
      }),
      { numRuns: 15 }
    );
  });

  it('has no interval if all queries are alike, because it would have no width', () => {
    const one = [
      { labels: ['appropriate', 'appropriate'] as const },
      { labels: ['appropriate', 'not-appropriate'] as const },
      { labels: ['not-appropriate', 'not-appropriate'] as const }
    ];
    const given = ['a', 'b', 'c'].flatMap((qid) => one.map(({ labels }) => ({ qid, labels })));
    const { kappa, ac1 } = stageAgreement('annotation', 'item', given);
    for (const { value, interval } of [kappa, ac1]) {
      expect(value).toEqual(expect.any(Number));
      expect(interval).toBeNull();
    }
  });

  it('takes chance from units with one label too, as the command for statistics does', () => {
    const [yes, no] = ['appropriate', 'not-appropriate'] as const;
    const pairs = [
      { qid: 'a', labels: [yes, yes] },
      { qid: 'b', labels: [yes, no] },
      { qid: 'c', labels: [no, no] },
      { qid: 'd', labels: [yes, yes] }
    ];
    const single = { qid: 'e', labels: [no] };
    const found = stageAgreement('annotation', 'item', [...pairs, single]);
    // Observed 3/4; shares of five units: yes 2.5/5, no 2.5/5, so chance is ½ for both.
    expect(found).toMatchObject({ units: 4, queries: 4, labels: 8 });
    expect(found.observed.value).toBeCloseTo(3 / 4, 12);
    expect(found.kappa.value).toBeCloseTo(1 / 2, 12);
    const without = stageAgreement('annotation', 'item', pairs);
    // Without the fifth: yes 5/8, no 3/8.
    expect(without.kappa.value).toBeCloseTo((3 / 4 - 34 / 64) / (1 - 34 / 64), 12);
    expect(found.alpha).toEqual(without.alpha);
  });

  it('leaves out units with one label and says why nothing is defined', () => {
    const none = stageAgreement('review', 'query', [{ qid: 'a', labels: ['appropriate'] }]);
    expect(none).toMatchObject({ units: 0, labels: 0, kappa: { value: null, reason: 'no-pairable-values' } });
  });
});

describe('drift', () => {
  const at = (agrees: (boolean | null)[]) => agrees.map((one, i) => ({ at: i, agrees: one }));

  it('is falling if the second half is agreed with less, not by chance', () => {
    const falls = driftOf(at([...Array<boolean>(20).fill(true), ...Array<boolean>(20).fill(false)]));
    expect(falls).toMatchObject({ falling: true, firstHalf: { k: 20, n: 20 }, secondHalf: { k: 0, n: 20 } });
    expect(falls.blocks.map(({ agreed }) => agreed.k)).toEqual([20, 0]);
    const rises = driftOf(at([...Array<boolean>(20).fill(false), ...Array<boolean>(20).fill(true)]));
    expect([rises.falling, rises.p! < 0.05]).toEqual([false, true]);
  });

  it('says nothing of few ratings and leaves out those without a review', () => {
    const few = driftOf(at([true, null, false]));
    expect(few).toMatchObject({ p: null, falling: false, all: { k: 1, n: 2 } });
    expect(driftOf([]).blocks).toEqual([]);
  });
});

describe('pace', () => {
  const rating = (seconds: number | null, words = 16) => ({
    subjectId: 's',
    qid: 'a',
    key: 'c1',
    kind: 'item' as const,
    words,
    seconds
  });

  it('warns of ratings that are faster than reading, and of no other', () => {
    expect(leastSeconds(16)).toBe(2);
    const pace = paceOf([rating(1.9), rating(2), rating(30), rating(null)]);
    expect(pace).toMatchObject({
      timed: 3,
      untimed: 1,
      tooFast: { k: 1, n: 3 },
      item: { n: 3, median: 2 },
      query: null
    });
    expect(pace.fastest).toEqual([rating(1.9)]);
  });
});
