import { isActionFailure } from '@sveltejs/kit';
import { expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { recordAdoption } from '$lib/alignment/adoption/adoptions.server.ts';
import { liftEmbargo } from '$lib/alignment/preregistration/preregistrations.server.ts';
import { insertSampleStudy, sampleMetric } from '$lib/alignment/units/sample-study.fixture.ts';
import { archiveThing } from '$lib/server/managing/archiving.ts';
import { memoryDatabase } from '$lib/server/db/memory.fixture.ts';
import { authorize, instance, operator } from '$lib/server/auth/authorize.ts';
import { createProject } from '$lib/server/projects.ts';
import { changeThing, managedThing } from './managing.ts';
import { refusedFields } from './refused-fields.ts';

const formOf = (fields: Record<string, string>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

it('a refused form of a thing comes back with the name that was typed, also if the field is above its limit', async () => {
  const { db } = memoryDatabase();
  const { id } = createProject(db, authorize(operator, instance, 'administer'), { name: 'Heat' });
  const grant = authorize(operator, { kind: 'project', id }, 'manage');
  const open = () => ({ db, grant, kind: 'project' as const, id });
  const { seen } = managedThing('en', db, grant, 'project', id);
  const typed = 'n'.repeat(201);
  const refused = await changeThing(open, 'rename', formOf({ name: typed, seen }), 'en');
  expect(isActionFailure(refused) && refused.data).toMatchObject({ newName: typed, problems: [{ column: 'name' }] });
  const above = { refused: 'Too long.', problems: [{ row: null, column: 'name', reason: 'Too long.' }] };
  const kept = await refusedFields.run(above, () =>
    changeThing(open, 'rename', formOf({ name: 'n'.repeat(301), seen }), 'en')
  );
  expect(isActionFailure(kept) && kept.data).toMatchObject({ ...above, newName: 'n'.repeat(301) });
  const other = await changeThing(open, 'delete', formOf({ typed: 'Cold' }), 'en');
  expect(isActionFailure(other) && other.data).toMatchObject({ typed: 'Cold', newName: null });
  expect(await changeThing(open, 'rename', formOf({ name: 'Hot', seen }), 'en')).toMatchObject({
    said: expect.stringContaining('Hot')
  });
});

it.each([
  [
    'en',
    'presentation and organization',
    'The current adoption for presentation and organization (study 1) is based on it.'
  ],
  ['zh-Hans', '表达与组织', '表达与组织当前的采用（研究 1）以其为依据。']
])(
  'a study on which an adoption rests names the metric in words, before and when it is deleted: %s',
  async (language, word, sentence) => {
    const { db } = memoryDatabase();
    const items = [
      { id: 'i1', query: 'q1', people: 'yy', judges: 'y' },
      { id: 'i2', query: 'q2', people: 'nn', judges: 'n' }
    ];
    const { managing: grant } = insertSampleStudy(db, ['ann', 'bob'], ['rules'], items);
    liftEmbargo(db, grant, 'study');
    const decision = {
      studyId: 'study',
      metric: sampleMetric,
      outcome: 'adopt',
      judgeIds: ['rules'],
      rule: 'single'
    } as const;
    recordAdoption(db, grant, { ...decision, reason: 'Said so.' }, { resamples: 20 });
    db.run(sql`UPDATE study SET status = 'closed'`);
    archiveThing(db, grant, 'study', 'study');
    const { obstacle, name } = managedThing(language, db, grant, 'study', 'study');
    expect(obstacle).toContain(sentence);
    const open = () => ({ db, grant, kind: 'study' as const, id: 'study' });
    const refused = await changeThing(open, 'delete', formOf({ typed: name }), language);
    // Outside a request, the sentence around the metric is English.
    expect(isActionFailure(refused) && refused.data).toMatchObject({
      refused: expect.stringContaining(`current adoption for ${word} (study 1)`)
    });
  }
);
