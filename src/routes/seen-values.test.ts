import { isRedirect } from '@sveltejs/kit';
import { expect, it } from 'vitest';
import { createStudy } from '$lib/studies/planning/studies.server.ts';
import { exampleRun } from '$lib/studies/planning/example-run.fixture.ts';
import { memoryDatabase } from '$lib/server/db/memory.fixture.ts';
import { schema } from '$lib/server/db/client.ts';
import { aQuery } from '$lib/verification/rounds/project.fixture.server.ts';
import { roundScene } from '$lib/verification/rounds/rounds.fixture.ts';
import * as roundSettings from './p/[project]/verification/rounds/[round]/settings/+page.server.ts';
import * as study from './p/[project]/studies/[study]/+page.server.ts';
import * as system from './p/[project]/systems/[system]/+page.server.ts';

interface Answer {
  status?: number;
  data?: Record<string, unknown>;
  said?: string;
}

/** A page opened twice by its lead: what it shows, and a form of it as it was opened. */
function opened(locals: object, params: Record<string, string>) {
  const asked = (form?: Record<string, string>) => {
    const url = new URL('http://here.example/');
    const request = new Request(url, { method: 'POST', body: new URLSearchParams(form) });
    return { url, request, params, locals: { language: 'en', ...locals } } as never;
  };
  const send = async (action: unknown, form: Record<string, string>): Promise<Answer | 'saved'> => {
    try {
      return (await (action as (event: never) => Promise<Answer>)(asked(form))) ?? 'saved';
    } catch (thrown) {
      if (isRedirect(thrown)) return 'saved';
      throw thrown;
    }
  };
  return { asked, send };
}

const overtaken = { status: 409, data: { refused: expect.stringContaining('Open the page again') } };

it('the details of a system are not put back by a page that was opened before they were changed', async () => {
  const { db } = memoryDatabase();
  const { lead } = exampleRun(db);
  const one = db.select().from(schema.system).all()[0]!;
  const { slug } = db.select().from(schema.project).all()[0]!;
  const { asked, send } = opened({ db, actor: lead }, { project: slug, system: one.id });
  const { seen } = (await system.load(asked())) as { seen: string };
  expect(await send(system.actions.default, { family: 'alder', seen })).toBe('saved');
  expect(await send(system.actions.default, { provider: 'Maker', seen })).toMatchObject(overtaken);
  expect(db.select().from(schema.system).all()[0]).toMatchObject({ family: 'alder', provider: null });
  const again = (await system.load(asked())) as { seen: string };
  expect(await send(system.actions.default, { family: 'alder', provider: 'Maker', ...again })).toBe('saved');
});

it('nor are the rules of a study for inactive work', async () => {
  const { db } = memoryDatabase();
  const run = exampleRun(db);
  const { number } = createStudy(db, run.manage, run.input());
  const { slug } = db.select().from(schema.project).all()[0]!;
  const { asked, send } = opened({ db, actor: run.lead }, { project: slug, study: String(number) });
  const { seenLeases: seen } = (await study.load(asked())) as { seenLeases: string };
  expect(await send(study.actions.leases, { idle: '60', unopened: '', seen })).toHaveProperty('said');
  expect(await send(study.actions.leases, { idle: '', unopened: '48', seen })).toMatchObject(overtaken);
  expect(db.select().from(schema.study).all()[0]!.leases).toEqual({ idleMinutes: 60, unopenedHours: null });
});

it('nor the settings of a round', async () => {
  const s = roundScene({ queries: [aQuery('q1', 'Is it so?')] });
  const { asked, send } = opened({ db: s.db, actor: s.lead.actor }, { project: s.project.slug, round: '1' });
  const { seen, typed } = (await roundSettings.load(asked())) as { seen: string; typed: Record<string, unknown> };
  const form = Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, String(value)]));
  const { domains: _, keepUnnecessary: __, ...plain } = form;
  expect(await send(roundSettings.actions.default, { ...plain, deadline: '2027-05-01', seen })).toBe('saved');
  expect(await send(roundSettings.actions.default, { ...plain, limit: '4', seen })).toMatchObject(overtaken);
  expect(s.db.select().from(schema.verificationRound).all()[0]!.settings.deadline).toBe('2027-05-01');
});
