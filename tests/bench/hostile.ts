import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { presentationChecks } from '../../src/lib/scorer/judges/rules.ts';
import { uncitedNumbers } from '../../src/lib/scorer/judges/rules/uncited-numbers.ts';
import { renderReport } from '../../src/lib/scorer/report/render.ts';
import { readStructure } from '../../src/lib/scorer/report/structure.ts';
import { readingTime } from '../hostile-readers.ts';
import { hostileShapes } from '../hostile-shapes.ts';
import { loadNow, machine, number } from './timings.ts';

// Processor time of reading texts in which a careless reader takes quadratic time, at one, two and five megabytes.

const SIZES = [1, 2, 5].map((megabytes) => megabytes * 1_000_000);

/** All that the judge `rules` does with a report. */
function judge(text: string): void {
  const structure = readStructure(text);
  for (const check of Object.values(presentationChecks)) check(structure);
  uncitedNumbers(structure);
}

const load = loadNow();
const rows = Object.entries(hostileShapes).map(([name, shape]) => {
  const texts = SIZES.map(shape);
  const times = [judge, renderReport].flatMap((read) => texts.map((text) => readingTime(() => read(text)) / 1000));
  const row = `| ${[name, ...times.map((seconds) => number(seconds, 2))].join(' | ')} |`;
  console.log(row);
  return row;
});

const page = `# Hostile texts

Seconds of processor time for texts of one, two and five megabytes (\`npm run bench:hostile\`). *Judged* is all that the judge
\`rules\` does with a report, *shown* is its page. Reports of more than 100,000 characters are shown by a process with a deadline
and a memory limit; one that exceeds them is shown as plain text with the reason.

${machine(load)}

| text of | judged, 1 MB | 2 MB | 5 MB | shown, 1 MB | 2 MB | 5 MB |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
writeFileSync(join(import.meta.dirname, '../../docs/bench-hostile.md'), page);
