#!/usr/bin/env node
import '../lib/server/db/quick-imports.ts';
import { keepCompiled } from './compile-cache.ts';

keepCompiled();

async function refuseOutput(error: NodeJS.ErrnoException): Promise<void> {
  const [{ exit }, { systemFaultWords }] = await Promise.all([import('./outcome.ts'), import('./system-faults.ts')]);
  console.error(`The output could not be written: ${systemFaultWords(error) ?? error.message}`);
  process.exit(exit.failed);
}

// A reader that has seen enough (`| head`) closes the pipe: that is no fault of the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  void refuseOutput(error);
});
// Progress and notes that are not read any more end no work.
process.stderr.on('error', () => undefined);

const { carryOut } = await import('./program.ts');
await carryOut(process.argv.slice(2));
