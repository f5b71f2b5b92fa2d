import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { addUser } from '../../src/lib/server/auth/accounts/accounts.ts';
import { authorize, instance, operator } from '../../src/lib/server/auth/authorize.ts';
import { addRole, createProject } from '../../src/lib/server/projects.ts';
import { importQueries } from '../../src/lib/verification/benchmark/benchmark.server.ts';
import { startResearch } from '../stand-ins/research.ts';
import { faultsOf } from './accessibility.ts';
import { hydrated, open, signIn } from './browsing.ts';
import { openBeside, texts } from './database.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';
import { MOST_KIB, weightBeside } from './weighing.ts';

const lead = { email: 'ada@lab.example', password: 'a phrase for the collectors' };

/** A command that writes a report, and none about wells. */
const AGENT = `
import { readFileSync } from 'node:fs';
const query = readFileSync(0, 'utf8');
if (query.includes('Wells')) { console.error('no access to the index'); process.exit(7); }
console.log('# ' + query + '\\n\\nThe figure is 12 [1].\\n\\n## References\\n\\n[1] A source. https://a.example/12');
`;

async function addThreeQueries(server: RunningServer): Promise<void> {
  const { db, close } = openBeside(server.data);
  const project = createProject(db, authorize(operator, instance, 'administer'), { name: 'Heat' });
  const grant = authorize(operator, { kind: 'project', id: project.id }, 'manage');
  addRole(db, grant, await addUser(db, { name: 'Ada Lead', admin: false, ...lead }), 'lead');
  const none = { domain: null, category: null, language: null, items: [] };
  importQueries(
    db,
    grant,
    ['Bakeries', 'Schools', 'Wells'].map((text, i) => ({ qid: `q${i + 1}`, text: `${text} in Sarrin?`, ...none }))
  );
  close();
}

test('a lead collects reports of deep research and of a command, reads them, and adds them to the project', async ({
  browser
}) => {
  const research = await startResearch('openai', { looks: 1 });
  const folder = mkdtempSync(join(tmpdir(), 'voirdire-agent-'));
  writeFileSync(join(folder, 'agent.mjs'), AGENT);
  const definition = { command: [process.execPath, join(folder, 'agent.mjs')], version: '1.4' };
  writeFileSync(join(folder, 'commands.json'), JSON.stringify({ agent: definition }));
  const server = await startServer({
    demo: false,
    env: {
      ...{ OPENAI_BASE_URL: research.url, OPENAI_API_KEY: 'test' },
      ...{ VOIRDIRE_COMMANDS: join(folder, 'commands.json'), VOIRDIRE_JOB_POLL_SECONDS: '0.05' }
    }
  });
  try {
    await addThreeQueries(server);
    const context = await browser.newContext();
    await signIn(context, server.address, lead);
    const page = await context.newPage();
    const faults: string[] = [];
    const base = `${server.address}/p/heat/reports`;

    await open(page, base);
    await page.getByRole('link', { name: 'Collect' }).first().click();
    await hydrated(page);
    await expect(page.getByText('Commands of this server: agent.')).toBeVisible();
    faults.push(...(await faultsOf(page, 'the form of a collection')));
    expect(await weightBeside(context, page.url())).toBeLessThan(MOST_KIB);

    const systems = page.getByLabel('Systems, one per line');
    await systems.fill('Our agent = command:none');
    await page.getByRole('button', { name: 'Start collection' }).click();
    await expect(page.getByText('there is no command of that name. Commands: agent.')).toBeVisible();
    await systems.fill('Our agent = command:agent\nOpenAI = openai-research:o4-mini-deep-research maxToolCalls=9');
    await page.getByLabel('Tries per report').fill('1');
    await page.getByRole('button', { name: 'Estimate' }).click();
    await expect(page.getByText('6 reports.')).toBeVisible();
    expect(research.jobs).toEqual([]);
    await page.getByRole('button', { name: 'Start collection' }).click();
    await expect(page.getByText('5 waiting, 0 added, 0 rejected, 1 failed')).toBeVisible();
    expect(research.jobs.map(({ body }) => body['max_tool_calls'])).toEqual([9, 9, 9]);
    await hydrated(page);
    faults.push(...(await faultsOf(page, 'collected reports')));
    expect(await weightBeside(context, page.url())).toBeLessThan(MOST_KIB);
    await expect(page.getByText('ended with code 7. It wrote to stderr: no access to the index')).toHaveCount(2);

    // Nothing counts before it is added.
    expect(texts(server.data, 'select id from report')).toEqual([]);
    const row = page.getByRole('row').filter({ hasText: 'q1' }).filter({ hasText: 'OpenAI' });
    await row.getByText('Read', { exact: false }).click();
    await expect(row).toContainText('The figure is 12 ([Figures](https://source.example/figures)).');
    await row.getByRole('button', { name: /^Reject/ }).click();
    await expect(page.getByText('4 waiting, 0 added, 1 rejected, 1 failed')).toBeVisible();
    await page.getByRole('button', { name: 'Add 4 reports to the project' }).click();
    await expect(page.getByText('0 waiting, 4 added, 1 rejected, 1 failed')).toBeVisible();
    expect(texts(server.data, "select s.name || ' ' || q.qid from report r join system s on s.id = r.system_id join query q on q.id = r.query_id order by 1")).toEqual(['OpenAI q2', 'OpenAI q3', 'Our agent q1', 'Our agent q2']); // prettier-ignore

    await page.getByRole('link', { name: /Open report ?: OpenAI, q2/ }).click();
    await hydrated(page);
    await expect(page.getByText('openai-research:o4-mini-deep-research maxToolCalls=9')).toBeVisible();
    await expect(page.getByText('Answered by o4-mini-deep-research-2025-06-26')).toBeVisible();
    await expect(page.getByText('1,200 tokens', { exact: true })).toBeVisible();
    await expect(page.getByText('1 search', { exact: false }).first()).toBeVisible();
    faults.push(...(await faultsOf(page, 'a collected report')));
    await page.getByRole('link', { name: 'Collection 1' }).click();
    await expect(page).toHaveURL(/\/reports\/collect\/1$/);
    // A collection is no drafting run: its page there leads here.
    await page.goto(`${server.address}/p/heat/verification/making/1`);
    await expect(page).toHaveURL(/\/reports\/collect\/1$/);
    expect(texts(server.data, "select count(*) from audit where action = 'making.accept'")).toEqual(['4']);
    expect(faults).toEqual([]);
    await context.close();
  } finally {
    await server.stop();
    await research.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
