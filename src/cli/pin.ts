import type { Command } from 'commander';
import { printJson } from './outcome.ts';
import { dataFolder, openExisting } from './place.ts';
import { projectOf } from './project-of.ts';

interface Options {
  project?: string;
  data?: string;
  json?: boolean;
}

/** `voirdire run pin` and `run unpin`: with which run the leaderboard opens. */
export function addPin(program: Command): void {
  const run = program.commands.find((one) => one.name() === 'run')!;
  run.description('Rename, pin, archive, restore and delete runs.');
  const add = (act: 'pin' | 'unpin', description: string): Command =>
    run
      .command(act)
      .description(description)
      .argument('<name>', 'its number or name')
      .option('--project <slug>', 'project of the run (default: the only project)')
      .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
      .option('--json', 'print the outcome as JSON')
      .action((text: string, options: Options) => carryOut(act, text, options));
  add(
    'pin',
    'Pin a complete run: the leaderboard shows it until you pin another. Without a pin it shows the newest complete run.'
  ).addHelpText('after', '\nExample:\n  $ voirdire run pin 3 --project heat');
  add('unpin', 'Unpin a run.').addHelpText('after', '\nExample:\n  $ voirdire run unpin 3 --project heat');
}

async function carryOut(act: 'pin' | 'unpin', text: string, options: Options): Promise<void> {
  const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
  const { thingListed } = await import('./numbered-things.ts');
  const { pinRun, unpinRun } = await import('../lib/scorer/runs/pinned-run.server.ts');
  const { db, close } = await openExisting(dataFolder(options.data));
  try {
    const grant = authorize(operator, await projectOf(db, options.project), 'manage');
    const { id, name, label } = thingListed(db, grant, 'run', text);
    (act === 'pin' ? pinRun : unpinRun)(db, grant, id);
    if (options.json) return printJson({ run: name, pinned: act === 'pin' });
    console.log(act === 'pin' ? `The leaderboard now shows ${label}.` : `${label} is no longer pinned.`);
  } finally {
    close();
  }
}
