import type { Command } from 'commander';

/**
 * Refuses options that have no effect without one of others: the caller would believe that they were obeyed.
 *
 * @param flags long flags, e.g. `--scale`
 * @param others long flags, one of which is needed
 */
export function requireOneOf(command: Command, flags: readonly string[], others: readonly string[]): void {
  const given = givenOf(command, flags)[0];
  if (given !== undefined && givenOf(command, others).length === 0)
    command.error(`error: ${given} applies to ${others.join(', ')} only: add ${others.length > 1 ? 'one of them' : 'it'} or remove ${given}`); // prettier-ignore
}

/** Refuses options of which only one would be obeyed. */
export function requireAtMostOne(command: Command, flags: readonly string[]): void {
  const [one, other] = givenOf(command, flags);
  if (other !== undefined) command.error(`error: ${one} and ${other} cannot be combined: use one of them`);
}

/** Refuses options that have no effect beside one of others. */
export function requireNoneBeside(command: Command, flags: readonly string[], others: readonly string[]): void {
  const [flag] = givenOf(command, flags);
  const [other] = givenOf(command, others);
  if (flag !== undefined && other !== undefined)
    command.error(`error: ${flag} has no effect beside ${other}: remove one of them`);
}

/** The flags among these that were typed. */
export function givenOf(command: Command, flags: readonly string[]): string[] {
  return flags.filter((flag) => {
    const option = command.options.find(({ long }) => long === flag);
    if (!option) throw new Error(`${command.name()} has no option ${flag}`);
    return command.getOptionValueSource(option.attributeName()) === 'cli';
  });
}
