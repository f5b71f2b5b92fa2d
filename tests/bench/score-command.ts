import { writeFileSync } from 'node:fs';
import { keepCompiled } from '../../src/cli/compile-cache.ts';
import '../../src/lib/server/db/quick-imports.ts';

/** The command line with what it took: `node score-command.ts USAGE_FILE ARGUMENTS…` writes it when the command ends. */
const [usage = '', ...words] = process.argv.slice(2);
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const figures = {
    seconds: performance.now() / 1000,
    peakMegabytes: maxRSS / 1024,
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6
  };
  writeFileSync(usage, JSON.stringify(figures));
});
keepCompiled();
const { carryOut } = await import('../../src/cli/program.ts');
await carryOut(words);
