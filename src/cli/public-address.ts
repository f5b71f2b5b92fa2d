import { InvalidArgumentError, Option } from 'commander';

const LOCAL = 'http://localhost:3000';

/** The option with the address that printed links begin with; an empty ORIGIN counts as unset. */
export const addressOption = (): Option =>
  new Option(
    '--address <url>',
    `public address of the server (default: that of the server that runs on the data folder, else ${LOCAL})`
  )
    .env('ORIGIN')
    .argParser(publicAddress);

/**
 * Address of a page of the server, for people.
 *
 * @param address as typed; if undefined or empty, that of the server on the data folder
 * @param path begins with `/`
 */
export async function linkTo(address: string | undefined, folder: string, path: string): Promise<string> {
  const { servedAddress } = await import('./served-folder.ts');
  return `${(address || (servedAddress(folder) ?? LOCAL)).replace(/\/+$/, '')}${path}`;
}

function publicAddress(text: string): string {
  if (text === '') return text;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new InvalidArgumentError('Enter a URL, e.g. https://voirdire.lab.example.');
  // The server refuses such an ORIGIN, too.
  if (!/^\/+$/.test(url.pathname))
    throw new InvalidArgumentError(`Enter scheme and host alone, ${url.origin}: no page has an address below a path.`);
  return text;
}
