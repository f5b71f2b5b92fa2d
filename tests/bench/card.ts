import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { sampleCard } from '../../src/lib/alignment/card/card.fixture.ts';
import { CARD_KIND } from '../../src/lib/alignment/card/card.ts';
import { bundleText, verifyCard } from '../../src/lib/alignment/card/verify-card.server.ts';
import { memoryDatabase } from '../../src/lib/server/db/memory.fixture.ts';
import { signContent } from '../../src/lib/server/signing/signing.ts';
import { seededRandom } from '../../src/lib/stats/index.ts';

/** Time to verify cards of several sizes, and single-byte changes of a card that are found. */

const CHANGES = 1000;
const SECONDS = 10;
const sizes = [
  { queries: 20, perQuery: 5 },
  { queries: 40, perQuery: 6 },
  { queries: 100, perQuery: 20 },
  { queries: 100, perQuery: 100 }
];

const { db, close } = memoryDatabase();
const fileOf = (size: (typeof sizes)[number]): Buffer =>
  Buffer.from(bundleText(signContent(db, CARD_KIND, sampleCard(size))));

const rows = sizes.map((size) => {
  const file = fileOf(size);
  const began = performance.now();
  const { valid, recomputed } = verifyCard(file);
  const seconds = (performance.now() - began) / 1000;
  console.log(`${size.queries * size.perQuery} items: ${seconds.toFixed(2)} s`);
  return { size, kilobytes: file.length / 1000, valid, recomputed, seconds };
});

const file = fileOf(sizes[1]!);
const random = seededRandom(18);
let found = 0;
const began = performance.now();
for (let i = 0; i < CHANGES; i++) {
  const place = random.below(file.length);
  const changed = Buffer.from(file);
  changed[place] = (changed[place]! + 1 + random.below(255)) % 256;
  if (!verifyCard(changed).valid) found++;
}
const perChange = (performance.now() - began) / CHANGES;
console.log(`${found} of ${CHANGES} changes found, ${perChange.toFixed(1)} ms each`);

const page = `# Judge cards verified

\`npm run bench:card\`, measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node} on one core of ${cpus()[0]?.model.trim() ?? 'an unknown processor'}: cards of simulated studies with three
judges and three annotators, verified from their files alone. Every figure, gate and part of a gate is computed again from the
labels in the file; at most ${SECONDS} s are promised for a study of 240 items.

| items | queries | labels | file, kB | recomputed | holds | seconds |
| --- | --- | --- | --- | --- | --- | --- |
${rows
  .map(
    ({ size: { queries, perQuery }, kilobytes, valid, recomputed, seconds }) =>
      `| ${queries * perQuery} | ${queries} | ${3 * queries * perQuery} | ${kilobytes.toFixed(0)} | ${recomputed} | ${valid ? 'yes' : 'no'} | ${seconds.toFixed(2)} |`
  )
  .join('\n')}

Of ${CHANGES} random changes of one byte each to the card of ${sizes[1]!.queries * sizes[1]!.perQuery} items (${(file.length / 1000).toFixed(0)} kB), ${found} were found, at ${perChange.toFixed(1)} ms each. \`npm test\`
holds 200 of them on a smaller card, and every place of the signature.
`;
writeFileSync(join(import.meta.dirname, '../../docs/bench-card.md'), page);
close();
const slow = rows[1]!.seconds > SECONDS;
process.exit(found === CHANGES && !slow && rows.every(({ valid }) => valid) ? 0 : 1);
