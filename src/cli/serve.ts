import { InvalidArgumentError, Option, type Command } from 'commander';
import { printJson } from './outcome.ts';
import { dataFolder, openToServe } from './place.ts';
import { startServer } from './server.ts';

export interface ServeOptions {
  host: string;
  port: number;
  data?: string;
  json?: boolean;
}

const usual = { host: '127.0.0.1', port: 3000 };

/** An empty HOST counts as unset, as other empty variables do: Node would listen on every address of the machine. */
const hostNamed = (text: string): string => text || usual.host;

/** An empty PORT counts as unset. */
function portNumber(text: string): number {
  if (text === '') return usual.port;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new InvalidArgumentError('Enter a port number from 0 to 65535.');
  return port;
}

/** The options that `serve` and `demo` share. @param usualData default of `--data`, in words */
export const withServeOptions = (command: Command, usualData: string): Command =>
  command
    .addOption(
      new Option('--host <address>', 'address to listen on; 0.0.0.0 accepts connections from other machines')
        .env('HOST')
        .default(usual.host)
        .argParser(hostNamed)
    )
    .addOption(
      new Option('--port <number>', 'port to listen on; 0 selects a free port')
        .env('PORT')
        .default(usual.port)
        .argParser(portNumber)
    )
    .option('--data <folder>', `folder of the database (default: ${usualData})`)
    .option('--json', 'print the address as JSON');

export function addServe(program: Command): void {
  withServeOptions(program.command('serve'), 'VOIRDIRE_DATA, else ./data')
    .description('Start the web application. The first start prints a one-time link for creating the first admin.')
    .addHelpText('after', '\nExample:\n  $ voirdire serve --port 3000 --data ./data')
    .action(async (options: ServeOptions) => {
      const data = dataFolder(options.data);
      const { reserveFolder, storeAddress } = await import('./served-folder.ts');
      reserveFolder(data);
      const { setUpLink } = await import('../lib/server/auth/accounts/invitations.ts');
      const database = await openToServe(data);
      const token = setUpLink(database.db);
      database.close();

      const { address } = await startServer({ ...options, data });
      storeAddress(data, address);
      const link = token === null ? null : `${address}/set-up/${token}`;
      if (options.json) return printJson({ address, data, setUp: link });
      if (link)
        console.log(`This instance has no admin yet. Open this one-time link to become the first admin:\n  ${link}`);
      console.log(`Voirdire is running at ${address} (data folder: ${data}). Press Ctrl+C to stop it.`);
    });
}
