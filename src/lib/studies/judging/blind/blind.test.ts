import { describe, expect, it } from 'vitest';
import { myStudies, nextStudyAssignment, readAssignment } from '../queue.server.ts';
import { commitVerdict, saveVerdictDraft } from '../verdicts.server.ts';
import { nextInStudy, waitingFor } from '../waiting.server.ts';
import { setUp, entry } from '../judging.fixture.ts';
import { annotating, openAssignment } from '../annotating.fixture.ts';

describe('what an annotator gets before the reveal', () => {
  it('holds, byte for byte, no system, judge, verdict, rationale, report id, stratum or other person', () => {
    const { db, secrets, annotators, lead, projectId } = setUp();
    const [ana, ben] = annotators;
    const bens = openAssignment(db, ben)!;
    commitVerdict(db, annotating(ben), {
      assignmentId: bens.id,
      studyItemId: bens.items[0]!.id,
      ...entry('no', { note: 'words of Ben' })
    });
    let bytes = JSON.stringify(myStudies(db, ana));
    for (let next = nextStudyAssignment(db, ana); next !== null; next = nextStudyAssignment(db, ana)) {
      bytes += JSON.stringify(openAssignment(db, ana, next));
      for (const { id } of readAssignment(db, ana, next).items) {
        const input = { assignmentId: next, studyItemId: id, ...entry('yes', { note: 'words of Ana' }) };
        saveVerdictDraft(db, annotating(ana), input);
        bytes += JSON.stringify([commitVerdict(db, annotating(ana), input), readAssignment(db, ana, next)]);
      }
      bytes += JSON.stringify([waitingFor(db, ana, ''), nextInStudy(db, ana, next)]);
    }
    expect(bytes).toContain('words of Ana');
    expect(bytes).toContain('Does the report settle point');
    const hidden = [
      ...secrets,
      ben.id,
      lead.id,
      bens.id,
      projectId,
      'words of Ben',
      'all-agree',
      'some-differ',
      'inclusion'
    ];
    for (const secret of hidden) expect(bytes, secret).not.toContain(secret);
  });

  it('is what the judges saw: the query of the scored version, not as edited later', () => {
    const { db, annotators } = setUp();
    const open = openAssignment(db, annotators[0])!;
    expect(open.query).toMatch(/^What is to be known of q\d\?$/);
    expect(open.report).toMatchObject({ language: 'en', markdown: expect.stringContaining('# On q') as string });
    expect(open.study.metric.title).toBe('Coverage');
  });

  it('gives each item an id that cannot be traced to an order of creation or a unit', () => {
    const { db, annotators } = setUp();
    const ids = openAssignment(db, annotators[0])!.queue.seats.map((seat) => seat.id);
    expect(ids.every((id) => /^[\w-]{16}$/.test(id))).toBe(true);
    expect([...ids].sort()).not.toEqual(ids);
  });
});
