import { isActionFailure } from '@sveltejs/kit';
import { expect, it } from 'vitest';
import { memoryDatabase } from '$lib/server/db/memory.fixture.ts';
import { authorize, instance, operator } from '$lib/server/auth/authorize.ts';
import { createProject } from '$lib/server/projects.ts';
import { changeThing } from './managing.ts';
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
  const typed = 'n'.repeat(201);
  const refused = await changeThing(open, 'rename', formOf({ name: typed }), 'en');
  expect(isActionFailure(refused) && refused.data).toMatchObject({ newName: typed, problems: [{ column: 'name' }] });
  const above = { refused: 'Too long.', problems: [{ row: null, column: 'name', reason: 'Too long.' }] };
  const kept = await refusedFields.run(above, () =>
    changeThing(open, 'rename', formOf({ name: 'n'.repeat(301) }), 'en')
  );
  expect(isActionFailure(kept) && kept.data).toMatchObject({ ...above, newName: 'n'.repeat(301) });
  const other = await changeThing(open, 'delete', formOf({ typed: 'Cold' }), 'en');
  expect(isActionFailure(other) && other.data).toMatchObject({ typed: 'Cold', newName: null });
  expect(await changeThing(open, 'rename', formOf({ name: 'Hot' }), 'en')).toMatchObject({
    said: expect.stringContaining('Hot')
  });
});
