import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../../tests/refusals.ts';
import { schema } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { exampleRun } from './example-run.fixture.ts';
import {
  guidelineHistory,
  listStudyGuidelines,
  namesShown,
  ownGuideline,
  startingText,
  writeStudyGuideline
} from './guideline.server.ts';
import { guidelineOf } from '../kinds/guideline-page.ts';
import { studyKinds } from '../kinds/index.ts';
import { planStudy } from './planning.server.ts';
import { closeStudy, createStudy } from './studies.server.ts';

const { db } = memoryDatabase();
const run = exampleRun(db);
const [ana, ben] = run.annotators;
const study = createStudy(db, run.manage, run.input({ people: [ana.id], overlap: 1, sample: { items: 6 } }));
const codeOf = (act: () => unknown): string => refusalOf(act)?.code ?? 'done';

describe('the guideline of a study', () => {
  it.each(Object.entries(studyKinds))(
    'starts for the kind %s with each answer, its key and worked examples',
    (name, kind) => {
      const text = guidelineOf(kind);
      expect(text.split('\n## ').map((part) => part.split('\n')[0])).toEqual([
        expect.stringContaining('# '),
        'Examples',
        'Traps',
        'When you cannot judge'
      ]);
      if (name !== 'score')
        for (const { key } of kind.options) expect(text, key).toMatch(new RegExp(`^\\| ${key} \\|`, 'im'));
      const examples = text.split('## Examples')[1]!.split('## Traps')[0]!;
      expect(examples.match(/\*\*[^*]+\*\*/g)!.length).toBeGreaterThanOrEqual(1);
      expect(text).not.toMatch(/[!]|please/i);
    }
  );

  it('is the text of its kind until a lead writes one, and then in versions that stay', () => {
    expect(listStudyGuidelines(db, run.read, study.id)).toMatchObject([
      { number: 1, markdown: startingText('checklist-item', 'coverage'), createdAt: study.createdAt }
    ]);
    const second = writeStudyGuideline(db, run.manage, study.id, ' # Ours\r\n\nRead twice. ', 1);
    expect(second).toMatchObject({ number: 2, markdown: '# Ours\n\nRead twice.' });
    expect(writeStudyGuideline(db, run.manage, study.id, '# Ours\n\nRead twice.', 1)).toEqual(second);
    expect(guidelineHistory(db, study.id).map(({ number }) => number)).toEqual([1, 2]);
    expect(() => db.update(schema.studyGuideline).set({ markdown: 'x' }).run()).toThrow();
    expect(codeOf(() => writeStudyGuideline(db, run.manage, study.id, '  ', 2))).toBe('invalid-input');
  });

  it('is searched for names of systems and judges, as every text of a plan that annotators read', () => {
    expect(namesShown(db, study, startingText('checklist-item', 'coverage'))).toEqual([]);
    expect(namesShown(db, study, 'If in doubt, answer like Ferrule.')).toEqual(['ferrule']);
    expect(namesShown(db, { ...study, name: 'People or ferrule' }, '')).toEqual(['ferrule']);
    const input = run.input({ people: [ana.id], overlap: 1, sample: { items: 6 } });
    const known = [
      { purpose: 'training', qid: 'q1', system: 's', item: 'c1', answer: 'yes', reason: 'FERRULE says yes.' }
    ] as const;
    expect(planStudy(db, run.manage, input).naming).toEqual([]);
    expect(
      planStudy(db, run.manage, { ...input, name: 'Ferrule', guidelinePage: '# Not ferrule', known }).naming
    ).toEqual((['name', 'page', 'known'] as const).map((text) => ({ text, names: ['ferrule'] })));
  });

  it('is not replaced by a text that began before its newest version', () => {
    const late = () => writeStudyGuideline(db, run.manage, study.id, '# Without what was added', 1);
    expect(late).toThrow(/Version 2 of the guideline was written after you opened this page/);
    expect(listStudyGuidelines(db, run.read, study.id)).toHaveLength(2);
  });

  it('is read by annotators of the study, and by no other annotator', () => {
    const own = ownGuideline(db, ana, run.projectId, study.number);
    expect(own).toMatchObject({ version: 2, markdown: '# Ours\n\nRead twice.', short: 'Read the whole report first.' });
    expect(own.work).toEqual(expect.any(String));
    expect(codeOf(() => ownGuideline(db, ben, run.projectId, study.number))).toBe('not-found');
    expect(codeOf(() => ownGuideline(db, ana, 'elsewhere', study.number))).toBe('not-found');
  });

  it('starts in the language of the lead who plans the study, which is on record, and is one text for all annotators', () => {
    const input = run.input({ people: [ana.id], overlap: 1, sample: { items: 4 }, language: 'zh-Hans' });
    const planned = createStudy(db, run.manage, input);
    const [first] = listStudyGuidelines(db, run.read, planned.id);
    expect(first!.markdown).toBe(startingText('checklist-item', 'coverage', 'zh-Hans'));
    expect(first!.markdown).toMatch(/^# 关于报告的问题/);
    expect(ownGuideline(db, ana, planned.projectId, planned.number).markdown).toBe(first!.markdown);
    const rows = db.select().from(schema.audit).all();
    expect(
      rows.find(({ entityId, action }) => entityId === planned.id && action === 'study.create')!.detail
    ).toMatchObject({
      guidelineLanguage: 'zh-Hans'
    });
  });

  it('starts as it was written in the plan, and stays as it is once the study is closed', () => {
    const input = run.input({ people: [ben.id], overlap: 1, sample: { items: 4 }, guidelinePage: '# Planned' });
    const planned = createStudy(db, run.manage, input);
    expect(listStudyGuidelines(db, run.read, planned.id).map(({ markdown }) => markdown)).toEqual(['# Planned']);
    closeStudy(db, run.manage, planned.id);
    expect(codeOf(() => writeStudyGuideline(db, run.manage, planned.id, '# Later', 1))).toBe('closed');
  });
});
