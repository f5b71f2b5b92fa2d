#!/usr/bin/env node
import '../lib/server/db/quick-imports.ts';
import { keepCompiled } from './compile-cache.ts';

keepCompiled();

// A reader that has seen enough (`| head`) closes the pipe: that is no fault of the command.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });

const { carryOut } = await import('./program.ts');
await carryOut(process.argv.slice(2));
