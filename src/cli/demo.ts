import { join } from 'node:path';
import type { Command } from 'commander';
import type { DemoPerson } from '../../seed/load.server.ts';
import { printJson } from './outcome.ts';
import { dataFolder, openToServe } from './place.ts';
import { withServeOptions, type ServeOptions } from './serve.ts';
import { startServer } from './server.ts';
import { textTable } from './table.ts';

export function addDemo(program: Command): void {
  withServeOptions(program.command('demo'), 'the folder demo in VOIRDIRE_DATA, else ./data/demo')
    .description('Start the web application with a demo benchmark: reports, judges, accounts and studies to explore.')
    .addHelpText(
      'after',
      `
All demo data is fictional. The accounts are created on the first start, stored in demo-sign-ins.json in the data folder, and
printed on every start. The demo has a folder of its own; it is not loaded beside other accounts.

Example:
  $ voirdire demo --port 3000`
    )
    .option('--load-only', 'load the demo into the data folder and exit')
    .action(async (options: ServeOptions & { loadOnly?: true }) => {
      // Apart from the data of a server: one of the demo's accounts is an admin, whose password is printed.
      const data = options.data === undefined ? join(dataFolder(), 'demo') : dataFolder(options.data);
      const { reserveFolder, storeAddress } = await import('./served-folder.ts');
      if (!options.loadOnly) reserveFolder(data);
      const { loadDemo } = await import('../../seed/load.server.ts');
      const { loadStory } = await import('../../seed/story/load.server.ts');
      const { loadDaily } = await import('../../seed/daily/load.server.ts');
      const { loadArena } = await import('../../seed/arena/load.server.ts');
      const { db, close } = await openToServe(data);
      // The story comes last: a lead who signs in begins there.
      const load = async () => {
        const { people } = await loadDemo(db, data);
        await loadArena(db);
        await loadDaily(db);
        return { people, slug: (await loadStory(db, data)).slug };
      };
      const { people, slug } = await load().finally(close);
      if (options.loadOnly) {
        if (options.json) printJson({ data, people });
        else console.log(`Demo loaded into ${data}.`);
        return;
      }
      const { address } = await startServer({ ...options, data });
      storeAddress(data, address);
      const begin = `${address}/p/${slug}`;
      if (options.json) return printJson({ address, begin, data, people });
      console.log(`Voirdire with the demo is at ${begin}. Sign in as:\n`);
      console.log(signIns(people));
      console.log(`\nData folder: ${data}. Press Ctrl+C to stop the server.`);
    });
}

/** One person per role: the rest are in the file. */
function signIns(people: readonly DemoPerson[]): string {
  const one = people.filter(({ role }, i) => people.findIndex((other) => other.role === role) === i);
  return textTable(
    ['role', 'name', 'e-mail', 'password'],
    one.map(({ role, name, email, password }) => [role, name, email, password ?? `(voirdire users link ${email})`])
  );
}
