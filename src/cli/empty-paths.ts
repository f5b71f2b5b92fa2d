import type { Command } from 'commander';
import { refuse } from '../lib/errors.ts';

/** Values that are paths, by the name that usage gives them. */
const PATH = /^(?:file|folder|path|file-or-folder|source|surveys|metadata)$/;

const placeholder = (flags: string): string => /[<[]([\w-]+)/.exec(flags)?.[1] ?? '';

const hasEmpty = (value: unknown): boolean => (Array.isArray(value) ? value.some((one) => one === '') : value === '');

/**
 * Refuses an empty path, as a script gives with a variable that is not set: the operating system takes an empty folder for the
 * present one, where files would be written, and calls would be paid for before it refuses an empty file.
 */
export function refuseEmptyPaths(command: Command): void {
  for (const option of command.options) {
    const kind = placeholder(option.flags);
    // An empty --data is refused where the folder of the database is found.
    if (!PATH.test(kind) || option.long === '--data') continue;
    if (hasEmpty(command.getOptionValue(option.attributeName())))
      refuse.invalid(`${option.long ?? option.flags} is empty. Specify a ${kind}, or remove the option.`);
  }
  for (const [at, argument] of command.registeredArguments.entries())
    if (PATH.test(argument.name()) && hasEmpty(command.processedArgs[at]))
      refuse.invalid(`The argument <${argument.name()}> is empty. Specify a path.`);
}
