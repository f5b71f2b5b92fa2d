import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../../../tests/refusals.ts';
import { authorize, instance, operator, type Person } from '../../../server/auth/authorize.ts';
import { schema } from '../../../server/db/client.ts';
import { createProject } from '../../../server/projects.ts';
import { newId } from '../../../server/db/id.ts';
import { RunDriver } from '../../runs/driving/driver.server.ts';
import { parseJudgeLine } from '../index.ts';
import { createRun } from '../../runs/new-run.server.ts';
import { scene } from '../../runs/runs.fixture.ts';
import { judgesOf } from '../../runs/runs.server.ts';
import { guardFor } from '../../web/fetching/guard.ts';
import { nameServer } from './stored-servers.server.ts';
import { demandNamedEndpoints } from './written-addresses.server.ts';

const env = {
  OPENAI_API_KEY: 'key-of-openai-0001',
  OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
  VOIRDIRE_SERVER_LAB: 'http://127.0.0.1:9/v1',
  VOIRDIRE_KEY_LAB: 'key-of-the-lab-0002'
};
const written = ['openai:gpt-5 baseUrl=https://llm.example/v1', 'openai-compatible:m@https://llm.example/v1'];

const setUp = () => {
  const given = scene();
  const driver = new RunDriver(given.db, env, { guard: guardFor([]) });
  const person = (admin: boolean): Person => {
    const id = newId();
    const row = { id, name: admin ? 'Ada' : 'Lea', email: `${id}@lab.example`, admin, passwordHash: 'x', createdAt: 0 };
    given.db.insert(schema.user).values(row).run();
    const roles = new Map([[given.manage.resource.id, ['lead'] as const]]);
    return { kind: 'person', id, name: row.name, email: row.email, admin, roles };
  };
  const grantOf = (admin: boolean) => authorize(person(admin), given.manage.resource, 'manage');
  const plan = (line: string, grant = given.manage) =>
    createRun(given.db, grant, {
      ...{ name: 'First', versionId: given.versionId, metrics: ['presentation'], reportIds: given.reportIds },
      judges: [driver.name(parseJudgeLine(line))]
    });
  const detailOf = (action: string) =>
    given.db.select().from(schema.audit).where(eq(schema.audit.action, action)).all().at(-1)?.detail;
  return { ...given, driver, plan, detailOf, lead: grantOf(false), admin: grantOf(true) };
};

describe('the address of a judge, written out', () => {
  it.each(written)('is refused to a lead, who is told how to name it, and given to an admin: %s', (line) => {
    const { plan, lead, admin } = setUp();
    expect(problemsOf(() => plan(line, lead))).toMatchObject([
      {
        column: 'judge',
        reason: expect.stringMatching(
          /^Only admins may write the address of a judge\. The operator sets VOIRDIRE_SERVER_NAME=https:\/\/llm\.example\/v1, and VOIRDIRE_KEY_NAME if it needs a key; then write openai\S*@name\.$/
        )
      }
    ]);
    expect(plan(line, admin).number).toBe(1);
  });

  it('is refused to a lead within a role as well, by the model that has it', () => {
    const { plan, lead, admin } = setUp();
    const line = 'rules[extractor=openai-compatible:m@https://llm.example/v1]';
    const refused = {
      reason: expect.stringMatching(/^Only admins/),
      found: 'openai-compatible:m@https://llm.example/v1'
    };
    expect(problemsOf(() => plan(line, lead))).toContainEqual(expect.objectContaining(refused));
    expect(problemsOf(() => plan(line, admin))).not.toContainEqual(expect.objectContaining(refused));
  });

  it.each(['openai:gpt-5', 'openai:gpt-5@lab', 'openai-compatible:m@lab', 'rules'])(
    'is not what a lead writes as %s',
    (line) => {
      const { plan, lead } = setUp();
      expect(plan(line, lead).number).toBe(1);
    }
  );

  it('of a judge of an earlier run stays readable, and a lead cannot resume the run', () => {
    const { db, plan, admin, lead, driver, detailOf } = setUp();
    const run = plan(written[0]!, admin);
    expect(judgesOf(db, run.id)).toMatchObject([{ spec: 'openai:gpt-5', baseUrl: 'https://llm.example/v1' }]);
    expect(() => driver.start(lead, run.id)).toThrow(/Only admins may write the address of a judge/);
    expect(detailOf('run.start')).toBeUndefined();
  });

  it('is refused to a lead outside runs too, also to test a judge', async () => {
    const { db, driver, lead, admin } = setUp();
    const configs = written.map(parseJudgeLine);
    expect(() => demandNamedEndpoints(db, lead, configs)).toThrow(/Only admins may write the address/);
    expect(() => demandNamedEndpoints(db, admin, configs)).not.toThrow();
    const options = { prices: {}, limits: {}, calls: {} };
    await expect(driver.testJudges(lead, configs, options)).rejects.toThrow(/Only admins may write the address/);
  });
});

describe('a server that an admin named for some projects', () => {
  it('is offered to them and refused to others, in runs and tests of judges', async () => {
    const { db, driver, plan, lead, admin, manage } = setUp();
    const named = (projects?: string[]) =>
      nameServer(
        db,
        authorize(operator, instance, 'administer'),
        { name: 'team', url: 'https://llm.example/v1', models: ['m'], ...(projects && { projects }) },
        { env, guard: guardFor([]) }
      );
    const offered = (projectId: string) => driver.servers(projectId).map(({ name }) => name);
    const line = 'openai-compatible:m@team';
    const elsewhere = createProject(db, authorize(operator, instance, 'administer'), {
      name: 'Other',
      description: ''
    });
    expect(problemsOf(() => named(['no-such-project']))).toMatchObject([
      { column: 'projects', found: 'no-such-project' }
    ]);

    named([elsewhere.slug]);
    expect([offered(manage.resource.id), offered(elsewhere.id)]).toEqual([['lab'], ['lab', 'team']]);
    expect(driver.models(manage.resource.id).some(({ spec }) => spec === line)).toBe(false);
    for (const grant of [lead, admin]) {
      expect(problemsOf(() => plan(line, grant))).toMatchObject([
        { column: 'judge', reason: 'The server team is for other projects. Choose another server, or ask an admin.' }
      ]);
      const options = { prices: {}, limits: {}, calls: {} };
      await expect(driver.testJudges(grant, [parseJudgeLine(line)], options)).rejects.toThrow(/for other projects/);
    }

    named();
    const run = plan(line, lead);
    named([elsewhere.slug]);
    // A run that was planned before is not resumed on it.
    expect(() => driver.start(lead, run.id)).toThrow(/for other projects/);
    expect(driver.models(elsewhere.id).some(({ spec }) => spec === line)).toBe(true);
  });
});

describe('where a key goes', () => {
  it('is shown with each key and each named server', () => {
    const { driver } = setUp();
    expect(driver.keys()).toMatchObject([
      { variable: 'OPENAI_API_KEY', origin: 'http://127.0.0.1:9', set: true },
      { variable: 'GEMINI_API_KEY', origin: 'https://generativelanguage.googleapis.com', set: false },
      { variable: 'ANTHROPIC_API_KEY', origin: 'https://api.anthropic.com', set: false }
    ]);
    expect(driver.servers()).toEqual([
      {
        ...{ name: 'lab', origin: 'http://127.0.0.1:9', variable: 'VOIRDIRE_KEY_LAB', set: true },
        ...{ api: null, models: null, projects: null, by: 'operator' }
      }
    ]);
  });

  it('is recorded when a run starts, by the name of its variable', async () => {
    const { plan, lead, driver, detailOf } = setUp();
    for (const [line, judge, key] of [
      ['openai:gpt-5', 'openai:gpt-5', 'OPENAI_API_KEY'],
      ['openai:gpt-5@lab', 'openai:gpt-5@lab', 'VOIRDIRE_KEY_LAB']
    ] as const) {
      driver.start(lead, plan(line, lead).id);
      expect(detailOf('run.start')).toMatchObject({ sentTo: [{ judge, origin: 'http://127.0.0.1:9', key }] });
      expect(JSON.stringify(detailOf('run.start'))).not.toContain('key-of');
    }
    await driver.stop();
  });

  it('is nowhere for an address that an admin wrote', async () => {
    const { plan, admin, driver, detailOf } = setUp();
    driver.start(admin, plan('openai-compatible:m@https://llm.invalid/v1', admin).id);
    expect(detailOf('run.start')).toMatchObject({ sentTo: [{ origin: 'https://llm.invalid', key: null }] });
    await driver.stop();
  });
});
