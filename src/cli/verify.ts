import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { refuse } from '../lib/errors.ts';
import type { Signed, SignedFile } from '../lib/server/signing/signing.ts';
import { fileAt } from './leaving.ts';
import { exit, printJson } from './outcome.ts';
import { readNamedFile } from './read-file.ts';

interface Options {
  signature?: string;
  key?: string;
  json?: boolean;
}

export function addVerify(program: Command): void {
  program
    .command('verify')
    .description('Verify the signature of an exported file or folder.')
    .argument('<path>', 'the file or folder')
    .option('--signature <file>', 'signature file (default: the path with .sig at its end)')
    .option('--key <fingerprint>', 'accept only the key with this fingerprint')
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
Every export is signed with the key of its instance. The command line writes the signature beside the file; in the web
application, append .sig to the address of the file. A valid signature shows that the instance wrote exactly this file, and
records the state of its audit trail at that time. The fingerprint identifies the key: compare it with the one on the page Audit
trail of the instance, or pass it with --key.

Exit code 1 if a check fails.

Examples:
  $ voirdire verify report.html
  $ voirdire verify release/ --key "$FINGERPRINT"`
    )
    .action(async (path: string, options: Options) => {
      const { faultOfSignature, parseFileSignature, SIG } = await import('../lib/server/signing/signing.ts');
      if (!existsSync(path)) refuse.unavailable(`${path}`, 'check the path');
      const where = options.signature ?? `${resolve(path)}${SIG}`;
      if (!existsSync(where))
        refuse.unavailable(`A signature at ${where}`, 'put it beside the file, or specify it with --signature');
      const signed =
        parseFileSignature(readNamedFile(where).toString('utf8')) ??
        refuse.invalid(`${where} is not a signature file.`);
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
        return console.error([`${path} is not valid:`, ...problems.map((one) => `  ${one}`)].join('\n'));
      console.log(
        [
          `${path} is valid: ${checked === 1 ? 'one file is' : `${checked} files are`} unchanged since the signature of ${signedAt}.`,
          ...(others.length > 0 ? [`Not signed: ${others.join(', ')}.`] : []),
          `Key: ${fingerprint}${options.key === undefined ? ' (compare it with the fingerprint on the page Audit trail of the instance)' : ''}`,
          `Audit trail: ${audit}`
        ].join('\n')
      );
    });
}

function faultOfKey({ fingerprint }: Signed<unknown>, wanted: string | undefined): string | null {
  if (wanted === undefined || wanted.replaceAll(/[\s:]/g, '').toLowerCase() === fingerprint) return null;
  return `It was signed with the key ${fingerprint}, not with the one given by --key.`;
}

/** Compares the files at a place with those that were signed. */
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
    return { checked: 0, faults: [`The signature belongs to other files, not to ${own}.`], others: [] };
  const faults = named.flatMap(({ name, bytes, sha256 }) => {
    if (!isInside(root, name)) return [`${name}: the path is outside of the folder.`];
    if (!existsSync(join(root, name))) return [`${name}: missing.`];
    const found = fileAt(root, name);
    return found.bytes === bytes && found.sha256 === sha256 ? [] : [`${name}: changed since it was signed.`];
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
