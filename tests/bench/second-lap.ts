import { existsSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { removeFolders } from '../../src/cli/command.fixture.ts';
import { root } from './processes.ts';
import { secondLap, type Lap } from './second-lap-scene.ts';

/** The second lap on the 41 real reports: what each command takes, asks and says. */

const folder = join(process.env['VOIRDIRE_SHARED'] ?? join(root, '../shared'), 'data/liveresearchbench/reports');
if (!existsSync(folder)) {
  console.log(`skipped: the second lap on the 41 real reports, because ${folder} is absent`);
  process.exit(0);
}

const lap = await secondLap({
  ...{ folder, items: 240, anchors: 120 },
  log: ({ name, seconds, ended }) => console.log(`${name}: ${seconds.toFixed(2)} s, code ${ended.code}`)
}).finally(removeFolders);

/** The first line of a step's output that fits, without what stands before it. */
const line = (step: string, fitting: RegExp): string =>
  lap.steps
    .get(step)!
    .ended.out.split('\n')
    .map((one) => one.trim())
    .find((one) => fitting.test(one))
    ?.replaceAll('|', '\\|') ?? '';

const tells: Record<string, RegExp> = {
  import: /^reports:/,
  align: /majority/,
  adopt: /^Decided/,
  'draw anchors': /^A loss/,
  'check, same version': /^Anchor set/,
  'check, another version': /^Anchor set/,
  compare: /^Run 4/,
  succession: /^1 /,
  switch: /^Decided/,
  'verify the card': /holds\.$/
};
const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const rowsOf = ({ steps, asked }: Lap): string[] =>
  [...steps.values()].map(({ name, seconds, ended }) =>
    row([name, seconds.toFixed(2), asked.get(name) ?? 0, ended.code ?? '–', tells[name] ? line(name, tells[name]) : ''])
  );

const total = [...lap.steps.values()].reduce((sum, { seconds }) => sum + seconds, 0);
const page = `# The second lap on ${lap.reports} real reports

\`npm run bench:second-lap\` carries this out and writes this page; ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node},
${cpus()[0]?.model.trim() ?? 'an unknown processor'}. The reports are the published ones of one system (${lap.reports} queries); judges are stand-ins behind OpenAI's wire
format, annotators are scripted: two, 240 items each (${lap.labels} labels). A judge is wrong on 4% of the items, an annotator on 3%, and after
the provider's change of version judges on 6%, on other items than before.

Every step but that of the annotators is a command of the shell; \`voirdire monitor\` ends with 4 where it finds a change.

| step | seconds | requests | code | says |
| --- | --: | --: | --: | --- |
${rowsOf(lap).join('\n')}

${total.toFixed(1)} s in all. After the change of version the adoption is re-opened for ${lap.reopened.before.length} judges:

${lap.reopened.before.map((one) => `- ${one}`).join('\n')}

After the switch it is re-opened for ${lap.reopened.after.length}. Successors undecided: ${lap.undecided.before} before, ${lap.undecided.after} after.
`;
writeFileSync(join(root, 'docs/bench-second-lap.md'), page);
