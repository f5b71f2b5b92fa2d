import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { shareHeap } from './heap.ts';
import { home } from './place.ts';
import { carryOut } from './program.ts';

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

const made: string[] = [];
/** Removes what `newFolder` made: a file of tests asks for it when it is through, since files share this module. */
export const removeFolders = (): void =>
  made.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true }));

/** A folder for the tests of a file, until `removeFolders`. */
export function newFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `voirdire-${name}-`));
  made.push(folder);
  return folder;
}

/** The environment without settings of Voirdire, keys above all, so that those of a developer's shell have no effect. */
const bare = (env: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(OPENAI|GEMINI|GOOGLE|VOIRDIRE)_|^(ORIGIN|HOST|PORT)$/.test(name))
  ),
  ...env
});

/** Starts a command as a process of its own. */
export function start(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input?: string
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [join(home, 'src/cli/main.ts'), ...args], {
    env: bare(env),
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe']
  });
  if (input !== undefined) child.stdin!.end(input);
  let [out, err] = ['', ''];
  child.stdout!.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return {
    child,
    ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })))
  };
}

// All tests of a worker run in its process: flags of V8 that `score` sets would hold for those after it, too.
shareHeap();

/** Carries out a command in this process: the same, without the second that a process takes to start. */
export async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const before = { env: process.env, exitCode: process.exitCode, argv: process.argv };
  const { log, error } = console;
  const writes = { out: process.stdout.write, err: process.stderr.write };
  let [out, err] = ['', ''];
  process.env = bare(env);
  process.argv = [...process.argv.slice(0, 2), ...args];
  process.stdout.write = (text: unknown) => Boolean((out += String(text)));
  process.stderr.write = (text: unknown) => Boolean((err += String(text)));
  console.log = (line: unknown) => void (out += `${String(line)}\n`);
  console.error = (line: unknown) => void (err += `${String(line)}\n`);
  try {
    await carryOut(args);
    return { code: Number(process.exitCode), out, err };
  } finally {
    process.stdout.write = writes.out;
    process.stderr.write = writes.err;
    Object.assign(console, { log, error });
    process.env = before.env;
    process.argv = before.argv;
    process.exitCode = before.exitCode;
  }
}

/** Writes files under a new folder and returns it. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = newFolder('files');
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

export const queriesCsv = (...qids: string[]): string =>
  [
    'qid,Deep Research Query,Checklist',
    ...qids.flatMap((qid) => [
      `${qid},What is known of ${qid}?,Does the report name a figure for ${qid}?`,
      `${qid},What is known of ${qid}?,Does the report say where the figure for ${qid} is from?`
    ])
  ].join('\n');

/** A report with a sound list of references. */
export const aReport = (qid: string): string =>
  `# On ${qid}\n\nThe figure is 12 [1].\n\n## References\n\n[1] A source on ${qid}. https://a.example/${qid}\n`;

/** A folder with a query and its report, and with a file and a folder for paths that lead nowhere. */
export const inTheWay = (): string =>
  folderOf({
    'queries.csv': queriesCsv('q1'),
    'reports/alpha/qid_q1_report.md': aReport('q1'),
    'a-file': 'text',
    'folder/in-it': 'text'
  });
