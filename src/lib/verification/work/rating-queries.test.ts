import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../errors.ts';
import { schema, writesSeen } from '../../server/db/client.ts';
import { openBundle, readBundle } from './annotation-view.server.ts';
import { nextAssignment, noteOpened } from '../assignments/assignments.server.ts';
import { saveWorkDraft } from './drafts.server.ts';
import { answerFlag, askLead, listFlags } from './flags.server.ts';
import { readGuideline, writeGuideline } from '../rounds/guidelines.server.ts';
import { aQuery, auditActions, problemsOf } from '../rounds/project.fixture.server.ts';
import { appendItem, commitRating, finishBundle, resumeBundle } from './ratings.server.ts';
import { freshKey, ratingInput, roundScene, stagesNow } from '../rounds/rounds.fixture.ts';
import { openRound, pauseRound } from '../rounds/rounds.server.ts';
import { editWording, wordingHistory } from '../vocabulary/wordings.server.ts';

function seated(overlap = 1) {
  const s = roundScene({ queries: [aQuery('a', 'Does it say who?', 'Does it say when?')], settings: { overlap } });
  const grant = s.grant(s.annotators[0]!, 'annotate');
  const id = nextAssignment(s.db, grant, s.round, 'annotation')!;
  const open = () => openBundle(s.db, grant, id);
  const subject = (key: string) => open().subjects.find((one) => one.key === key)!;
  return { ...s, worker: grant, id, open, subject };
}

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (isRefusal(error)) return error.code;
    throw error;
  }
  return 'nothing was refused';
};

describe('an assignment', () => {
  it('is not changed by reading it, and opened by the page that says so or by the first act', () => {
    for (const act of ['page', 'draft', 'rating'] as const) {
      const { db, worker, id } = seated();
      const opened = () => db.select().from(schema.audit).where(eq(schema.audit.entityId, id)).all();
      const before = writesSeen(db);
      const [subject] = readBundle(db, worker, id).subjects;
      expect(writesSeen(db)).toBe(before);
      const count = opened().length;
      if (act === 'page') noteOpened(db, worker, id);
      if (act === 'draft')
        saveWorkDraft(db, worker, { assignmentId: id, about: subject!.id, content: { comment: 'Hm.' } });
      if (act === 'rating') commitRating(db, worker, ratingInput(id, subject!));
      noteOpened(db, worker, id);
      expect(
        opened()
          .slice(count)
          .map(({ action }) => action)
      ).toEqual(['verification-assignment.open']);
    }
  });
});

describe('a draft', () => {
  it('is stored about an item of the query or a new one, and about nothing else', () => {
    const s = roundScene({ queries: [aQuery('a', 'Does it say who?'), aQuery('b', 'Does it say when?')] });
    const worker = s.grant(s.annotators[0]!, 'annotate');
    const id = nextAssignment(s.db, worker, s.round, 'annotation')!;
    const own = readBundle(s.db, worker, id).subjects.map((subject) => subject.id);
    const all = s.db.select({ id: schema.subject.id }).from(schema.subject).all();
    const other = all.find((subject) => !own.includes(subject.id))!.id;
    const save = (about: string) => codeOf(() => saveWorkDraft(s.db, worker, { assignmentId: id, about, content: {} }));
    expect([other, 'x', ''].map(save)).toEqual(['not-found', 'not-found', 'not-found']);
    expect([own[0]!, 'new-item'].map(save)).toEqual(['nothing was refused', 'nothing was refused']);
    expect(s.db.select().from(schema.verificationDraft).all()).toHaveLength(2);
  });
});

describe('a rating', () => {
  it('is a row of its own for every change, none of which can be changed', () => {
    const { db, worker, id, subject } = seated();
    const first = commitRating(db, worker, ratingInput(id, subject('c1')));
    const second = commitRating(
      db,
      worker,
      ratingInput(id, subject('c1'), { label: 'not-appropriate', comment: 'No.' })
    );
    const undone = commitRating(db, worker, { ...ratingInput(id, subject('c1')), label: null });
    expect([first, second, undone]).toMatchObject([
      { kind: 'committed', revision: 1, left: 2 },
      { revision: 2 },
      { revision: 3, left: 3 }
    ]);
    expect(subject('c1').rating).toBeNull();
    expect(db.select().from(schema.rating).all()).toHaveLength(3);
    expect(() => db.update(schema.rating).set({ label: 'appropriate' }).run()).toThrow(/append-only/);
    expect(() => db.delete(schema.rating).run()).toThrow(/append-only/);
    expect(codeOf(() => commitRating(db, worker, { ...ratingInput(id, subject('c1')), label: null }))).toBe('conflict');
  });

  it('arrives once, however often it is sent; the same key for another label is refused', () => {
    const { db, worker, id, subject } = seated();
    const input = ratingInput(id, subject('a'));
    expect(commitRating(db, worker, input)).toMatchObject({ repeated: false });
    expect(commitRating(db, worker, { ...input, seconds: 99 })).toMatchObject({ repeated: true, revision: 1 });
    expect(codeOf(() => commitRating(db, worker, { ...input, label: 'modify', wording: 'Else?' }))).toBe('conflict');
    expect(db.select().from(schema.rating).all()).toHaveLength(1);
  });

  it('names every field that its label asks for', () => {
    const { db, worker, id, subject } = seated();
    const problems = (key: string, said: Parameters<typeof ratingInput>[2]) =>
      problemsOf(() => commitRating(db, worker, ratingInput(id, subject(key), said))).map(({ column }) => column);
    expect(problems('a', 'modify')).toEqual(['wording']);
    expect(problems('a', { label: 'modify', wording: ' What is known about  a? ' })).toEqual(['wording']);
    expect(problems('c1', 'valid-not-necessary')).toEqual(['comment']);
    expect(problems('c1', 'needs-modification')).toEqual(['wording']);
    expect(problems('c1', 'not-appropriate')).toEqual(['comment']);
    expect(problems('c1', 'modify')).toEqual(['label']);
    expect(
      problemsOf(() => commitRating(db, worker, { ...ratingInput(id, subject('c1')), reasons: ['clarity'] }))
    ).toMatchObject([{ column: 'reasons', found: 'clarity' }]);
    expect(db.select().from(schema.rating).all()).toEqual([]);
  });

  it('takes no wording if none belongs, and keeps one that is optional', () => {
    const { db, worker, id, subject } = seated();
    commitRating(db, worker, ratingInput(id, subject('c1'), { label: 'appropriate', wording: 'Ignored?' }));
    commitRating(
      db,
      worker,
      ratingInput(id, subject('c2'), { label: 'not-appropriate', wording: 'Kept?', comment: 'x' })
    );
    expect([subject('c1').rating?.wording, subject('c2').rating?.wording]).toEqual([null, 'Kept?']);
  });

  it('of a wording that changed meanwhile is not taken: the difference comes back and the draft stays', () => {
    const { db, worker, id, subject, lead, round } = seated();
    const stale = ratingInput(id, subject('c1'), { label: 'not-appropriate', comment: 'Who cares.' });
    editWording(db, lead, {
      roundId: round.id,
      subjectId: stale.subjectId,
      basedOn: 1,
      text: 'Does it say who paid?',
      reason: 'asked by an annotator'
    });
    const outcome = commitRating(db, worker, stale);
    expect(outcome).toMatchObject({
      kind: 'wording-changed',
      before: 'Does it say who?',
      now: 'Does it say who paid?',
      wordingRevision: 2
    });
    if (outcome.kind === 'wording-changed')
      expect(outcome.diff.filter(({ kind }) => kind === 'added').map(({ text }) => text.trim())).toEqual(['paid']);
    expect(subject('c1')).toMatchObject({ rating: null, draft: { label: 'not-appropriate', comment: 'Who cares.' } });
    expect(db.select().from(schema.rating).all()).toEqual([]);
    expect(commitRating(db, worker, { ...stale, wordingRevision: 2 })).toMatchObject({ kind: 'committed' });
    expect(subject('c1').draft).toBeNull();
  });

  it('is refused while the round is paused, with the draft kept', () => {
    const { db, worker, id, subject, lead, round } = seated();
    pauseRound(db, lead, round.id, true);
    const said = ratingInput(id, subject('c1'), { label: 'not-appropriate', comment: 'Kept.' });
    expect(codeOf(() => commitRating(db, worker, said))).toBe('closed');
    expect(subject('c1').draft).toMatchObject({ comment: 'Kept.' });
    expect(nextAssignment(db, worker, round, 'annotation')).toBe(id);
    pauseRound(db, lead, round.id, false);
    expect(commitRating(db, worker, said)).toMatchObject({ kind: 'committed' });
  });

  it('says which version of the guideline it was given under', () => {
    const { db, worker, id, subject, lead } = seated();
    commitRating(db, worker, ratingInput(id, subject('c1')));
    const written = writeGuideline(db, lead, 'Rate as you like.', 1);
    expect(writeGuideline(db, lead, ' Rate as you like. ', 1)).toEqual(written);
    expect(() => writeGuideline(db, lead, 'Rate as I like.', 1)).toThrow(
      /Version 2 of the guideline was written after/
    );
    commitRating(db, worker, ratingInput(id, subject('c2')));
    const ids = db
      .select()
      .from(schema.rating)
      .all()
      .map(({ guidelineId }) => guidelineId);
    expect(ids).toEqual([readGuideline(db, lead, 1)!.id, written.id]);
    expect(written.number).toBe(2);
  });
});

describe('a bundle', () => {
  it('continues to the next stage once all annotators are done, and cannot be changed then', () => {
    const { db, worker, id, open, subject, ...s } = seated(2);
    expect(problemsOf(() => finishBundle(db, worker, id)).map(({ column }) => column)).toEqual([
      'query',
      'item c1',
      'item c2'
    ]);
    for (const one of open().subjects) commitRating(db, worker, ratingInput(id, one));
    expect(finishBundle(db, worker, id)).toEqual({ stage: 'annotation', repeated: false });
    expect(finishBundle(db, worker, id)).toEqual({ stage: 'annotation', repeated: true });
    resumeBundle(db, worker, id);
    commitRating(db, worker, ratingInput(id, subject('c1'), { label: 'not-appropriate', comment: 'After all.' }));
    finishBundle(db, worker, id);
    s.annotateAll(s.annotators[1]!);
    expect(stagesNow({ db, ...s } as never)).toEqual({ a: 'review' });
    expect(open().writable).toBe(false);
    expect(codeOf(() => commitRating(db, worker, ratingInput(id, subject('c1'))))).toBe('conflict');
    expect(codeOf(() => resumeBundle(db, worker, id))).toBe('conflict');
  });

  it('comes back to annotators who were done when a wording changes', () => {
    const { db, worker, id, open, lead, round, subject } = seated(2);
    for (const one of open().subjects) commitRating(db, worker, ratingInput(id, one));
    finishBundle(db, worker, id);
    const { id: subjectId } = subject('c2');
    const change = { roundId: round.id, subjectId, basedOn: 1, text: 'Does it say which day?', reason: '' };
    editWording(db, lead, change);
    expect(open()).toMatchObject({ status: 'open', progress: { rated: 2, asked: 3 } });
    expect(subject('c2').stale).toBe(true);
    expect(codeOf(() => editWording(db, lead, change))).toBe('conflict');
    expect(codeOf(() => finishBundle(db, worker, id))).toBe('invalid-input');
    expect(wordingHistory(db, lead, round.id, subjectId).map(({ text }) => text)).toEqual([
      'Does it say when?',
      'Does it say which day?'
    ]);
    expect(() => db.update(schema.subjectWording).set({ text: 'x' }).run()).toThrow(/append-only/);
  });

  it('shows nothing of what others rate, append or ask', () => {
    const { db, worker, id, ...s } = seated(2);
    const other = s.grant(s.annotators[1]!, 'annotate');
    const theirs = nextAssignment(db, other, s.round, 'annotation')!;
    const [first] = openBundle(db, other, theirs).subjects;
    commitRating(db, other, {
      ...ratingInput(theirs, first!, { label: 'modify', wording: 'SECRET wording?', comment: 'SECRET comment' }),
      question: 'SECRET question'
    });
    appendItem(db, other, {
      assignmentId: theirs,
      text: 'SECRET item?',
      comment: '',
      seconds: null,
      idempotencyKey: freshKey()
    });
    saveWorkDraft(db, other, { assignmentId: theirs, about: first!.id, content: { comment: 'SECRET draft' } });
    const mine = JSON.stringify(openBundle(db, worker, id));
    expect(mine).not.toContain('SECRET');
    expect(mine).not.toContain(s.annotators[1]!.id);
    expect(JSON.stringify(openBundle(db, other, theirs)).match(/SECRET/g)!.length).toBeGreaterThan(3);
  });
});

describe('an appended item', () => {
  it('is reviewed like others, can be taken back, and is not taken twice', () => {
    const { db, worker, id, open, ...s } = seated();
    const input = {
      assignmentId: id,
      text: ' Does it say where? ',
      comment: 'Asked for.',
      seconds: 3,
      idempotencyKey: freshKey()
    };
    const { subjectId } = appendItem(db, worker, input);
    expect(appendItem(db, worker, input)).toEqual({ subjectId, repeated: true });
    expect(problemsOf(() => appendItem(db, worker, { ...input, idempotencyKey: freshKey() }))).toHaveLength(1);
    const [shown] = open().subjects.filter(({ appended }) => appended);
    expect(shown).toMatchObject({ wording: 'Does it say where?', rating: { label: 'appropriate' } });
    commitRating(db, worker, { ...ratingInput(id, shown!), label: null });
    expect(open().subjects.some(({ appended }) => appended)).toBe(false);
    for (const one of open().subjects) commitRating(db, worker, ratingInput(id, one));
    finishBundle(db, worker, id);
    const seen: string[] = [];
    s.reviewAll(s.reviewers[0]!, (_, { key }) => {
      seen.push(key);
      return 'agree';
    });
    expect(seen).toEqual(['a', 'c1', 'c2']);
  });
});

describe('a question to the lead', () => {
  it('is asked while the work continues, answered, and read by the person who asked', () => {
    const { db, worker, id, lead, round, subject } = seated();
    askLead(db, worker, { assignmentId: id, subjectId: subject('c1').id, question: 'Which who?' });
    const [flag] = listFlags(db, lead, round.id, { open: true });
    expect(flag).toMatchObject({ qid: 'a', key: 'c1', question: 'Which who?', answer: null });
    expect(commitRating(db, worker, ratingInput(id, subject('c1')))).toMatchObject({ kind: 'committed' });
    answerFlag(db, lead, flag!.id, { answer: 'Those who paid.', seen: null });
    const late = { answer: 'The payer.', seen: null };
    expect(() => answerFlag(db, lead, flag!.id, late)).toThrow(/answered after .*“Those who paid\.”/);
    expect(subject('c1').questions).toMatchObject([{ question: 'Which who?', answer: 'Those who paid.' }]);
    expect(listFlags(db, lead, round.id, { open: true })).toEqual([]);
    expect(auditActions(db)).toEqual(expect.arrayContaining(['flag.raise', 'flag.answer', 'rating.commit']));
  });
});

describe('a question to the lead sent twice', () => {
  it('is one question while it waits for its answer, alone or with the rating', () => {
    const { db, worker, id, lead, round, subject } = seated();
    const ask = (question: string, about: string | null) =>
      askLead(db, worker, { assignmentId: id, subjectId: about, question }).flagId;
    const c1 = subject('c1').id;
    const first = ask('Which who?', c1);
    expect(ask(' Which who? ', c1)).toBe(first);
    commitRating(db, worker, { ...ratingInput(id, subject('c1')), question: 'Which who?' });
    expect(ask('Which who?', null)).not.toBe(first);
    expect(listFlags(db, lead, round.id)).toHaveLength(2);
    answerFlag(db, lead, first, { answer: 'Those who paid.', seen: null });
    expect(ask('Which who?', c1)).not.toBe(first);
  });
});

describe('a round', () => {
  it('is refused with settings that cannot be, each named', () => {
    const { db, lead } = roundScene({ queries: [aQuery('x')] });
    const columns = problemsOf(() =>
      openRound(db, lead, { name: ' ', settings: { overlap: 0, deadline: '2026-02-30', batchSize: 0 } })
    ).map(({ column }) => column);
    expect(columns).toEqual(['name', 'overlap', 'batchSize', 'deadline']);
    expect(problemsOf(() => openRound(db, lead, { name: 'Again' }))).toMatchObject([
      { reason: expect.stringMatching(/is in round 1/) }
    ]);
    expect(problemsOf(() => openRound(db, lead, { name: 'Wide', settings: { overlap: 9 } }))).toMatchObject([
      { column: 'overlap', reason: expect.stringMatching(/has 2 annotators/) }
    ]);
  });
});
