import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { refuse } from '../lib/errors.ts';
import type { Signed, SignedFile } from '../lib/server/signing/signing.ts';
import { fileAt } from './leaving.ts';
import { exit, printJson } from './outcome.ts';

interface Options {
  signature?: string;
  key?: string;
  json?: boolean;
}

export function addVerify(program: Command): void {
  program
    .command('verify')
    .description('Check a file or folder that Voirdire exported against its signature.')
    .argument('<path>', 'the file or folder')
    .option('--signature <file>', 'its signature (default: the file of the same name with .sig, beside it)')
    .option('--key <fingerprint>', 'refuse any other key than the one of this fingerprint')
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
Every export has a signature by the key of its instance: files of the command line have it beside them, and the address of a
file in the web leads to it with .sig at its end. It says that the file is what that instance wrote, and how its audit trail
stood then. Whose key it is, only its fingerprint tells: compare it with the one on the instance's page of the audit trail, or
name it with --key.

Exit code 1 if anything does not fit.

Examples:
  $ voirdire verify report.html
  $ voirdire verify release/ --key "$FINGERPRINT"`
    )
    .action(async (path: string, options: Options) => {
      const { faultOfSignature, parseFileSignature, SIG } = await import('../lib/server/signing/signing.ts');
      if (!existsSync(path)) refuse.unavailable(`${path}`, 'name a file or folder that is there');
      const where = options.signature ?? `${resolve(path)}${SIG}`;
      if (!existsSync(where))
        refuse.unavailable(`A signature at ${where}`, 'put it beside the file, or name it with --signature');
      const signed = parseFileSignature(readFileSync(where, 'utf8')) ?? refuse.invalid(`${where} is no signature.`);
      const problems = [faultOfSignature(signed, 'files'), faultOfKey(signed, options.key)].filter(
        (one) => one !== null
      );
      const { checked, faults, others } = compare(path, signed.content.files);
      problems.push(...faults);
      const { fingerprint, signedAt, audit } = signed;
      if (problems.length > 0) process.exitCode = exit.failed;
      if (options.json)
        return printJson({ holds: problems.length === 0, problems, checked, others, fingerprint, signedAt, audit });
      if (problems.length > 0)
        return console.error([`${path} does not hold:`, ...problems.map((one) => `  ${one}`)].join('\n'));
      console.log(
        [
          `${path} holds: ${checked === 1 ? 'one file is' : `${checked} files are`} as signed at ${signedAt}.`,
          ...(others.length > 0 ? [`Not signed: ${others.join(', ')}.`] : []),
          `Key: ${fingerprint}${options.key === undefined ? ' (compare it with the instance’s page of the audit trail)' : ''}`,
          `Audit trail: ${audit}`
        ].join('\n')
      );
    });
}

function faultOfKey({ fingerprint }: Signed<unknown>, wanted: string | undefined): string | null {
  if (wanted === undefined || wanted.replaceAll(/[\s:]/g, '').toLowerCase() === fingerprint) return null;
  return `Its key is ${fingerprint}, not the one that you named.`;
}

/** Holds the files at a place against those that were signed. */
function compare(path: string, signed: readonly SignedFile[]): { checked: number; faults: string[]; others: string[] } {
  const folder = statSync(path).isDirectory();
  const root = folder ? path : dirname(path);
  const own = basename(resolve(path));
  // A file may have been given another name: what it holds counts. In a folder names count.
  const named = folder
    ? signed
    : signed.length === 1
      ? [{ ...signed[0]!, name: own }]
      : signed.filter((one) => one.name === own);
  if (named.length === 0)
    return { checked: 0, faults: [`The signature is about other files than ${own}.`], others: [] };
  const faults = named.flatMap(({ name, bytes, sha256 }) => {
    if (!isInside(root, name)) return [`${name}: this name leads out of the folder.`];
    if (!existsSync(join(root, name))) return [`${name}: missing.`];
    const found = fileAt(root, name);
    return found.bytes === bytes && found.sha256 === sha256 ? [] : [`${name}: it is not what was signed.`];
  });
  const known = new Set(named.map(({ name }) => name));
  const others = folder
    ? readdirSync(path, { recursive: true, encoding: 'utf8' })
        .map((name) => name.split(sep).join('/'))
        .filter((name) => !known.has(name) && statSync(join(path, name)).isFile())
    : [];
  return { checked: named.length, faults, others };
}

const isInside = (root: string, name: string): boolean => resolve(root, name).startsWith(resolve(root) + sep);
