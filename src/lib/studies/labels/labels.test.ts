import { describe, expect, it } from 'vitest';
import { authorize } from '../../server/auth/authorize.ts';
import { exampleRun } from '../planning/example-run.fixture.ts';
import { studyLabels, studyRaters } from './labels.server.ts';
import { longFormat } from './labels.ts';
import { commitPreference } from './preferences.server.ts';
import { revealAssignment } from '../reveal/reveal.server.ts';
import { reviseVerdict } from '../judging/verdicts.server.ts';
import { setUp, commit, key } from '../reveal/revealing.fixture.ts';
import { annotating, openAssignment } from '../judging/annotating.fixture.ts';

describe('studyLabels', () => {
  it('gives the last blind verdict that stands, revisions apart, and judges as they are', () => {
    const { db, study, ana, read } = setUp({ sample: { items: 24 } });
    const open = openAssignment(db, ana)!;
    const [a, b] = open.items;
    commit(db, ana, open.id, a!.id, 'yes');
    commit(db, ana, open.id, a!.id, 'no');
    commit(db, ana, open.id, b!.id, 'yes');
    commit(db, ana, open.id, b!.id, null);
    const before = studyLabels(db, read, study.id);
    const unit = (id: string, units = before) => units.find((one) => one.itemId === id)!;
    expect(before).toHaveLength(24);
    expect(unit(a!.id).humans).toEqual([
      { userId: ana.id, label: 'no', acceptable: [], points: null, note: 'why', seconds: 4, revised: null }
    ]);
    expect(unit(b!.id).humans).toEqual([]);
    expect(unit(a!.id)).toMatchObject({ inclusionProbability: 0.4, preferences: [] });
    for (const one of before)
      expect(one.judges.map((judge) => judge.judgeId)).toEqual(
        studyRaters(db, read, study.id).judges.map((judge) => judge.judgeId)
      );

    for (const { id } of open.items) commit(db, ana, open.id, id, 'yes');
    const shown = revealAssignment(db, annotating(ana), open.id).items.find((one) => one.id === a!.id)!;
    const judged = shown.judges.find((judge) => judge.state === 'judged')!;
    commitPreference(db, annotating(ana), {
      studyItemId: a!.id,
      choice: 'tie',
      reasons: [],
      note: '',
      idempotencyKey: key()
    });
    commitPreference(db, annotating(ana), {
      studyItemId: a!.id,
      choice: { aliases: [judged.alias] },
      reasons: [],
      note: '',
      idempotencyKey: key()
    });
    reviseVerdict(db, annotating(ana), {
      assignmentId: open.id,
      studyItemId: a!.id,
      label: 'no',
      note: '',
      passages: [],
      seconds: null,
      idempotencyKey: key()
    });
    const after = unit(a!.id, studyLabels(db, read, study.id));
    expect(after.humans).toMatchObject([{ label: 'yes', revised: 'no' }]);
    expect(after.preferences).toHaveLength(1);
    expect(after.judges.find((one) => one.judgeId === after.preferences[0]!.judgeIds[0])!.rationale).toBe(
      judged.rationale
    );
  });

  it('is for leads of the study’s own project', () => {
    const { db, study, ana, lead, projectId, read } = setUp({ sample: { items: 6 } });
    const resource = { kind: 'project', id: projectId } as const;
    expect(() => authorize(ana, resource, 'read-results')).toThrow('for leads');
    expect(studyLabels(db, authorize(lead, resource, 'read-results'), study.id)).toHaveLength(6);
    const other = exampleRun(db);
    expect(() => studyLabels(db, other.read, study.id)).toThrow('no such study');
    expect(() => studyRaters(db, other.read, study.id)).toThrow('no such study');
    expect(studyRaters(db, read, study.id)).toMatchObject({
      people: [{ name: 'Ana' }],
      judges: [{ spec: 'scripted:ferrule' }, {}, {}]
    });
  });

  it('becomes one row per unit and rater', () => {
    const { db, study, ana, read } = setUp({ sample: { items: 12 } });
    const open = openAssignment(db, ana)!;
    commit(db, ana, open.id, open.items[0]!.id, 'no');
    const units = studyLabels(db, read, study.id);
    const { judges } = studyRaters(db, read, study.id);
    const nameOf = (id: string) => judges.find((one) => one.judgeId === id)?.spec ?? 'Ana';
    const rows = longFormat(units, nameOf);
    expect(rows).toHaveLength(12 * 3 + 1);
    expect(rows.filter((row) => row.rater_kind === 'human')).toMatchObject([
      { rater: 'Ana', label: 'no', explanation: 'why', preferred_by: '' }
    ]);
    for (const row of rows.filter((one) => one.state !== 'judged')) expect(row.label).toBe('');
  });
});
