import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './processes.ts';

const help = `Measures imports of labels from files of other tools: time and peak memory of the whole command, at a tenth of the labels and at all
of them. Writes docs/bench-labels.md.

  npm run bench:labels [-- --labels 1000000] [-- --no-write]`;

const { values } = parseArgs({
  options: {
    labels: { type: 'string', default: '1000000' },
    'no-write': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false }
  }
});
const most = Number(values.labels);
if (values.help || !(Number.isInteger(most) && most >= 1000)) {
  console.log(help);
  process.exit(values.help ? 0 : 1);
}

const RATERS = ['ana', 'ben', 'cleo', 'judge-a', 'judge-b'];
const isJudge = (rater: string): boolean => rater.startsWith('judge');
const QUESTIONS = ['met', 'clear'];
const report = 'Three towns ran trials of tidal heat pumps; two published their costs. '.repeat(12);
const yes = (item: number, rater: number, question: number): boolean => (item * 7 + rater * 3 + question) % 5 < 3;

interface Form {
  name: string;
  file: string;
  /** The text of an item with its ten labels, and the text before, between and after items. */
  item(i: number): string;
  frame: [before: string, between: string, after: string];
  scales: string[];
}

const forms: Form[] = [
  {
    ...{ name: 'Label Studio, JSON', file: 'export.json', frame: ['[\n', ',\n', '\n]\n'] },
    item: (i) => {
      const results = (r: number): object[] =>
        QUESTIONS.map((name, q) => ({ from_name: name, to_name: 'report', type: 'choices', value: { choices: [yes(i, r, q) ? 'yes' : 'no'] } })); // prettier-ignore
      const raters = RATERS.map((name, r) => ({ name, result: results(r) }));
      return JSON.stringify({
        ...{ id: i, data: { qid: `q${i % 500}`, system: `s${i % 4}`, report } },
        annotations: raters.flatMap(({ name, result }) => (isJudge(name) ? [] : [{ completed_by: { id: name, email: name }, result, was_cancelled: false, created_at: '2026-10-01T08:00:00Z' }])), // prettier-ignore
        predictions: raters.flatMap(({ name, result }) => (isJudge(name) ? [{ model_version: name, result }] : []))
      });
    },
    scales: QUESTIONS.map((name) => `${name}=binary:yes,no`)
  },
  {
    ...{ name: 'LangSmith, JSONL', file: 'feedback.jsonl', frame: ['', '', ''] },
    item: (i) =>
      RATERS.flatMap((name, r) =>
        QUESTIONS.map((key, q) => {
          const source = isJudge(name) ? { type: 'model', metadata: { judge: name } } : { type: 'app', user_name: name, metadata: {} }; // prettier-ignore
          return `${JSON.stringify({ id: `${i}-${r}-${q}`, run_id: `run-${i}`, session_id: `q${i % 500}`, key, score: Number(yes(i, r, q)), value: null, comment: 'x'.repeat(80), created_at: '2026-10-01T08:00:00Z', feedback_source: source })}\n`; // prettier-ignore
        })
      ).join(''),
    scales: QUESTIONS.map((name) => `${name}=binary:1,0`)
  }
];

function write(path: string, { item, frame: [before, between, after] }: Form, items: number): void {
  const file = openSync(path, 'w');
  let piece = before;
  for (let i = 0; i < items; i++) {
    piece += (i === 0 ? '' : between) + item(i);
    if (piece.length < 1 << 20) continue;
    writeSync(file, piece);
    piece = '';
  }
  writeSync(file, piece + after);
  closeSync(file);
}

/** Runs a command; its time and its processor time in seconds, and its peak memory in MB, as the system counts them. */
async function measured(args: string[]): Promise<{ seconds: number; cpu: number; megabytes: number; out: string }> {
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, 'src/cli/main.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit']
  });
  let [out, megabytes, cpu] = ['', 0, 0];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const watch = setInterval(() => {
    try {
      const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
      if (peak !== undefined) megabytes = Number(peak) / 1024;
      // Fields 14 and 15, in hundredths of a second; the name in brackets may hold spaces.
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
      cpu = (Number(fields[11]) + Number(fields[12])) / 100;
    } catch {
      // It has ended.
    }
  }, 50);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`voirdire ${args.join(' ')} ended with ${code}`);
  return { seconds: (performance.now() - began) / 1000, cpu, megabytes, out };
}

const folder = mkdtempSync(join(tmpdir(), 'voirdire-bench-labels-'));
const perItem = RATERS.length * QUESTIONS.length;
const rows: string[] = [];
/** Peak memory of imports by form, in MB: of a tenth of the labels and of all. */
const peaks = new Map<string, number[]>();
try {
  for (const form of forms)
    for (const labels of [most / 10, most]) {
      const path = join(folder, form.file);
      write(path, form, labels / perItem);
      const size = statSync(path).size / 1e6;
      const read = await measured(['read', path]);
      const args = ['import', '--ratings', path, '--project', 'p', '--create-project', 'P', '--name', 'L', '--data', join(folder, `data-${form.file}-${labels}`), '--scales', ...form.scales, '--json']; // prettier-ignore
      const imported = await measured(args);
      const { studies } = JSON.parse(imported.out) as { studies: { items: number; raters: number }[] };
      const kept = studies.reduce((sum, one) => sum + one.items * one.raters, 0);
      if (kept !== labels) throw new Error(`${kept} of ${labels} labels were imported`);
      const target = labels === most ? (imported.seconds <= 60 ? 'yes' : 'no') : '';
      const figures = [size.toFixed(0), read.seconds.toFixed(1), read.cpu.toFixed(1), read.megabytes.toFixed(0), imported.seconds.toFixed(1), imported.cpu.toFixed(1), imported.megabytes.toFixed(0)]; // prettier-ignore
      peaks.set(form.name, [...(peaks.get(form.name) ?? []), imported.megabytes]);
      rows.push(`| ${form.name} | ${labels.toLocaleString('en')} | ${figures.join(' | ')} | ${target} |`);
      console.log(rows.at(-1));
      rmSync(path);
    }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const growth = [...peaks].map(([name, [few = 0, all = 0]]) => {
  const bytes = ((all - few) * 2 ** 20) / (0.9 * most);
  return `- ${name}: the peak of an import grows by ${(all - few).toFixed(0)} MB from ${(most / 10).toLocaleString('en')} to ${most.toLocaleString('en')} labels, ${bytes.toFixed(0)} bytes per label.`;
});

const page = `# How fast labels of other tools are imported

\`npm run bench:labels\` measures this and writes this page. Files are generated: items with two yes/no questions, answered by three people and two
judges, 500 queries. Times are elapsed time and processor time of the whole command; processor time depends less on other programs. Memory is the peak of the process as reported by the system.
The target is 60 s for ${most.toLocaleString('en')} labels.

Machine: ${cpus().length} × ${cpus()[0]?.model ?? ''}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}; load at the end ${loadavg()[0]!.toFixed(1)}. ${new Date().toISOString().slice(0, 10)}.

| file | labels | size, MB | \`read\`, s | processor, s | memory, MB | \`import\`, s | processor, s | memory, MB | ≤ 60 s |
| --- | --: | --: | --: | --: | --: | --: | --: | --: | --- |
${rows.join('\n')}

${growth.join('\n')}
`;
if (!values['no-write']) writeFileSync(join(root, 'docs/bench-labels.md'), page);
