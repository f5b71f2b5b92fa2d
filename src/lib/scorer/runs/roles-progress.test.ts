import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { schema } from '../../server/db/client.ts';
import { judgeLine, makeJudge, parseJudgeLine } from '../judges/index.ts';
import { RunDriver } from './driving/driver.server.ts';
import { runProgress } from './run-progress.server.ts';
import { planned, scene, sourcesOf, yes } from './runs.fixture.ts';
import { configOf, judgesOf } from './runs.server.ts';

/** How far a run is whose judge is written so, after one call to each of these models. */
const progressOf = (spec: string, players: readonly (string | null)[] = []) => {
  const given = scene();
  const { db } = given;
  const driver = new RunDriver(db, {}, sourcesOf(yes(given.reportIds)));
  const run = planned(given, driver, { specs: ['rules'], options: { repeats: 3 } });
  const [judge] = judgesOf(db, run.id);
  db.update(schema.judge).set({ spec }).where(eq(schema.judge.id, judge!.id)).run();
  const about = { runId: run.id, reportId: given.reportIds[0]!, metric: 'presentation', judgeId: judge!.id, repeat: 0 };
  players.forEach((player, at) =>
    db
      .insert(schema.call)
      .values({
        ...{ ...about, key: `${at}`, player, role: player === null ? null : 'voter' },
        ...{ outcome: 'reply', attempts: 1, cached: false, milliseconds: 1, at }
      })
      .run()
  );
  const { tasks, calls } = runProgress(db, run.id);
  return { tasks, made: calls.made };
};

it('a judge of code is asked once, and as often as the run repeats if a model plays one of its roles', () => {
  expect(progressOf('rules').tasks).toBe(4);
  expect(progressOf('rules[voter=scripted:a]').tasks).toBe(4);
  expect(progressOf('rules[voter=scripted:a+openai:gpt-5]').tasks).toBe(12);
});

it('calls of a run are those to models, whichever judge they belong to', () => {
  expect(progressOf('rules', [null]).made).toBe(0);
  expect(progressOf('rules[voter=openai:gpt-5]', ['rules', 'openai:gpt-5', 'openai:gpt-5']).made).toBe(2);
});

const line = 'openai:gpt-5[extractor=openai:gpt-5-mini;seed=1,voter=openai:gpt-5+gemini:gemini-2.5-pro] seed=4';
const env = { OPENAI_API_KEY: 'sk-1', GEMINI_API_KEY: 'g-1' };

it('a judge with roles is stored by its spec and settings, and made of them again as it was', () => {
  const config = parseJudgeLine(line);
  const { provider, model, settings = {} } = config;
  const { spec, fingerprint } = makeJudge(config, env);
  const stored = {
    id: 'j',
    projectId: 'p',
    spec,
    provider,
    model,
    baseUrl: null,
    server: null,
    settings,
    fingerprint
  };
  const again = configOf({ ...stored, createdAt: 0 });
  expect(judgeLine(again)).toBe(line);
  expect(makeJudge(again, env).fingerprint).toBe(fingerprint);
  const imported = configOf({ ...stored, createdAt: 0, spec: 'imported:openai/gpt@file[x=1]', provider: 'imported' });
  expect(imported.roles).toBeUndefined();
});
