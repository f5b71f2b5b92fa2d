import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { tellProgramVersion } from '../lib/server/program-version.ts';
import { addAdopt } from './adopt.ts';
import { addAudit } from './audit.ts';
import { addBackup } from './backup.ts';
import { addCompare } from './compare.ts';
import { addCard } from './card.ts';
import { addDemo } from './demo.ts';
import { addExport } from './export.ts';
import { addImport } from './import.ts';
import { refuseNoPaths } from './empty-paths.ts';
import { exit, fail } from './outcome.ts';
import { takeOuterOptions } from './outer-options.ts';
import { home } from './place.ts';
import { addPreregister } from './preregister.ts';
import { addPrompts } from './prompts.ts';
import { addGate } from './gate.ts';
import { addInvite } from './invite.ts';
import { addLeakage } from './leakage.ts';
import { addCollect } from './collect.ts';
import { addMake } from './make.ts';
import { addManage } from './manage.ts';
import { addPin } from './pin.ts';
import { addMonitor } from './monitor.ts';
import { addRead } from './read.ts';
import { addReport } from './report.ts';
import { addRescore } from './rescore.ts';
import { addRestore } from './backup.ts';
import { addRubricCommand } from './rubric.ts';
import { addScore } from './score.ts';
import { addServe } from './serve.ts';
import { addSite } from './site.ts';
import { addStats } from './stats.ts';
import { addStudy } from './study.ts';
import { addSuccession } from './succession.ts';
import { addTalks } from './talks.ts';
import { addTemplate } from './template.ts';
import { addUsers } from './users.ts';
import { addVerify } from './verify.ts';
import { addVersion } from './version.ts';
import { addWorker } from './worker.ts';

/** Every command, in the order of display. To add one, write its file and name it here. */
const commands = [
  addServe,
  addDemo,
  addImport,
  addRead,
  addTemplate,
  addScore,
  addWorker,
  addRescore,
  addGate,
  addRubricCommand,
  addTalks,
  addMake,
  addCollect,
  addLeakage,
  addPrompts,
  addExport,
  addSite,
  addReport,
  addStudy,
  addPreregister,
  addCompare,
  addAdopt,
  addMonitor,
  addSuccession,
  addCard,
  addVersion,
  addStats,
  addUsers,
  addInvite,
  addManage,
  addPin,
  addAudit,
  addVerify,
  addBackup,
  addRestore
];

/** The whole command line, with every command's help. */
export function program(): Command {
  const { version, description } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    version: string;
    description: string;
  };
  tellProgramVersion(version);
  const whole = new Command('voirdire')
    .description(description)
    .version(version)
    .exitOverride()
    .showHelpAfterError('Run the command with --help for usage.')
    // Options after the name of a subcommand are its own, also if the outer command has an option of the same name.
    .enablePositionalOptions()
    .hook('preAction', (_, command) => takeOuterOptions(command))
    .hook('preAction', (_, command) => refuseNoPaths(command));
  for (const add of commands) add(whole);
  return whole.addHelpText(
    'after',
    `
Exit codes: 0 success, 1 failure (the reason is on stderr), 2 usage error, 3 too many unscored units, 4 drift of adopted judges,
5 a threshold is violated, 6 inconclusive, 7 no valid comparison (4: monitor; 5: gate and score; 6 and 7: gate).
Data is stored in the folder given by --data or VOIRDIRE_DATA (default: ./data in the current folder; of a clone, in its own).`
  );
}

/** Carries out a command line, tells what went wrong, and sets the exit code. */
export async function carryOut(words: readonly string[]): Promise<void> {
  process.exitCode = exit.done;
  try {
    if (process.env['VOIRDIRE_LOG']) (await import('../lib/server/log.ts')).startLog(process.env, 'command', 'silent');
    await program().parseAsync(words, { from: 'user' });
  } catch (error) {
    const { systemFaultWords } = await import('./system-faults.ts');
    process.exitCode = fail(error, words.includes('--json'), systemFaultWords(error));
  }
}
