import { beforeEach, expect, it } from 'vitest';
import { memoryDatabase } from '$lib/server/db/memory.fixture.ts';
import type { Db } from '$lib/server/db/client.ts';
import { annotating } from '$lib/studies/judging/annotating.fixture.ts';
import { pauseStudy, resumeStudy } from '$lib/studies/judging/leases/lease-rules.server.ts';
import { nextStudyAssignment, readAssignment } from '$lib/studies/judging/queue.server.ts';
import { commitVerdict } from '$lib/studies/judging/verdicts.server.ts';
import { exampleRun, type ExampleRun } from '$lib/studies/planning/example-run.fixture.ts';
import { createStudy, type Study } from '$lib/studies/planning/studies.server.ts';
import { answerGiven } from './answer-given.ts';

let db: Db;
let run: ExampleRun;
let study: Study;
let assignmentId: string;
let key = 0;

beforeEach(() => {
  db = memoryDatabase().db;
  run = exampleRun(db);
  study = createStudy(db, run.manage, run.input());
  assignmentId = nextStudyAssignment(db, run.annotators[0], study.id)!;
});

const first = () => {
  const open = readAssignment(db, run.annotators[0], assignmentId);
  return { open, item: open.items[0]! };
};
const chosen = () => answerGiven(first().open, first().item).chosen;
const commit = (label: string | null) =>
  commitVerdict(db, annotating(run.annotators[0]), {
    ...{ assignmentId, studyItemId: first().item.id, label, note: '', passages: [], seconds: null },
    idempotencyKey: `given-${(key += 1)}`
  });

it('a label that a paused study refused is chosen when the page opens again', () => {
  pauseStudy(db, run.manage, study.id);
  expect(() => commit('no')).toThrow('The study is paused');
  resumeStudy(db, run.manage, study.id);
  expect(chosen()).toBe('no');
  expect(first().item.verdict).toBeNull();
});

it('a change that was refused is chosen instead of the label that stands', () => {
  commit('yes');
  pauseStudy(db, run.manage, study.id);
  expect(() => commit('no')).toThrow('The study is paused');
  expect(chosen()).toBe('no');
  expect(first().item.verdict?.label).toBe('yes');
});

it('a label that was taken back is not chosen', () => {
  commit('yes');
  commit(null);
  expect(first().item.draft?.label).toBe('yes');
  expect(chosen()).toBeNull();
});
