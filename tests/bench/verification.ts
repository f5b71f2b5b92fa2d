import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { warmUp } from './caller.ts';
import { root } from './processes.ts';
import { isBuilt, serve, type Serving } from './serving.ts';
import { loadNow, machine, number, timeHead, timeRow, Timings } from './timings.ts';
import { beginInspections, outcomeIn, prepareRound, type VerificationScene } from './verification-scene.ts';
import { work, type BenchStage } from './verification-work.ts';
import type { Worker } from './workers.ts';

const help = `Measures verification under work: fifty people at a time over HTTP against the built server take 100 queries with six
items each through annotation, review, inspection and adjudication. Says how long saving an answer and getting the next take,
checks that no query got more or fewer annotators than wanted, and writes docs/bench-verification.md.

  npm run bench:verification [-- --people 50] [-- --queries 100] [-- --overlap 3] [-- --think 1000] [-- --no-write]

--think is the mean time in milliseconds that a person looks at an item.`;

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '50' },
    queries: { type: 'string', default: '100' },
    overlap: { type: 'string', default: '3' },
    think: { type: 'string', default: '1000' },
    'no-write': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false }
  }
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
const size = {
  queries: Number(values.queries),
  items: 6,
  people: Number(values.people),
  overlap: Number(values.overlap)
};
const think = Number(values.think);
const MARK = 100;

const timings = new Timings();
interface Stage {
  saved: number;
  seconds: number;
  cpuSeconds: number | null;
}

/** Lets all people of a stage work until nothing is left for them. */
async function atWork(
  scene: VerificationScene,
  server: Serving,
  people: readonly Worker[],
  stage: BenchStage
): Promise<Stage> {
  const room = `/p/${scene.slug}/verification`;
  const [began, before] = [performance.now(), server.cpuSeconds()];
  const shifts = people.map((worker, i) =>
    work({ room, address: server.address, worker, seed: i + 1, think, timings }, stage)
  );
  const saved = (await Promise.all(shifts)).reduce((sum, n) => sum + n, 0);
  const after = server.cpuSeconds();
  console.log(`${stage}: ${saved} answers`);
  return {
    saved,
    seconds: (performance.now() - began) / 1000,
    cpuSeconds: before === null || after === null ? null : after - before
  };
}

const stageRow = (name: string, { saved, seconds, cpuSeconds }: Stage): string =>
  `| ${name} | ${number(saved)} | ${number(saved / seconds, 1)} | ${cpuSeconds === null ? '–' : number((cpuSeconds * 1000) / saved, 1)} |`;

if (!isBuilt()) throw new Error('There is no build to measure: npm run build');
const folder = mkdtempSync(join(tmpdir(), 'voirdire-bench-'));
try {
  const load = loadNow();
  const file = join(folder, 'voirdire.db');
  const scene = prepareRound(file, size);
  const server = await serve(folder);
  const stages = new Map<BenchStage, Stage>();
  for (const [{ cookie }] of [scene.annotators, scene.reviewers, scene.adjudicators] as [Worker][])
    await warmUp(server.address, cookie, [`/p/${scene.slug}`, `/p/${scene.slug}/verification`]);
  try {
    stages.set('annotation', await atWork(scene, server, scene.annotators, 'annotation'));
    stages.set('review', await atWork(scene, server, scene.reviewers, 'review'));
    const begun = beginInspections(file, scene);
    if (begun === 0) throw new Error('No batch can be inspected.');
    stages.set('inspection', await atWork(scene, server, scene.reviewers, 'inspection'));
    stages.set('adjudication', await atWork(scene, server, scene.adjudicators, 'adjudication'));
  } finally {
    await server.stop();
  }
  const found = outcomeIn(file, scene, size.overlap);
  const times = [
    ...(['annotation', 'review', 'inspection'] as const).flatMap((stage) => [
      timeRow(`${stage}: save and next, all`, timings.of(`${stage}: save and next`), MARK),
      timeRow(`of these: finish and open the next query`, timings.of(`${stage}: save, finish and next query`), MARK),
      timeRow(`${stage}: save alone`, timings.of(`${stage}: save`), null)
    ]),
    timeRow('adjudication: save and next', timings.of('adjudication: save and next'), MARK),
    timeRow('adjudication: save alone', timings.of('adjudication: save'), null),
    timeRow('adjudication: next alone', timings.of('adjudication: next'), null)
  ];
  const text = `# Fifty people in a verification

\`npm run bench:verification\` measures this and writes this page. A round of ${number(size.queries)} queries with ${size.items} items each goes through its
stages over HTTP on loopback against the built server: ${number(size.people)} annotators at the same time (${size.overlap} for each query), then as many
reviewers, the same as inspectors, then as many adjudicators. Each has a session and a connection of their own and looks at
an item for ${number(think / 1000, 1)} s on average (half to one and a half of that), far less than people do. "Save and next" is the answer to
the commit and, after the last item of a query, finishing it and the next query's page data besides. Every third item is to be
reworded, by every annotator in other words, and so is adjudicated.

${machine(load)}

${timeHead}
${times.join('\n')}

| stage | answers | answers a second | server's processor time for each, ms |
| --- | --: | --: | --: |
${[...stages].map(([name, stage]) => stageRow(name, stage)).join('\n')}

Processor time includes opening queries and lists. Overlap: ${number(found.exact)} of ${number(found.queries)} queries have exactly ${size.overlap} annotators, each another person; in
${number(found.twoRoles)} queries had a person who worked in two stages. State of the queries at the end: ${Object.entries(
    found.stages
  )
    .map(([stage, n]) => `${stage} ${number(n)}`)
    .join(', ')}.
`;
  console.log(text);
  if (found.exact !== size.queries || found.twoRoles > 0 || found.stages.done !== size.queries) {
    console.error('The overlap is not exact, somebody holds two roles, or something was left over.');
    process.exitCode = 1;
  } else if (!values['no-write']) writeFileSync(join(root, 'docs/bench-verification.md'), text);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
