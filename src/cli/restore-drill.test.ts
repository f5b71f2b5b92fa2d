import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { startOpenAi } from '../../tests/stand-ins/openai.ts';
import { aReport, folderOf, newFolder, queriesCsv, removeFolders, run, start } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { databaseFile } from './place.ts';

afterAll(removeFolders);

const qids = Array.from({ length: 12 }, (_, n) => `q${n + 1}`);
const SYSTEMS = ['aurora', 'borealis'];
const ITEMS = 10;

interface StoredVerdict {
  report_id: string;
  item: string;
  state: string;
  label: string | null;
}
function verdictsIn(file: string): Map<string, string> {
  const database = new Database(file, { readonly: true });
  try {
    const rows = database
      .prepare('SELECT report_id, item, state, label FROM verdict JOIN run ON run.id = run_id WHERE number = 2')
      .all() as StoredVerdict[];
    return new Map(rows.map(({ report_id, item, state, label }) => [`${report_id} ${item}`, `${state} ${label}`]));
  } finally {
    database.close();
  }
}

it('a backup that was made while a run writes brings a damaged database back after a kill: the audit trail is intact, the run is resumed, and files are signed by the same key', async () => {
  const files = folderOf({
    'queries.csv': queriesCsv(...qids),
    ...Object.fromEntries(
      SYSTEMS.flatMap((system) =>
        qids.map((qid) => [`reports/${system}/qid_${qid}_report.md`, `${aReport(qid)}\nBy ${system}.\n`])
      )
    )
  });
  const folder = newFolder('drill');
  const [data, backup] = [join(folder, 'data'), join(folder, 'backup.sealed')];
  const judge = await startOpenAi();
  const env = {
    ...{ OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: judge.url },
    ...{ VOIRDIRE_DATA: data, VOIRDIRE_BACKUP_KEY: 'a passphrase of several words' }
  };
  const done = async (...args: string[]): Promise<string> => {
    const { code, out, err } = await run(args, env);
    expect(code, `${args.join(' ')}: ${err}`).toBe(exit.done);
    return out;
  };
  const score = ['score', '--project', 'heat', '--metric', 'presentation', '--judge', 'openai:gpt-5', '--concurrency', '2']; // prettier-ignore
  try {
    await done('import', join(files, 'queries.csv'), join(files, 'reports'), '--project', 'heat', '--create-project', 'Heat'); // prettier-ignore
    // The first export makes the key of the instance.
    await done('score', '--project', 'heat', '--metric', 'presentation', '--judge', 'rules');
    await done('export', '1', '--project', 'heat', '--out', join(folder, 'first'));
    // So slow that the backup is made, and the process killed, long before it is through.
    const { child, ended } = start([...score, '--limits', 'openai 60rpm'], env);
    const answered = async (n: number): Promise<void> => {
      while (judge.answered() < n && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    await answered(2);
    const answeredBefore = judge.answered() - 2;
    const made = JSON.parse(await done('backup', backup, '--json')) as { signingKey: string };
    const answeredAtBackup = judge.answered();
    await answered(answeredAtBackup + 2);
    expect(child.exitCode).toBeNull();
    child.kill('SIGKILL');
    await ended;

    // Answers since the backup began, and calls that were under way, are asked again; no other is.
    const lost = judge.count() - answeredBefore;
    truncateSync(databaseFile(data), 5_000);
    expect((await run(['export', '2', '--project', 'heat'], env)).code).toBe(exit.failed);
    const restored = JSON.parse(await done('restore', backup, '--replace', '--json')) as { signingKey: string | null };
    expect(restored.signingKey).toBe(made.signingKey);
    await done('audit', 'verify');
    const kept = verdictsIn(databaseFile(data));
    expect(kept.size).toBeGreaterThan(0);
    expect(kept.size).toBeLessThan(ITEMS * qids.length * SYSTEMS.length);

    await done(...score, '--resume', '--limits', 'openai 6000rpm');
    const all = verdictsIn(databaseFile(data));
    expect(all.size).toBe(ITEMS * qids.length * SYSTEMS.length);
    for (const [unit, verdict] of kept) expect(all.get(unit)).toBe(verdict);
    expect(judge.count()).toBeLessThanOrEqual(qids.length * SYSTEMS.length + lost);

    await done('audit', 'verify');
    const released = join(folder, 'released');
    await done('export', '2', '--project', 'heat', '--out', released);
    await done('verify', released, '--key', made.signingKey);
    expect(readFileSync(join(released, 'scores.csv'), 'utf8').trim().split('\r\n')).toHaveLength(1 + 24);
  } finally {
    await judge.stop();
  }
});
