#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { fail } from './outcome.ts';
import { home } from './place.ts';
import { addDemo } from './demo.ts';
import { addImport } from './import.ts';
import { addScore } from './score.ts';
import { addServe } from './serve.ts';

const { version, description } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
  version: string;
  description: string;
};

const program = new Command('voirdire')
  .description(description)
  .version(version)
  .exitOverride()
  .showHelpAfterError('Add --help to see what there is.');

for (const add of [addServe, addDemo, addImport, addScore]) add(program);

program.addHelpText(
  'after',
  `
Exit codes: 0 done, 1 refused or failed (stderr says why), 2 called wrongly, 3 too many units without a verdict.
Data lives in the folder named by --data or VOIRDIRE_DATA, else in ./data of the program's folder.`
);

try {
  await program.parseAsync(process.argv);
} catch (error) {
  process.exitCode = fail(error, process.argv.includes('--json'));
}
