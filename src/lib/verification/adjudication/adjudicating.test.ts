import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { schema, writesSeen } from '../../server/db/client.ts';
import {
  adjudicationQueue,
  adjudicate,
  openSubject,
  readSubject,
  saveDecisionDraft,
  type DecisionInput
} from './adjudication.server.ts';
import { roundBoard, roundThroughput } from '../monitoring/board.server.ts';
import {
  finaliseRound,
  previewFinalisation,
  reopenQuery,
  versionLineage,
  versionRecord
} from '../release/finalise.server.ts';
import { getQuery, importQueries, listQueries } from '../benchmark/benchmark.server.ts';
import { authorize } from '../../server/auth/authorize.ts';
import { startInspection } from '../inspection/inspections.server.ts';
import { aQuery, auditActions, problemsOf, scene } from '../rounds/project.fixture.server.ts';
import { freshKey, roundScene, stagesNow, type RoundScene } from '../rounds/rounds.fixture.ts';
import { openRound, pauseRound } from '../rounds/rounds.server.ts';
import { freezeVersion, listVersions } from '../release/versions.server.ts';

/** Two queries in adjudication: two annotators reword c1 of `a` differently, and only one drops c2 of it. */
function contested(adjudicators = 2): RoundScene {
  const s = roundScene({
    queries: [aQuery('a', 'Does it name all operators?', 'Does it say why?', 'Does it say how?'), aQuery('b', 'Who?')],
    settings: { overlap: 2, inspection: lenient },
    people: { adjudicators }
  });
  s.annotators.forEach((person, who) =>
    s.annotateAll(person, ({ kind, key }, { qid }) => {
      if (qid !== 'a' || kind === 'query') return 'appropriate';
      if (key === 'c1')
        return {
          label: 'needs-modification',
          wording: who === 0 ? 'Does it name three operators?' : 'Does it name all operators in 2024?'
        };
      return key === 'c2' && who === 1 ? { label: 'not-appropriate', comment: 'Not asked.' } : 'appropriate';
    })
  );
  s.reviewAll(s.reviewers[0]!);
  s.startInspections();
  s.inspectAll(s.reviewers[1]!, ({ kind, key }, { qid }) =>
    qid === 'a' && kind === 'item' && key === 'c1' ? { label: 'needs-modification', wording: 'Other?' } : 'appropriate'
  );
  return s;
}

/** Lets everything through: these tests are about what comes after. */
const lenient = {
  reading: 'acceptance',
  limit: 0.5,
  acceptNumber: 50,
  risk: 0.5,
  halfWidth: 0.05,
  onReturn: 'annotation'
} as const;

const worker = (s: RoundScene, i = 0) => s.grant(s.adjudicators[i]!, 'adjudicate');

const decision = (subjectId: string, basedOn: number, rest: Partial<DecisionInput> = {}): DecisionInput => ({
  subjectId,
  basedOn,
  label: 'appropriate',
  keep: null,
  wording: null,
  basis: 'as-it-was',
  sources: [],
  comment: '',
  seconds: 9,
  idempotencyKey: freshKey(),
  ...rest
});

const open = (s: RoundScene, key: string, i = 0) => {
  const row = adjudicationQueue(s.db, worker(s, i), s.round.id);
  const found = [...row.open, ...row.unanimous, ...row.adjudicated].find((one) => one.qid === 'a' && one.key === key);
  return openSubject(s.db, worker(s, i), found!.subjectId);
};

describe('the queue of adjudication', () => {
  it('has what people differ on, lowest agreement first, and what is unanimous apart', () => {
    const s = contested();
    const queue = adjudicationQueue(s.db, worker(s), s.round.id);
    expect(queue.open.map(({ key, conflicts }) => [key, conflicts])).toEqual([
      ['c2', expect.arrayContaining(['labels-differ'])],
      ['c1', ['wordings-differ']]
    ]);
    expect(queue.open[0]!.agreement).toBeLessThan(queue.open[1]!.agreement!);
    expect(queue.unanimous).toHaveLength(4);
    expect(queue.barred).toBe(0);
  });

  it('bars who has worked on the queries before, and hides nothing else from them', () => {
    const s = contested();
    const [both] = s.annotators;
    both!.roles = new Map([[s.project.id, ['annotator', 'adjudicator']]]);
    const grant = s.grant(both!, 'adjudicate');
    const queue = adjudicationQueue(s.db, grant, s.round.id);
    expect([queue.open, queue.unanimous, queue.barred]).toEqual([[], [], 6]);
    const [any] = adjudicationQueue(s.db, worker(s), s.round.id).open;
    expect(() => openSubject(s.db, grant, any!.subjectId)).toThrow(/worked on the query a in the stage annotation/);
    expect(() => adjudicate(s.db, grant, decision(any!.subjectId, 0))).toThrow(/stage conflict/);
  });

  it('is empty before the batch has passed', () => {
    const s = roundScene({ queries: [aQuery('a', 'Who?')], settings: { overlap: 1 } });
    s.annotateAll(s.annotators[0]!);
    expect(adjudicationQueue(s.db, worker(s), s.round.id).open).toEqual([]);
    const [subject] = s.db.select().from(schema.subject).all();
    expect(() => openSubject(s.db, worker(s), subject!.id)).toThrow(/stage review/);
  });
});

describe('a subject', () => {
  it('is read without a trace; who opens it, drafts or decides has worked on the query', () => {
    const s = contested();
    const hands = () =>
      s.db.select().from(schema.queryInvolvement).where(eq(schema.queryInvolvement.stage, 'adjudication')).all().length;
    const { subjectId } = adjudicationQueue(s.db, worker(s), s.round.id).open[0]!;
    const before = writesSeen(s.db);
    expect(readSubject(s.db, worker(s), subjectId).subjectId).toBe(subjectId);
    expect([writesSeen(s.db), hands()]).toEqual([before, 0]);
    saveDecisionDraft(s.db, worker(s), subjectId, { comment: 'Hm.' });
    expect(hands()).toBe(1);
    expect(readSubject(s.db, worker(s), subjectId).draft).toEqual({ comment: 'Hm.' });
  });

  it('of another project is answered as one that does not exist, and so is a batch to inspect', () => {
    const s = contested();
    const there = scene(s.db);
    const place = { kind: 'project', id: there.project.id } as const;
    const reading = authorize(there.as('adjudicator'), place, 'adjudicate');
    const [batch] = s.db.select().from(schema.inspectionBatch).all();
    for (const id of [open(s, 'c1').subjectId, 'none'])
      expect(() => readSubject(s.db, reading, id)).toThrow('There is no such item to decide here.');
    for (const id of [batch!.id, 'none'])
      expect(() => startInspection(s.db, there.lead, id)).toThrow('There is no such batch here.');
  });

  it('shows who said what by role, wordings against each other, and both put together', () => {
    const view = open(contested(), 'c1');
    expect(view.chips.map(({ by }) => `${by.role} ${by.letter}`)).toEqual(
      expect.arrayContaining(['annotator A', 'annotator B'])
    );
    const pair = view.wordingPairs.find(({ a, b }) => a.includes('three') && b.includes('2024'));
    expect(pair?.merged).toBe('Does it name three operators in 2024?');
    expect(view.prefilled).toBeNull();
    expect(view.siblings.map(({ key }) => key)).toEqual(['c2', 'c3']);
    expect(open(contested(), 'c3').prefilled).toEqual({
      label: 'appropriate',
      keep: true,
      wording: 'Does it say how?'
    });
  });
});

describe('a decision', () => {
  it('is told of, not overwritten, when another adjudicator decided meanwhile', () => {
    const s = contested();
    const mine = open(s, 'c2', 0);
    const theirs = open(s, 'c2', 1);
    expect([mine.revision, theirs.revision]).toEqual([0, 0]);
    expect(adjudicate(s.db, worker(s, 0), decision(mine.subjectId, mine.revision))).toMatchObject({
      kind: 'decided',
      revision: 1
    });
    const late = decision(theirs.subjectId, theirs.revision, { label: 'not-appropriate', comment: 'Not asked for.' });
    const outcome = adjudicate(s.db, worker(s, 1), late);
    expect(outcome).toMatchObject({ kind: 'conflict', revision: 1, theirs: { label: 'appropriate', keep: true } });
    expect(s.db.select().from(schema.adjudication).all()).toHaveLength(1);
    expect(open(s, 'c2', 1).draft).toMatchObject({ comment: 'Not asked for.' });
    expect(adjudicate(s.db, worker(s, 1), { ...late, basedOn: 1, idempotencyKey: freshKey() })).toMatchObject({
      kind: 'decided',
      revision: 2
    });
    expect(open(s, 'c2', 1)).toMatchObject({
      decision: { label: 'not-appropriate', keep: false, own: true },
      draft: null
    });
    expect(() => s.db.delete(schema.adjudication).run()).toThrow(/append-only/);
  });

  it('arrives once, names its sources, and asks for a wording if its label does', () => {
    const s = contested();
    const view = open(s, 'c1');
    const [a, b] = view.chips;
    const refused = (rest: Partial<DecisionInput>) =>
      problemsOf(() => adjudicate(s.db, worker(s), decision(view.subjectId, 0, rest))).map(({ column }) => column);
    expect(refused({ label: 'needs-modification' })).toEqual(['wording']);
    expect(refused({ basis: 'merged', sources: [a!.id], wording: 'X?' })).toEqual(['sources']);
    expect(refused({ basis: 'adopted', sources: ['nobody'], wording: 'X?' })).toEqual(['sources']);
    const merged = decision(view.subjectId, 0, {
      label: 'needs-modification',
      wording: view.wordingPairs[0]!.merged,
      basis: 'merged',
      sources: [a!.id, b!.id]
    });
    const next = open(s, 'c2').subjectId;
    expect(adjudicate(s.db, worker(s), merged)).toMatchObject({ repeated: false, next });
    // Sent again because its answer was lost: the adjudicator is led to the next conflict all the same.
    expect(adjudicate(s.db, worker(s), merged)).toMatchObject({ repeated: true, revision: 1, next });
    expect(open(s, 'c1').decision).toMatchObject({ basis: 'merged', wording: 'Does it name three operators in 2024?' });
  });

  it('is refused in a paused round with the draft kept', () => {
    const s = contested();
    const view = open(s, 'c2');
    pauseRound(s.db, s.lead, s.round.id, true);
    expect(() => adjudicate(s.db, worker(s), decision(view.subjectId, 0, { comment: 'Kept.' }))).toThrow(/paused/);
    expect(open(s, 'c2').draft).toMatchObject({ comment: 'Kept.' });
    saveDecisionDraft(s.db, worker(s), view.subjectId, { comment: 'More.' });
    expect(open(s, 'c2').draft).toEqual({ comment: 'More.' });
  });

  it('on the last open subject settles the query', () => {
    const s = contested();
    const conflicts = () => roundBoard(s.db, s.lead, s.round.id).rows.map((row) => row.conflicts);
    expect([stagesNow(s), conflicts()]).toEqual([{ a: 'adjudication', b: 'done' }, [2, 0]]);
    s.adjudicateAll(s.adjudicators[0]!, () => ({ label: 'needs-modification', wording: `Own ${freshKey()}?` }));
    expect([stagesNow(s), conflicts()]).toEqual([{ a: 'done', b: 'done' }, [0, 0]]);
  });

  it('on the last open subject ends all work on the query, until it is opened again', () => {
    const s = contested(3);
    open(s, 'c1', 1);
    const inHand = () =>
      roundThroughput(s.db, s.lead, s.round.id)
        .people.filter(({ stage }) => stage === 'adjudication')
        .map(({ done, open }) => [done, open]);
    expect(inHand()).toEqual([[0, 1]]);
    s.adjudicateAll(s.adjudicators[0]!, () => ({ label: 'needs-modification', wording: `Own ${freshKey()}?` }));
    expect(inHand()).toEqual([
      [1, 0],
      [1, 0]
    ]);
    const { subjectId, revision } = open(s, 'c1', 2);
    adjudicate(s.db, worker(s, 2), decision(subjectId, revision, { comment: 'Decided anew.' }));
    expect(inHand()).toEqual([
      [1, 0],
      [1, 0],
      [1, 0]
    ]);
    const [line] = roundThroughput(s.db, s.lead, s.round.id).stages.filter(({ stage }) => stage === 'adjudication');
    expect(line).toMatchObject({ asked: 1, done: 1, open: 0, free: 0, perDay: 1 });
    reopenQuery(s.db, s.lead, { roundId: s.round.id, qid: 'a', stage: 'adjudication' });
    expect(inHand()).toEqual([
      [0, 1],
      [0, 1],
      [0, 1]
    ]);
  });
});

describe('finalising', () => {
  it('is refused while something is open, unless open ones are to stay as they are', () => {
    const s = contested();
    expect(problemsOf(() => finaliseRound(s.db, s.lead, s.round.id))).toMatchObject([
      { reason: expect.stringMatching(/2 queries or items are open/) }
    ]);
    const { version } = finaliseRound(s.db, s.lead, s.round.id, { includeOpen: true });
    expect(version).toMatchObject({ queries: 2, items: 4 });
    const lineage = versionLineage(s.db, s.lead, version.number, 'a');
    expect(lineage.map(({ key, state }) => [key, state])).toEqual([
      ['a', 'unanimous'],
      ['c1', 'open'],
      ['c2', 'open'],
      ['c3', 'unanimous']
    ]);
    expect(lineage[1]!.finalWording).toBe('Does it name all operators?');
  });

  it('is refused if two kept items of a query would have the same words', () => {
    const s = contested();
    s.adjudicateAll(s.adjudicators[0]!, () => ({ label: 'needs-modification', wording: 'Does it say  how?' }));
    expect(problemsOf(() => finaliseRound(s.db, s.lead, s.round.id)).map(({ column }) => column)).toEqual([
      'item a c2',
      'item a c3'
    ]);
    expect(listVersions(s.db, s.lead)).toEqual([]);
  });

  it('keeps a dropped item out of the benchmark and its reports’ query in, and changes no older version', () => {
    const s = contested();
    const raw = freezeVersion(s.db, s.lead).version;
    s.adjudicateAll(s.adjudicators[0]!, () => ({ label: 'not-appropriate', comment: 'No.' }));
    const { version } = finaliseRound(s.db, s.lead, s.round.id);
    expect([version.number, version.items]).toEqual([2, 2]);
    expect(getQuery(s.db, s.lead, 'a').items.map(({ key }) => key)).toEqual(['c3']);
    expect(listQueries(s.db, s.lead).map(({ qid, items }) => [qid, items])).toEqual([
      ['a', 1],
      ['b', 1]
    ]);
    const record = versionRecord(s.db, s.lead, 2);
    expect(record).toMatchObject({ previous: 1 });
    expect(record.changes.map(({ key, change }) => [key, change])).toEqual([
      ['c1', 'removed'],
      ['c2', 'removed']
    ]);
    expect(versionRecord(s.db, s.lead, 1).version.contentHash).toBe(raw.contentHash);
    expect(() => s.db.update(schema.finalisation).set({ at: 0 }).run()).toThrow(/immutable/);
  });

  it('closes the round; opening a query again makes a new version and keeps the old decision in the lineage', () => {
    const s = contested();
    s.adjudicateAll(s.adjudicators[0]!, () => ({ label: 'needs-modification', wording: `First ${freshKey()}?` }));
    const first = finaliseRound(s.db, s.lead, s.round.id);
    expect(() => finaliseRound(s.db, s.lead, s.round.id)).toThrow(/is finalised/);
    expect(() => adjudicate(s.db, worker(s), decision(open(s, 'c1').subjectId, 1))).toThrow(/finalised/);

    reopenQuery(s.db, s.lead, { roundId: s.round.id, qid: 'a', stage: 'adjudication' });
    expect(previewFinalisation(s.db, s.lead, s.round.id)).toMatchObject({ settled: false });
    const view = open(s, 'c1');
    expect([view.decision, view.revision]).toEqual([null, 1]);
    s.adjudicateAll(s.adjudicators[1]!, () => ({ label: 'needs-modification', wording: `Second ${freshKey()}?` }));
    const second = finaliseRound(s.db, s.lead, s.round.id);
    expect([second.created, second.version.number]).toEqual([true, first.version.number + 1]);
    const [, c1] = versionLineage(s.db, s.lead, second.version.number, 'a');
    expect(c1!.decisions.map(({ by, wording }) => [by, wording.split(' ')[0]])).toEqual([
      ['Adjudicator 2', 'First'],
      ['Adjudicator 1', 'Second']
    ]);
    expect(versionLineage(s.db, s.lead, first.version.number, 'a')[1]!.decisions).toHaveLength(1);
  });

  it('leaves no query in adjudication of which nothing is open', () => {
    const s = roundScene({ queries: [aQuery('a', 'Who?')], settings: { overlap: 1 }, people: { annotators: 1 } });
    s.annotateAll(s.annotators[0]!);
    s.reviewAll(s.reviewers[0]!);
    s.startInspections();
    s.inspectAll(s.reviewers[1]!);
    const reopen = () => reopenQuery(s.db, s.lead, { roundId: s.round.id, qid: 'a', stage: 'adjudication' });
    expect(reopen).toThrow('All of the query a is unanimous, so that no decision has to be repeated.');
    expect(stagesNow(s)).toEqual({ a: 'done' });
    finaliseRound(s.db, s.lead, s.round.id);
    reopen();
    expect(stagesNow(s)).toEqual({ a: 'done' });
    const [unanimous] = adjudicationQueue(s.db, worker(s), s.round.id).unanimous;
    expect(adjudicate(s.db, worker(s), decision(unanimous!.subjectId, 0)).kind).toBe('decided');
  });

  it('of a query opened for annotation again asks for ratings of the settled wording', () => {
    const s = contested();
    s.adjudicateAll(s.adjudicators[0]!, () => ({ label: 'needs-modification', wording: `Settled ${freshKey()}?` }));
    finaliseRound(s.db, s.lead, s.round.id);
    expect(() => reopenQuery(s.db, s.lead, { roundId: s.round.id, qid: 'zz', stage: 'review' })).toThrow(
      /no such query/
    );
    reopenQuery(s.db, s.lead, { roundId: s.round.id, qid: 'a', stage: 'annotation' });
    const seen: string[] = [];
    for (const person of s.annotators)
      s.annotateAll(person, ({ wording }) => {
        seen.push(wording.split(' ')[0]!);
        return 'appropriate';
      });
    expect(seen).toEqual(['Settled', 'Settled', 'Settled', 'Settled']);
    s.reviewAll(s.reviewers[0]!);
    expect(stagesNow(s)).toEqual({ a: 'inspection', b: 'done' });
    expect(s.startInspections()).toBe(1);
    expect(auditActions(s.db)).toContain('round-query.reopen');
  });

  it('makes no new version of the same content', () => {
    const s = contested();
    s.adjudicateAll(s.adjudicators[0]!, () => 'appropriate');
    const first = finaliseRound(s.db, s.lead, s.round.id);
    reopenQuery(s.db, s.lead, { roundId: s.round.id, qid: 'a', stage: 'adjudication' });
    s.adjudicateAll(s.adjudicators[0]!, () => 'appropriate');
    expect(finaliseRound(s.db, s.lead, s.round.id)).toMatchObject({
      created: false,
      version: { id: first.version.id }
    });
  });

  it('keeps the record of a version if a later round on some of its queries comes to the same content', () => {
    const s = contested();
    s.adjudicateAll(s.adjudicators[0]!, () => 'appropriate');
    const { version } = finaliseRound(s.db, s.lead, s.round.id);
    const files = () => [versionRecord(s.db, s.lead, 1), versionLineage(s.db, s.lead, 1)];
    const before = files();
    const later = openRound(s.db, s.lead, { name: 'Again', qids: ['b'] });
    const { created } = finaliseRound(s.db, s.lead, later.id, { includeOpen: true });
    expect([created, files()]).toEqual([false, before]);
    // A query that the describing round does not have is in the history of another round.
    importQueries(s.db, s.lead, [aQuery('z', 'When?')]);
    for (const qids of [['a', 'b'], ['z']]) {
      const { id } = openRound(s.db, s.lead, { name: 'Parts', qids });
      expect(finaliseRound(s.db, s.lead, id, { includeOpen: true }).version.number).toBe(version.number + 1);
    }
    const statesOf = (qid: string) => versionLineage(s.db, s.lead, 2, qid).map(({ state }) => state);
    expect(['b', 'z'].map(statesOf)).toEqual([['open', 'open'], ['open', 'open']]); // prettier-ignore
  });
});
