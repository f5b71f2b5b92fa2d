import { InvalidArgumentError, Option } from 'commander';

const LOCAL = 'http://localhost:3000';

/** The option with the address that printed links begin with; an empty ORIGIN counts as unset. */
export const addressOption = (): Option =>
  new Option('--address <url>', 'public address of the server').env('ORIGIN').default(LOCAL).argParser(publicAddress);

function publicAddress(text: string): string {
  if (text === '') return LOCAL;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new InvalidArgumentError('Enter a URL, e.g. https://voirdire.lab.example.');
  return text;
}
