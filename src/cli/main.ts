#!/usr/bin/env node
import '../lib/server/db/quick-imports.ts';
import { keepCompiled } from './compile-cache.ts';
import { showControls } from './terminal-text.ts';

keepCompiled();
showControls(process.stdout);
showControls(process.stderr);

// A reader that has seen enough (`| head`) closes the pipe: nothing needs to be said, but the command may have had more to do.
process.stdout.on('error', (error: NodeJS.ErrnoException) => void endOutput(error));
async function endOutput(error: NodeJS.ErrnoException): Promise<void> {
  const [{ exit }, { systemFaultWords }] = await Promise.all([import('./outcome.ts'), import('./system-faults.ts')]);
  if (error.code === 'EPIPE') process.exit(exit.closed);
  console.error(`The output could not be written: ${systemFaultWords(error) ?? error.message}`);
  process.exit(exit.failed);
}
// Progress and notes that are not read any more end no work.
process.stderr.on('error', () => undefined);

const { carryOut } = await import('./program.ts');
await carryOut(process.argv.slice(2));
