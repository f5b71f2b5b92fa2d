import { describe, expect, it } from 'vitest';
import { authorize, may, onlyViews, type Person } from '../../server/auth/authorize.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { exampleRun } from '../planning/example-run.fixture.ts';
import {
  closeStudy,
  createStudy,
  listStudies,
  openStudiesProgress,
  studyByNumber,
  studyProgress
} from '../planning/studies.server.ts';
import { studyLabels } from '../labels/labels.server.ts';
import { isBlinded, unblindings } from '../labels/unblinding.server.ts';
import { mayJudge } from '../judging/leases/seat.server.ts';

function scene() {
  const { db } = memoryDatabase();
  const run = exampleRun(db);
  const study = createStudy(db, run.manage, run.input());
  const as = (...roles: ('viewer' | 'annotator' | 'lead')[]): Person => ({
    ...{ kind: 'person', id: 'v', name: 'Vera', email: 'v@x.example', admin: false },
    roles: new Map([[run.projectId, roles]])
  });
  const resource = { kind: 'project', id: run.projectId } as const;
  return { db, run, study, as, resource, grant: authorize(as('viewer'), resource, 'read-results') };
}

describe('a viewer', () => {
  it('reads results, and manages, judges, reviews and adjudicates nothing', () => {
    const { as, resource } = scene();
    for (const access of ['enter', 'read-benchmark', 'read-guideline', 'read-results'] as const)
      expect(may(as('viewer'), resource, access), access).toBe(true);
    for (const access of ['manage', 'annotate', 'review', 'adjudicate'] as const)
      expect(() => authorize(as('viewer'), resource, access), access).toThrow();
  });
  it('finds no open study: neither in lists, nor by number or id, nor its labels or progress', () => {
    const { db, study, grant } = scene();
    expect(listStudies(db, grant)).toEqual([]);
    expect(openStudiesProgress(db, grant)).toEqual([]);
    const asked = [
      () => studyByNumber(db, grant, study.number),
      () => studyLabels(db, grant, study.id),
      () => studyProgress(db, grant, study.id),
      () => unblindings(db, grant, study.id),
      () => isBlinded(db, grant, study.id)
    ];
    for (const ask of asked) expect(ask).toThrow(/no such study/);
  });
  it('finds the study after it is closed, as a lead does before', () => {
    const { db, run, study, grant } = scene();
    expect(studyByNumber(db, run.read, study.number).id).toBe(study.id);
    closeStudy(db, run.manage, study.id);
    expect(studyByNumber(db, grant, study.number).id).toBe(study.id);
    expect(listStudies(db, grant)).toHaveLength(1);
    expect(isBlinded(db, grant, study.id)).toBe(false);
  });
  it('does not judge blind in the same project, also as an annotator', () => {
    const { as, run } = scene();
    expect(mayJudge(as('annotator'), run.projectId)).toBe(true);
    expect(mayJudge(as('annotator', 'viewer'), run.projectId)).toBe(false);
    expect(onlyViews(as('viewer'), run.projectId)).toBe(true);
    expect(onlyViews(as('annotator', 'viewer'), run.projectId)).toBe(false);
    expect(onlyViews(as('lead', 'viewer'), run.projectId)).toBe(false);
  });
});
