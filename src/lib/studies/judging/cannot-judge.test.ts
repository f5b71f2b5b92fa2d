import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../../tests/refusals.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { cannotJudgeReasons, explanationOf, saysWhy } from './cannot-judge.ts';
import { everyKindRun, metricOf } from '../planning/every-kind.fixture.ts';
import { CANNOT_JUDGE, studyKindNames, studyKinds } from '../kinds/index.ts';
import { studyLabels } from '../labels/labels.server.ts';
import { valueOnScale } from '../labels/label-scale.ts';
import { nextStudyAssignment } from './queue.server.ts';
import { createStudy } from '../planning/studies.server.ts';
import { commitVerdict } from './verdicts.server.ts';
import { annotating, openAssignment } from './annotating.fixture.ts';

describe.each(studyKindNames)('an annotator who cannot judge in a study of the kind %s', (kind) => {
  const { db } = memoryDatabase();
  const run = everyKindRun(db);
  const [ana] = run.annotators;
  const input = { kind, metric: metricOf[kind], people: [ana.id], overlap: 1, sample: { items: 3 } };
  const study = createStudy(db, run.manage, run.input({ ...input, reveal: 'never' }));
  const id = nextStudyAssignment(db, ana, study.id)!;
  const item = openAssignment(db, ana, id)!.items[0]!.id;
  let keys = 0;
  const commit = (label: string, reason: string | null, note = '') =>
    commitVerdict(db, annotating(ana), {
      ...{ assignmentId: id, studyItemId: item, label, reason, note, passages: [], seconds: 1 },
      idempotencyKey: `cannot ${++keys}`
    });
  const refusedAt = (act: () => unknown): string | undefined => refusalOf(act)?.problems[0]?.column;

  it('chooses why, or writes it; “other” alone and nothing at all are refused, and a reason without it', () => {
    expect(refusedAt(() => commit(CANNOT_JUDGE, null))).toBe('note');
    expect(refusedAt(() => commit(CANNOT_JUDGE, 'other'))).toBe('note');
    expect(refusedAt(() => commit(CANNOT_JUDGE, 'lazy', 'No time.'))).toBe('reason');
    const answer = studyKinds[kind].options[0]?.label ?? '1,2,3';
    expect(refusedAt(() => commit(answer, 'language'))).toBe('reason');
    expect(commit(CANNOT_JUDGE, 'other', 'A poem.').verdict).toMatchObject({ label: CANNOT_JUDGE, note: 'A poem.' });
    expect(commit(CANNOT_JUDGE, 'language').verdict).toMatchObject({ label: CANNOT_JUDGE, note: '' });
  });

  it('is counted and explained, and has no value on the scale', () => {
    const said = studyLabels(db, run.read, study.id).flatMap(({ humans }) => humans);
    const apart = said.filter(({ label }) => label === CANNOT_JUDGE);
    // A ranking reads pair by pair.
    expect(apart.length).toBe(kind === 'ranking' ? 3 : 1);
    for (const { label, note } of apart) {
      expect(note).toBe(`${cannotJudgeReasons.language}.`);
      expect(valueOnScale(studyKinds[kind].scale, label)).toBeNull();
    }
  });
});

it('puts the chosen reason before the note, and knows which reasons speak for themselves', () => {
  expect(explanationOf('language', 'Half of it.')).toBe('I do not read the language well enough. Half of it.');
  expect([explanationOf('other', 'A poem.'), explanationOf(null, '')]).toEqual(['A poem.', '']);
  expect([saysWhy('unreadable', ''), saysWhy('other', ''), saysWhy(null, ' '), saysWhy(null, 'x')]).toEqual([true, false, false, true]); // prettier-ignore
});
