import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGemini } from '../../tests/stand-ins/gemini.ts';
import { startOpenAi } from '../../tests/stand-ins/openai.ts';
import type { Asked } from '../../tests/stand-ins/answers.ts';
import type { StandIn } from '../../tests/stand-ins/server.ts';
import { planned, scene as runScene } from '../lib/scorer/runs/runs.fixture.ts';
import { schema } from '../lib/server/db/client.ts';
import { clarificationQuestion } from '../lib/verification/proposals/model-drafts.ts';
import { RunDriver } from '../lib/scorer/runs/driving/driver.server.ts';
import { askClarifications, draftChecklist } from '../lib/verification/proposals/clarifications.server.ts';
import { scene } from '../lib/verification/rounds/project.fixture.server.ts';
import { getDraft } from '../lib/verification/proposals/query-draft-view.server.ts';
import { addDraft } from '../lib/verification/proposals/query-drafts.server.ts';
import { modelAsker } from './model-asker.ts';

/** What a model would say of any draft: the schema tells which of the two questions it was asked. */
const says = ({ schema, model }: Asked): object =>
  'questions' in ((schema?.['properties'] as object | undefined) ?? {})
    ? { questions: [{ question: `Which year, asks ${model}?`, why: 'The figures would differ.' }] }
    : { items: ['Does the report name the year?', 'Does the report name the town?'] };

let openai: StandIn;
let gemini: StandIn;
beforeAll(async () => {
  [openai, gemini] = await Promise.all([
    startOpenAi({ answer: says, faults: [{ kind: 'rate-limit', on: [1], retryAfterSeconds: 0 }] }),
    startGemini({ answer: says })
  ]);
});
afterAll(() => Promise.all([openai.stop(), gemini.stop()]));

const begun = (keys: 'all' | 'none' = 'all') => {
  const s = scene();
  const env =
    keys === 'none'
      ? {}
      : {
          OPENAI_BASE_URL: openai.url,
          OPENAI_API_KEY: 'key-of-openai',
          GEMINI_BASE_URL: gemini.url,
          GEMINI_API_KEY: 'key-of-gemini'
        };
  const draft = addDraft(s.db, s.lead, { text: 'What does heat cost in Sarrin?', domain: null, category: null });
  return { ...s, draft, driver: new RunDriver(s.db, env), view: () => getDraft(s.db, s.lead, draft.qid) };
};

describe('judges asked about a draft through their own clients', () => {
  it('both answer, one after a rate limit, and each question is kept with its judge and model', async () => {
    const { db, lead, draft, driver, view } = begun();
    const askers = ['openai:gpt-5', 'gemini:gemini-2.5-pro'].map((judge) => modelAsker(driver, judge, lead));
    expect(await askClarifications(db, lead, draft.id, askers)).toEqual([
      { judge: 'openai:gpt-5', kept: 1, fault: null },
      { judge: 'gemini:gemini-2.5-pro', kept: 1, fault: null }
    ]);
    expect(openai.requests.map(({ fault }) => fault)).toEqual(['rate-limit', null]);
    expect(
      [...view().clarifications]
        .sort((a, b) => (a.judge < b.judge ? -1 : 1))
        .map(({ judge, model, question, prompt, status }) => ({
          ...{ judge, question, prompt, status },
          named: model !== null
        }))
    ).toEqual(
      [
        ['gemini:gemini-2.5-pro', 'gemini-2.5-pro'],
        ['openai:gpt-5', 'gpt-5']
      ].map(([judge, model]) => ({
        judge,
        question: `Which year, asks ${model}?`,
        prompt: 'verification/clarifications@1',
        status: 'open',
        named: true
      }))
    );
    // The same words again are no new question.
    expect((await askClarifications(db, lead, draft.id, askers)).map(({ kept }) => kept)).toEqual([0, 0]);
  });

  it('a drafted checklist is marked with the judge, and neither server saw anything but the draft', async () => {
    const { db, lead, draft, driver, view } = begun();
    const drafted = [];
    for (const judge of ['openai:gpt-5', 'gemini:gemini-2.5-pro'])
      drafted.push(await draftChecklist(db, lead, draft.id, modelAsker(driver, judge, lead)));
    // What another judge has drafted word for word is passed over.
    expect(drafted.map(({ kept, fault }) => [kept, fault])).toEqual([
      [2, null],
      [0, null]
    ]);
    expect(view().items.map(({ text, judge, status }) => [text, judge, status])).toEqual([
      ['Does the report name the year?', 'openai:gpt-5', 'proposed'],
      ['Does the report name the town?', 'openai:gpt-5', 'proposed']
    ]);
    for (const { asked } of [...openai.requests, ...gemini.requests])
      expect(JSON.parse(asked.user)).toBe('What does heat cost in Sarrin?');
  });

  it('what keeps failing is told in words and keeps nothing', async () => {
    const { db, lead, draft, driver, view } = begun();
    openai.misbehave({ kind: 'bad-key' });
    const [asked] = await askClarifications(db, lead, draft.id, [modelAsker(driver, 'openai:gpt-5', lead)]);
    openai.misbehave();
    expect(asked).toMatchObject({ judge: 'openai:gpt-5', kept: 0, fault: expect.stringMatching(/401/) });
    expect(asked!.fault).not.toContain('key-of-openai');
    expect(view().clarifications).toEqual([]);
  });

  it('without a key the judge is refused with the name of the variable, and a judge made of code altogether', () => {
    const { driver, lead } = begun('none');
    expect(() => modelAsker(driver, 'openai:gpt-5', lead)).toThrow(/OPENAI_API_KEY/);
    expect(() => modelAsker(driver, 'gemini:gemini-2.5-pro', lead)).toThrow(/GEMINI_API_KEY/);
    expect(() => modelAsker(driver, 'rules', lead)).toThrow(/made of code/);
    expect(driver.keys().map(({ variable, set }) => [variable, set])).toEqual([
      ['OPENAI_API_KEY', false],
      ['GEMINI_API_KEY', false],
      ['ANTHROPIC_API_KEY', false]
    ]);
  });

  it('drafting keeps to the limits of the server’s runs, and each call is counted with what it took', async () => {
    const slow = await startOpenAi({
      answer: says,
      delayMs: 60,
      faults: [{ kind: 'rate-limit', on: [1], retryAfterSeconds: 0 }]
    });
    try {
      const given = runScene();
      const driver = new RunDriver(given.db, { OPENAI_BASE_URL: slow.url, OPENAI_API_KEY: 'key-of-openai' });
      // A run of this server lets one call to OpenAI be under way; another provider's limit does not matter.
      planned(given, driver, {
        specs: ['openai:gpt-5'],
        options: {
          limits: { openai: { concurrency: 1 }, gemini: {} },
          prices: { 'openai:gpt-5': { input: 2, output: 10, asOf: null } }
        }
      });
      const asked = clarificationQuestion('What does heat cost in Sarrin?');
      const ask = () => modelAsker(driver, 'openai:gpt-5', given.manage).ask(asked);
      const replies = await Promise.all([ask(), ask(), ask()]);
      expect(replies.map(({ ending }) => ending)).toEqual(['complete', 'complete', 'complete']);
      expect([slow.count(), slow.mostAtOnce()]).toEqual([4, 1]);

      const rows = given.db.select().from(schema.audit).all().filter(({ action }) => action === 'judge.ask'); // prettier-ignore
      expect(rows.map(({ entityId, projectId }) => [entityId, projectId])).toEqual(
        rows.map(() => ['openai:gpt-5', given.manage.resource.id])
      );
      expect(rows.map(({ detail }) => detail)).toMatchObject(
        rows.map(() => ({
          purpose: 'drafting',
          answered: true,
          unanswered: 0,
          prompt: 'verification/clarifications@1'
        }))
      );
      expect(rows.map(({ detail }) => detail['requests']).sort()).toEqual([1, 1, 2]);
      const usage = rows.map(({ detail }) => detail['usage'] as { inputTokens: number; outputTokens: number });
      expect(usage.every(({ inputTokens, outputTokens }) => inputTokens > 0 && outputTokens > 0)).toBe(true);
      // At the price that the run was given, in US dollars per million tokens.
      expect(rows.map(({ detail }) => Number(detail['cost']))).toEqual(
        usage.map(({ inputTokens, outputTokens }) => (inputTokens * 2 + outputTokens * 10) / 1e6)
      );

      slow.misbehave({ kind: 'bad-key' });
      await expect(ask()).rejects.toThrow(/401/);
      const failed = given.db.select().from(schema.audit).all().filter(({ action }) => action === 'judge.ask').at(-1)!; // prettier-ignore
      expect(failed.detail).toMatchObject({ answered: false, requests: 1, unanswered: 0, usage: null });
    } finally {
      await slow.stop();
    }
  });
});
