import { type Command, InvalidArgumentError } from 'commander';
import { growHeapBy, letYoungGrow } from './heap.ts';
import { dataFolder } from './place.ts';
import { wholeNumber } from './typed-number.ts';

/** Shorter ones would end while PostgreSQL restarts; longer ones leave the parts of a killed worker lying. */
function leaseSeconds(text: string): number {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : NaN;
  if (!(value >= 2 && value <= 600)) throw new InvalidArgumentError('Enter a whole number of seconds from 2 to 600.');
  return value;
}

/** Calls under way at once unless `--places` says otherwise. */
const PLACES = 32;

interface Given {
  queue?: string;
  places: number;
  /** Seconds. */
  lease: number;
  data?: string;
}

export function addWorker(program: Command): void {
  const command = program.command('worker');
  command
    .description('Score parts of runs from a queue, beside other workers, until it is stopped.')
    .option('--queue <url>', 'PostgreSQL database: postgres://USER@HOST/DATABASE (default: VOIRDIRE_QUEUE)')
    .option('--places <n>', 'maximum number of concurrent calls of this worker', wholeNumber(256), PLACES)
    .option('--lease <seconds>', 'if this worker is killed, others take its parts after so long', leaseSeconds, 15)
    .option('--data <folder>', 'folder with the scripts of scripted judges (default: VOIRDIRE_DATA, else ./data)')
    .addHelpText(
      'after',
      `
Start workers on any number of machines, then score with "voirdire score --queue" or set VOIRDIRE_QUEUE for the web server. A worker
reads API keys and named servers (VOIRDIRE_SERVER_NAME, VOIRDIRE_SERVERS) from its own environment; keys never pass through the queue.
It needs the version of Voirdire that published the run, and judges with the same addresses. Otherwise it says so and leaves the run
to others. Ctrl+C ends it: its calls are aborted, and others take over its parts. docs/deploying.md describes the set-up.

Keep the password of the database out of the command line: set VOIRDIRE_QUEUE or PGPASSWORD.

Example:
  $ voirdire worker --queue postgres://voirdire@db.example/voirdire --places 64`
    )
    .action(async ({ queue = process.env['VOIRDIRE_QUEUE'], places, lease, data }: Given) => {
      if (!queue) return command.error('error: specify the address of the queue with --queue or VOIRDIRE_QUEUE');
      growHeapBy(60);
      letYoungGrow(true);
      const { runWorker } = await import('./worker-run.ts');
      await runWorker(queue, { places, leaseMs: lease * 1_000, data: dataFolder(data) });
    });
}
