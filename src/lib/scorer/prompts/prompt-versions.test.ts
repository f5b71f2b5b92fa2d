import { describe, expect, it } from 'vitest';
import { schema } from '../../server/db/client.ts';
import { authorize, instance, operator } from '../../server/auth/authorize.ts';
import { createProject } from '../../server/projects.ts';
import { delimiterKey } from '../../server/db/settings.ts';
import { runEngine } from '../engine/engine.ts';
import type { Judge } from '../judge.ts';
import { parseJudgeSpec } from '../judges/index.ts';
import { createRun, findRun } from '../runs/new-run.server.ts';
import { metricIn, metricsOf } from '../runs/runs.server.ts';
import { scene } from '../runs/runs.fixture.ts';
import { sentQuestions } from '../runs/sent/sent-questions.server.ts';
import { tasksOf } from '../runs/tasks.server.ts';
import { sqliteStore } from '../store/sqlite.server.ts';
import { metricByName } from '../suites/index.ts';
import { promptsOfProject } from './prompt-list.server.ts';
import { promptTexts } from './prompt-texts.server.ts';
import { addRubric } from '../suites/rubrics/rubrics.server.ts';
import { addPromptVersion, draftPrompt, metricWith, storedVersions } from './prompt-versions.server.ts';

const coverage = metricByName('coverage');
const texts = { instructions: `${coverage.prompt.system}\nA promise is no delivery.` };
const add = (given: ReturnType<typeof scene>, over: Partial<Parameters<typeof addPromptVersion>[2]> = {}) =>
  addPromptVersion(given.db, given.manage, {
    ...{ metric: 'coverage', basedOn: '1', texts, reason: 'Promises counted as delivered.' },
    ...over
  });

describe('a prompt version of a project', () => {
  it('is asked by the runs that choose it, word for word, under a key of its own, and the run records it', async () => {
    const given = scene();
    const { version, hash } = add(given);
    expect(version).toBe('p1');
    const asked: string[] = [];
    const judge: Judge = {
      ...{ spec: 'openai:stand-in', fingerprint: 'stand-in', provider: 'openai' },
      ask: ({ system }) => {
        asked.push(system);
        const text = '{"items":[{"id":"c1","rationale":"r","quotes":[],"label":"yes"}]}';
        return Promise.resolve({ text, ending: 'complete', usage: null, model: null });
      }
    };
    const planned = (prompt?: string) => ({
      ...{ name: 'A', versionId: given.versionId, metrics: ['coverage'], reportIds: given.reportIds },
      judges: [{ spec: judge.spec, fingerprint: judge.fingerprint, config: parseJudgeSpec('openai:stand-in') }],
      ...(prompt !== undefined && { settings: { coverage: { prompt } } })
    });
    const drive = async (prompt?: string) => {
      const run = createRun(given.db, given.manage, planned(prompt));
      const tasks = tasksOf(given.db, run, [judge]);
      const key = delimiterKey(given.db);
      await runEngine({ tasks, store: sqliteStore(given.db, run.id), owner: 'test', delimiterKey: key });
      return run;
    };
    await drive();
    const run = await drive('p1');
    // Two reports on the query with a checklist, under each prompt: nothing of the first run is shared with the second.
    expect(asked).toEqual([...Array(2).fill(coverage.prompt.system), ...Array(2).fill(texts.instructions)]);
    expect(metricsOf(given.db, run.id)).toMatchObject([
      { promptName: 'deep-eval/coverage', promptVersion: 'p1', promptHash: hash, settings: { prompt: 'p1' } }
    ]);
    expect(metricIn(metricsOf(given.db, run.id)[0]!).prompt).toMatchObject({ system: texts.instructions, hash });
    expect(findRun(given.db, given.read, planned('p1'))?.id).toBe(run.id);
    const { sent, lost } = await sentQuestions(
      given.db,
      given.manage,
      { run, reportId: given.reportIds[0]!, metric: 'coverage' },
      () => ({ spec: judge.spec, fingerprint: judge.fingerprint, provider: 'openai' })
    );
    expect({ sent: sent.map(({ system }) => system), lost }).toEqual({ sent: [texts.instructions], lost: [] });
  });

  it('is refused if a placeholder is missing, without a reason, and if a version has its texts already', () => {
    const given = scene();
    const message = metricByName('coverage').protocol.wording!(coverage.prompt, coverage).texts[1]!.text;
    const refusal = (act: () => unknown): unknown => {
      try {
        act();
      } catch (error) {
        return error;
      }
      return null;
    };
    expect(
      refusal(() => add(given, { texts: { message: message.replace('{report}', '') }, reason: ' ' }))
    ).toMatchObject({
      problems: [
        { column: 'Message', reason: '{report} is missing: judges would not receive the report. Put {report} where it belongs.' }, // prettier-ignore
        { column: 'reason', reason: 'Describe the changes in this version and the reason for them.' }
      ]
    });
    expect(() => add(given, { texts: {} })).toThrow('These are the texts of version 1. Change something first.');
    add(given);
    expect(() => add(given)).toThrow('These are the texts of version p1. Change something first.');
    expect(() => metricWith(given.db, given.manage.resource.id, 'coverage', { prompt: 'p2' })).toThrow(
      'The metric coverage has no prompt version "p2". Versions: 1, 2, p1.'
    );
    expect(() => given.db.update(schema.promptVersion).set({ reason: 'x' }).run()).toThrow(/append-only/);
    expect(() => given.db.delete(schema.promptVersion).run()).toThrow(/append-only/);
  });

  it('is its project’s own, and keeps the frame of the version that it was made from', () => {
    const given = scene();
    add(given, { basedOn: '2' });
    const second = add(given, {
      basedOn: 'p1',
      texts: { instructions: 'Answer yes or no, with rationale and quotes.' }
    });
    expect(second).toMatchObject({ version: 'p2', basedOn: 'p1' });
    const metric = metricWith(given.db, given.manage.resource.id, 'coverage', { prompt: 'p2' });
    // The report-first frame: its system message holds nothing of a metric.
    expect(metric.prompt.task).toBe('Answer yes or no, with rationale and quotes.');
    expect(metric.prompt.system).toBe(coverage.versions![1]!.system);
    const { id } = createProject(given.db, authorize(operator, instance, 'administer'), { name: 'Cold' });
    expect(storedVersions(given.db, id)).toEqual([]);
    expect(() => metricWith(given.db, id, 'coverage', { prompt: 'p2' })).toThrow('has no prompt');
    expect(draftPrompt(given.db, given.manage.resource.id, { metric: 'coverage', basedOn: 'p1', texts: {} }).checked.problems).toEqual([]); // prettier-ignore
  });
});

describe('the prompts of a project', () => {
  it('can all be read with hash and texts, of suites, rubrics and making runs; what is read only says why', () => {
    const given = scene();
    const rubric = `format: voirdire-rubric/1
name: own
version: '1'
title: Own
question: Is it good?
scale: { labels: [{ label: met, value: 1 }, { label: missing, value: 0 }] }
aggregation: { kind: weighted-mean }
prompt: { instructions: Read closely. }
criteria: [{ key: cost, text: Gives the cost }]
`;
    addRubric(given.db, given.manage, rubric, 'own.yaml');
    const all = promptsOfProject(given.db, given.manage).flatMap(({ title, metrics }) =>
      metrics.map((one) => ({ suite: title, ...one }))
    );
    for (const { name, versions } of all)
      for (const { version, hash } of versions) {
        const { prompt, texts } = promptTexts(given.db, given.manage.resource.id, name, version);
        expect([name, prompt.hash]).toEqual([name, hash]);
        expect(texts.length).toBeGreaterThan(0);
        for (const { text, holes } of texts)
          for (const { name: hole, required } of holes) if (required) expect(text).toContain(`{${hole}}`);
      }
    const fixed = all.filter((one) => one.fixed !== null);
    expect(new Set(fixed.map(({ suite }) => suite))).toEqual(new Set(['Rubrics of this project', 'Making runs']));
    const own = fixed.find(({ suite }) => suite === 'Rubrics of this project')!;
    expect(own.fixed).toContain('edit the file');
    const { texts: words } = promptTexts(given.db, given.manage.resource.id, own.name);
    expect(words.map(({ text }) => text).join()).toContain('Read closely.');
    expect(() => addPromptVersion(given.db, given.manage, { metric: own.name, basedOn: own.versions[0]!.version, texts: {}, reason: 'r' })).toThrow('Edit the file'); // prettier-ignore
    const surveys = promptTexts(given.db, given.manage.resource.id, 'survey-prompts').texts;
    expect(surveys.map(({ name }) => name)).toEqual(['check', 'domain', 'prompt-sentence', 'prompt-paragraph', 'prompt-detailed']); // prettier-ignore
  });
});
