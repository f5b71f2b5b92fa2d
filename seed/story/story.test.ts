import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentAdoption } from '../../src/lib/alignment/adoption/decisions.server.ts';
import { correctedScores } from '../../src/lib/alignment/corrected/corrected.server.ts';
import { anchorSets } from '../../src/lib/alignment/monitoring/anchor-sets.server.ts';
import { setState } from '../../src/lib/alignment/monitoring/checks.server.ts';
import type { LookFigures } from '../../src/lib/alignment/monitoring/drift.ts';
import { attentionForJudges } from '../../src/lib/alignment/monitoring/attention.server.ts';
import { labelFit } from '../../src/lib/studies/labels/label-fit.server.ts';
import { RunDriver } from '../../src/lib/scorer/runs/driving/driver.server.ts';
import { parseJudgeSpec } from '../../src/lib/scorer/judges/index.ts';
import { scriptFiles } from '../../src/lib/scorer/judges/scripted/script-files.ts';
import { createRun } from '../../src/lib/scorer/runs/new-run.server.ts';
import { listRuns } from '../../src/lib/scorer/runs/run-progress.server.ts';
import { textHash } from '../../src/lib/scorer/runs/fingerprint.ts';
import { namedVersions } from '../../src/lib/scorer/served-version.ts';
import { servedVersions } from '../../src/lib/scorer/runs/served-versions.server.ts';
import { authorize, operator, type ProjectGrant } from '../../src/lib/server/auth/authorize.ts';
import { openDatabase, type OpenDatabase } from '../../src/lib/server/db/client.ts';
import { listStudies } from '../../src/lib/studies/planning/studies.server.ts';
import { listQueries } from '../../src/lib/verification/benchmark/benchmark.server.ts';
import { listReports } from '../../src/lib/verification/benchmark/reports.server.ts';
import { addDemoPeople } from '../load/people.server.ts';
import { atMost } from '../../tests/timing.ts';
import { ploverVersions, storyJudges, storyQueries, storyReports, storyScript, storySystems } from './content.ts';
import { loadStory } from './load.server.ts';

const data = mkdtempSync(join(tmpdir(), 'voirdire-story-'));
let database: OpenDatabase;
let manage: ProjectGrant<'manage'>;
let read: ProjectGrant<'read-results'>;
let seconds = 0;

beforeAll(async () => {
  database = openDatabase(join(data, 'voirdire.db'), join(import.meta.dirname, '../../drizzle'));
  await addDemoPeople(database.db, data);
  const began = process.cpuUsage();
  const { id } = await loadStory(database.db, data);
  seconds = process.cpuUsage(began).user / 1e6;
  manage = authorize(operator, { kind: 'project', id }, 'manage');
  read = authorize(operator, { kind: 'project', id }, 'read-results');
});
afterAll(() => {
  database.close();
  rmSync(data, { recursive: true, force: true });
});

describe('the story of the demo', () => {
  it('is loaded in a few seconds of the processor', () => {
    console.log(`The story was loaded in ${seconds.toFixed(1)} s of the processor.`);
    expect(seconds * 1000).toBeLessThan(atMost(3000));
  });

  it('has 24 queries or more, some of them in Chinese, and a report of each system on each', () => {
    const { db } = database;
    const queries = listQueries(db, manage);
    expect(queries.length).toBeGreaterThanOrEqual(24);
    expect(storyQueries().filter(({ query }) => /\p{Script=Han}/u.test(query)).length).toBeGreaterThanOrEqual(4);
    expect(listReports(db, read)).toHaveLength(queries.length * storySystems().length);
    const [first] = listRuns(db, read).toReversed();
    expect(first).toMatchObject({ status: 'done', unscored: 0, tasks: queries.length * storySystems().length * 3 });
  });

  it('ended its first study in an adoption that the procedure recommended, on every gate that was preregistered', () => {
    const { db } = database;
    const [study] = listStudies(db, read);
    expect(study).toMatchObject({ items: 216, people: 3, total: 648, done: 648 });
    const adoption = currentAdoption(db, read, 'coverage')!;
    expect(adoption).toMatchObject({ outcome: 'adopt', recommended: { outcome: 'adopt', against: false } });
    expect(adoption.preregistrationId).not.toBeNull();
    const required = adoption.figures.gates.filter(({ name }) => adoption.figures.analysisPlan.gates.includes(name));
    expect(required.map(({ name, state }) => `${name} ${state}`)).toEqual(required.map(({ name }) => `${name} pass`));
    const { low } = required.find(({ name }) => name === 'agreement')!;
    expect(low).toBeGreaterThanOrEqual(adoption.figures.analysisPlan.target);
  });

  it('has a leaderboard corrected by labels on which all three systems stand', () => {
    const [first] = listRuns(database.db, read).toReversed();
    const [coverage] = correctedScores(database.db, read, first!);
    expect(coverage).toMatchObject({ metric: 'coverage', why: null });
    const systems = 'systems' in coverage! ? coverage.systems : [];
    expect(systems.map(({ system, ppi }) => [system, ppi.low !== null])).toEqual(
      storySystems().map(({ name }) => [name, true])
    );
  });

  it('then served one judge in another version, which re-opens the adoption as the first thing to do', () => {
    const { db } = database;
    const plover = servedVersions(db, read).filter(({ judge }) => judge === 'scripted:plover');
    expect(plover.map(namedVersions)).toEqual([[ploverVersions.adopted, ploverVersions.since]]);
    expect(currentAdoption(db, read, 'coverage')!.validity).toMatchObject({ valid: false });
    const [first] = attentionForJudges(db, read, Date.now(), 'en');
    expect(first).toMatchObject({ kind: 'changed' });
    expect(anchorSets(db, read)).toMatchObject([{ metric: 'coverage', everyDays: 7 }]);
  });

  it('has a ledger of checks: within the limit on 144 items, until the one that is served another version finds it at once', () => {
    const { db } = database;
    const [set] = anchorSets(db, read);
    const { looks, due, underWay } = setState(db, read, set!);
    expect(looks.map(({ number, sequence, changed }) => [number, sequence, changed.length > 0])).toEqual([
      [1, 1, false],
      [2, 1, false],
      [3, 1, false],
      [4, 2, true]
    ]);
    expect(looks.slice(0, 3).map(({ result }) => result)).toEqual(Array(3).fill('within-limit'));
    expect(looks.map(({ figures }) => (figures as unknown as LookFigures).n)).toEqual(Array(4).fill(144));
    const { adopted, since } = ploverVersions;
    expect(JSON.stringify(looks[3]!.changed)).toMatch(new RegExp(`plover.*${since}.*${adopted}`));
    expect(underWay).toBeNull();
    expect(due).toBeGreaterThan(Date.now());
  });

  it('needs no new labels for the second lap: those of the study still apply to the later run', () => {
    const [later] = listRuns(database.db, read);
    const [study] = listStudies(database.db, read);
    expect(labelFit(database.db, read, study!.id, later!.id)).toMatchObject({ total: 216, apply: 216 });
  });

  it('lets a visitor ask the judges on, in their later versions', async () => {
    const { db } = database;
    const driver = new RunDriver(db, {}, scriptFiles(join(data, 'scripts')));
    const run = createRun(db, manage, {
      name: 'What a visitor may ask',
      versionId: listRuns(db, read)[0]!.versionId!,
      metrics: ['coverage'],
      judges: [driver.name(parseJudgeSpec('scripted:plover'))],
      reportIds: listReports(db, read).slice(0, 3).map(({ id }) => id), // prettier-ignore
      options: { useCache: false }
    });
    driver.start(manage, run.id);
    await driver.ended(run.id);
    expect(listRuns(db, read)[0]).toMatchObject({ status: 'done', unscored: 0, tasks: 3 });
    expect(servedVersions(db, read, { runId: run.id }).map(namedVersions)).toEqual([[ploverVersions.since]]);
  });

  it('is not told again on a second start', async () => {
    const before = [listRuns(database.db, read).length, listStudies(database.db, read).length];
    await loadStory(database.db, data);
    expect([listRuns(database.db, read).length, listStudies(database.db, read).length]).toEqual(before);
  });
});

describe('what the judges of the story say', () => {
  it('covers every item of every report, and quotes the report exactly', () => {
    const texts = storyReports().map(({ bytes }) => bytes.toString());
    const reports = new Map(texts.map((text) => [textHash(text), text]));
    const items = storyQueries().length * 4 * storySystems().length;
    for (const judge of storyJudges) {
      const { answers } = storyScript(judge);
      expect(answers).toHaveLength(items);
      const astray = answers.filter(({ report, quotes }) => !reports.get(report)?.includes(quotes![0]!));
      expect(astray).toEqual([]);
    }
  });

  it('names no system and no judge in reports, and no address', () => {
    const names = /juniper|isthmus|fjord|osprey|plover|\bteal\b|https?:/i;
    expect(storyReports().filter(({ bytes }) => names.test(bytes.toString()))).toEqual([]);
  });
});
