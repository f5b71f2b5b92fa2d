import { afterAll, describe, expect, it } from 'vitest';
import { startOpenAi } from './stand-ins/openai.ts';
import { problemsOf } from './refusals.ts';
import { importFiles } from '../src/lib/exchange/import/import-files.server.ts';
import { authorize, instance, operator } from '../src/lib/server/auth/authorize.ts';
import { memoryDatabase } from '../src/lib/server/db/memory.fixture.ts';
import { createProject } from '../src/lib/server/projects.ts';
import { listReports } from '../src/lib/verification/benchmark/reports.server.ts';
import { freezeVersion } from '../src/lib/verification/release/versions.server.ts';
import { RunDriver } from '../src/lib/scorer/runs/driving/driver.server.ts';
import { parseJudgeSpec } from '../src/lib/scorer/judges/index.ts';
import { createRun, findRun, type NewRun } from '../src/lib/scorer/runs/new-run.server.ts';
import { samplesOf } from '../src/lib/scorer/runs/tasks.server.ts';

const closers: (() => unknown)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A project of one query, its items and a report, imported as people import theirs. */
const project = async (csv: string, options: { collected?: string } = {}) => {
  const { db, close } = memoryDatabase();
  closers.push(close);
  const { id } = createProject(db, authorize(operator, instance, 'administer'), { name: 'Dates' });
  const resource = { kind: 'project', id } as const;
  const manage = authorize(operator, resource, 'manage');
  await importFiles(db, manage, [{ name: 'queries.csv', bytes: bytes(csv) }]);
  const report = { name: 'aurora/qid_q1_report.md', bytes: bytes('# A report\n\nWords.\n') };
  await importFiles(db, manage, [report], options);
  const openai = await startOpenAi();
  closers.push(() => openai.stop());
  const driver = new RunDriver(db, { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: openai.url });
  const plan: NewRun = {
    name: 'Dates',
    versionId: freezeVersion(db, manage).version.id,
    metrics: ['coverage'],
    judges: [driver.name(parseJudgeSpec('openai:gpt-5'))],
    reportIds: listReports(db, manage).map((one) => one.id)
  };
  const again = async (collected: string) => importFiles(db, manage, [report], { collected });
  return { db, manage, read: authorize(operator, resource, 'read-results'), driver, plan, openai, again };
};

const asked = (db: Parameters<typeof samplesOf>[0], run: Parameters<typeof samplesOf>[1]): string[] => {
  const [sample] = samplesOf(db, run);
  return [sample?.query.text ?? '', ...(sample?.items.map(({ text }) => text) ?? [])];
};

const YEARS = 'qid,question,checklist\nq1,What of {{current_year}}?,Is {{last_year}} named?\n';

describe('a placeholder that no value fills', () => {
  it('refuses the run and its estimate before any call, and is named with its place', async () => {
    const csv = 'qid,question,checklist\nq1,What of {{region}}?,Is the share of {{sector_name}} given?\n';
    const { db, manage, driver, plan, openai } = await project(csv, { collected: '2025-10-29' });
    const wanted = [
      { column: 'query q1', found: '{{region}}' },
      { column: 'query q1, item c1', found: '{{sector_name}}' }
    ];
    expect(problemsOf(() => createRun(db, manage, plan))).toMatchObject(wanted);
    expect(problemsOf(() => driver.planEstimate(manage, plan))).toMatchObject(wanted);
    expect(openai.count()).toBe(0);
  });

  it('in a checklist that the run does not ask about is let be', async () => {
    const { db, manage, plan } = await project('qid,question,checklist\nq1,What?,Is {{sector}} given?\n');
    expect(createRun(db, manage, { ...plan, metrics: ['presentation'] }).number).toBe(1);
  });
});

describe('a report without a collection date', () => {
  it('asks once for all of them if texts depend on it, instead of taking today', async () => {
    const { db, manage, read, plan } = await project(YEARS);
    expect(problemsOf(() => createRun(db, manage, plan))).toMatchObject([
      { column: 'collected', reason: expect.stringContaining('1 report has no collection date') }
    ]);
    const dated = { ...plan, options: { collected: '2025-10-29' } };
    const run = createRun(db, manage, dated);
    expect(asked(db, run)).toEqual(['What of 2025?', 'Is 2024 named?']);
    expect(findRun(db, read, dated)?.id).toBe(run.id);
    expect(findRun(db, read, plan)).toBeNull();
    expect(problemsOf(() => createRun(db, manage, { ...plan, options: { collected: 'soon' } }))).toMatchObject([
      { column: 'collected', found: 'soon' }
    ]);
  });

  it('is not asked for if nothing depends on it', async () => {
    const { db, manage, plan } = await project('qid,question,checklist\nq1,What?,Is it named?\n');
    expect(createRun(db, manage, plan).number).toBe(1);
  });

  it('gets the date of its import, also when it is imported again', async () => {
    const first = await project(YEARS, { collected: '2024-05-01' });
    expect(asked(first.db, createRun(first.db, first.manage, first.plan))).toEqual(['What of 2024?', 'Is 2023 named?']);
    const { db, manage, plan, again } = await project(YEARS);
    await again('2023-01-02');
    await again('2020-01-02');
    expect(asked(db, createRun(db, manage, plan))).toEqual(['What of 2023?', 'Is 2022 named?']);
  });
});

describe('texts without placeholders', () => {
  const csv = `qid,question,question_no_placeholder,checklist,checklist_no_placeholder
q1,What of {{current_year}}?,What of 2025?,Is {{region}} named?,Is Europe named?
q1,What of {{current_year}}?,What of 2025?,Is there a table?,
`;

  it('are read beside the others, belong to the version, and are asked if the run says so', async () => {
    const { db, manage, read, plan } = await project(csv);
    expect(problemsOf(() => createRun(db, manage, plan)).map(({ found }) => found)).toContain('{{region}}');
    const free = { ...plan, options: { texts: 'placeholder-free' as const } };
    const run = createRun(db, manage, free);
    expect(asked(db, run)).toEqual(['What of 2025?', 'Is Europe named?', 'Is there a table?']);
    expect(findRun(db, read, free)?.id).toBe(run.id);
    expect(freezeVersion(db, manage).version.content.queries).toMatchObject([
      {
        text: 'What of {{current_year}}?',
        placeholderFree: 'What of 2025?',
        items: [
          { text: 'Is {{region}} named?', placeholderFree: 'Is Europe named?' },
          { key: 'c2', text: 'Is there a table?' }
        ]
      }
    ]);
  });

  it('change the hash of a version, and leave that of one without them as it was', async () => {
    const hashOf = async (text: string) => {
      const { db, manage } = await project(text);
      return freezeVersion(db, manage).version.contentHash;
    };
    const plain = await hashOf('qid,question,checklist\nq1,What?,Is it?\n');
    expect(await hashOf('qid,question,question_no_placeholder,checklist\nq1,What?,,Is it?\n')).toBe(plain);
    expect(await hashOf('qid,question,question_no_placeholder,checklist\nq1,What?,What now?,Is it?\n')).not.toBe(plain);
  });

  it('are the texts of a file that has no others, in tables and in JSON lines', async () => {
    const { db, manage } = await project(
      'qid,question_no_placeholder,checklist_no_placeholder\nq1,What of 2025?,Is Europe named?\n'
    );
    expect(freezeVersion(db, manage).version.content.queries).toMatchObject([
      { text: 'What of 2025?', items: [{ text: 'Is Europe named?' }] }
    ]);
    const only = { qid: 'q0', question_no_placeholder: 'In June?', items: [{ text_no_placeholder: 'Is it hot?' }] };
    await importFiles(db, manage, [{ name: 'only.jsonl', bytes: bytes(JSON.stringify(only)) }]);
    expect(freezeVersion(db, manage).version.content.queries[0]).toMatchObject({
      text: 'In June?',
      items: [{ text: 'Is it hot?' }]
    });
    const line = { qid: 'q2', question: 'In {{date}}?', question_no_placeholder: 'In May?', checklist: ['Is it?'] };
    await importFiles(db, manage, [{ name: 'more.jsonl', bytes: bytes(JSON.stringify(line)) }]);
    expect(freezeVersion(db, manage).version.content.queries[2]).toMatchObject({
      text: 'In {{date}}?',
      placeholderFree: 'In May?'
    });
  });
});
