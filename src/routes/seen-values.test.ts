import { isRedirect } from '@sveltejs/kit';
import { expect, it } from 'vitest';
import { createStudy } from '$lib/studies/planning/studies.server.ts';
import { exampleRun } from '$lib/studies/planning/example-run.fixture.ts';
import { memoryDatabase } from '$lib/server/db/memory.fixture.ts';
import { schema } from '$lib/server/db/client.ts';
import { addUsualLabels, codingRows } from '$lib/verification/proposals/survey/coding.server.ts';
import { answerOfRespondent } from '$lib/verification/proposals/survey/survey-coding.server.ts';
import { tenAnswers } from '$lib/verification/proposals/survey/survey.fixture.ts';
import { importAnswers } from '$lib/verification/proposals/survey/survey.server.ts';
import { aQuery, scene } from '$lib/verification/rounds/project.fixture.server.ts';
import { roundScene } from '$lib/verification/rounds/rounds.fixture.ts';
import * as managed from './p/[project]/manage/[kind]/[thing]/+page.server.ts';
import * as coding from './p/[project]/verification/coding/+page.server.ts';
import * as codeBook from './p/[project]/verification/coding/code-book/+page.server.ts';
import * as drafts from './p/[project]/verification/drafts/+page.server.ts';
import * as finalise from './p/[project]/verification/rounds/[round]/finalise/+page.server.ts';
import * as inspection from './p/[project]/verification/rounds/[round]/inspections/[inspection]/+page.server.ts';
import * as roundSettings from './p/[project]/verification/rounds/[round]/settings/+page.server.ts';
import * as extension from './p/[project]/studies/[study]/extend/+page.server.ts';
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

it('nor the codes of an answer, a name in the code book, or the targets', async () => {
  const { db, lead, project } = scene();
  importAnswers(db, lead, tenAnswers);
  addUsualLabels(db, lead);
  const [law, finance] = codingRows(db, lead, 'domain');
  const { asked, send } = opened({ db, actor: lead.actor }, { project: project.slug });

  const { place } = (await coding.load(asked())) as { place: { seen: string; answer: { id: string } } };
  const answer = { answer: place.answer.id, respondent: 'r1', seen: place.seen };
  expect(await send(coding.actions.code, { ...answer, domain: law!.id })).toBe('saved');
  expect(await send(coding.actions.code, { ...answer, domain: finance!.id })).toMatchObject(overtaken);
  expect(answerOfRespondent(db, lead, 'r1').codes.domain).toEqual([law!.id]);

  const { lists } = (await codeBook.load(asked())) as { lists: { rows: { id: string; seen: string }[] }[] };
  const { id: label, seen } = lists[0]!.rows[0]!;
  expect(await send(codeBook.actions.rename, { label, seen, name: 'Justice' })).toBe('saved');
  expect(await send(codeBook.actions.rename, { label, seen, name: 'Courts' })).toMatchObject(overtaken);

  const { targets } = (await drafts.load(asked())) as { targets: { kind: string; seen: string }[] };
  const form = { kind: 'domain', seen: targets[0]!.seen };
  expect(await send(drafts.actions.targets, { ...form, [`target.${label}`]: '7' })).toBe('saved');
  expect(await send(drafts.actions.targets, { ...form, [`target.${label}`]: '' })).toMatchObject(overtaken);
  expect(await send(drafts.actions.proportion, { ...form, total: '50' })).toMatchObject(overtaken);
  expect(codingRows(db, lead, 'domain').find(({ id }) => id === label)).toMatchObject({ name: 'Justice', target: 7 });
});

it('nor a name', async () => {
  const { db, lead, project } = scene();
  const about = { project: project.slug, kind: 'project', thing: project.id };
  const { asked, send } = opened({ db, actor: lead.actor }, about);
  const { seen } = ((await managed.load(asked())) as { thing: { seen: string } }).thing;
  expect(await send(managed.actions.rename, { name: 'Heat', seen })).toHaveProperty('said');
  expect(await send(managed.actions.rename, { name: 'Cold', seen })).toMatchObject(overtaken);
  expect(db.select().from(schema.project).all()[0]!.name).toBe('Heat');
});

it('the note to a returned batch is not put back either', async () => {
  const s = roundScene({ queries: [aQuery('q1', 'Is it so?')], settings: { overlap: 1 } });
  s.annotateAll(s.annotators[0]!);
  s.reviewAll(s.reviewers[0]!);
  s.startInspections();
  const { id } = s.db.select().from(schema.inspection).all()[0]!;
  const { asked, send } = opened(
    { db: s.db, actor: s.lead.actor },
    { project: s.project.slug, round: '1', inspection: id }
  );
  const { seen } = (await inspection.load(asked())) as { seen: string };
  expect(await send(inspection.actions.note, { note: 'Dates are missing.', seen })).toBe('saved');
  expect(await send(inspection.actions.note, { note: 'Check units.', seen })).toMatchObject(overtaken);
  expect(s.db.select().from(schema.inspection).all()[0]!.note).toBe('Dates are missing.');
});

it('a study is extended once by two leads who read how many items it has', async () => {
  const { db } = memoryDatabase();
  const run = exampleRun(db);
  const input = run.input();
  const { number } = createStudy(db, run.manage, { ...input, overlap: 1, sample: { ...input.sample, items: 6 } });
  const { slug } = db.select().from(schema.project).all()[0]!;
  const { asked, send } = opened({ db, actor: run.lead }, { project: slug, study: String(number) });
  const { seen } = (await extension.load(asked())) as { seen: string };
  const form = { sampling: 'one', items: '2', seed: '5', people: input.people[0]!, seen };
  expect(await send(extension.actions.extend, form)).toBe('saved');
  expect(await send(extension.actions.extend, { ...form, seed: '6' })).toMatchObject(overtaken);
});

it('a round is not finalised in another state than its lead has seen', async () => {
  const s = roundScene({ queries: [aQuery('q1', 'Is it so?')], settings: { overlap: 1 } });
  const { asked, send } = opened({ db: s.db, actor: s.lead.actor }, { project: s.project.slug, round: '1' });
  const { seen } = (await finalise.load(asked())) as { seen: string };
  s.annotateAll(s.annotators[0]!);
  expect(await send(finalise.actions.finalise, { includeOpen: 'on', seen })).toMatchObject(overtaken);
  expect(s.db.select().from(schema.verificationRound).all()[0]!.status).toBe('open');
});
