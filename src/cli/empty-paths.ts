import type { Command } from 'commander';
import { refuse } from '../lib/errors.ts';

/** Values that are paths, by the name that usage gives them. */
const PATH = /^(?:file|folder|path|file-or-folder|source|surveys|metadata)$/;

const placeholder = (flags: string): string => /[<[]([\w-]+)/.exec(flags)?.[1] ?? '';

const hasEmpty = (value: unknown): boolean => (Array.isArray(value) ? value.some((one) => one === '') : value === '');

/** Options that name output, and commands whose argument does. */
const WRITTEN = new Set(['--output', '--out', '--junit', '--reference', 'backup', 'site']);

/**
 * Refuses an empty path, as a script gives with a variable that is not set: the operating system takes an empty folder for the
 * present one, where files would be written, and calls would be paid for before it refuses an empty file. Also refuses `-` for
 * output: the content would be in a file of this name, and a pipe would get the message about it.
 */
export function refuseNoPaths(command: Command): void {
  for (const option of command.options) {
    const kind = placeholder(option.flags);
    const name = option.long ?? option.flags;
    // An empty --data is refused where the folder of the database is found.
    if (!PATH.test(kind) || option.long === '--data') continue;
    const value: unknown = command.getOptionValue(option.attributeName());
    if (hasEmpty(value)) refuse.invalid(`${name} is empty. Specify a ${kind}, or remove the option.`);
    if (WRITTEN.has(name)) refuseDash(name, value);
  }
  for (const [at, argument] of command.registeredArguments.entries()) {
    if (!PATH.test(argument.name())) continue;
    const name = `The argument <${argument.name()}>`;
    if (hasEmpty(command.processedArgs[at])) refuse.invalid(`${name} is empty. Specify a path.`);
    if (WRITTEN.has(command.name())) refuseDash(name, command.processedArgs[at]);
  }
}

function refuseDash(name: string, value: unknown): void {
  if (value === '-')
    refuse.invalid(
      `${name} is "-", which does not stand for standard output here. Specify a path (./- for that name).`
    );
}
