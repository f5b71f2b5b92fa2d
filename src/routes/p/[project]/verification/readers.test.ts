import { expect, it } from 'vitest';
import type { Role } from '$lib/server/auth/authorize.ts';
import { aQuery, scene } from '$lib/verification/rounds/project.fixture.server.ts';
import { importQueries } from '$lib/verification/benchmark/benchmark.server.ts';
import { freezeVersion } from '$lib/verification/release/versions.server.ts';
import { load } from './+page.server.ts';

it('leads all who may read dataset versions to them, and promises a viewer no work', async () => {
  const { db, project, lead, as } = scene();
  importQueries(db, lead, [aQuery('q1', 'Is it so?')]);
  freezeVersion(db, lead);
  const seen = async (role: Role) => {
    const actor = as(role);
    const url = new URL(`http://here.example/p/${project.slug}/verification`);
    const event = { url, locals: { db, actor, language: 'en' }, params: { project: project.slug } } as never;
    const data = (await load(event)) as { versions: { number: number }[] | null; own: { views: boolean } };
    return [data.versions?.map(({ number }) => number) ?? null, data.own.views];
  };
  expect(await seen('viewer')).toEqual([[1], true]);
  expect(await seen('reviewer')).toEqual([[1], false]);
  expect(await seen('lead')).toEqual([[1], false]);
  expect(await seen('annotator')).toEqual([null, false]);
});
