import type { Command } from 'commander';

/**
 * Gives a subcommand the options that were typed before its name, as in `voirdire monitor --project heat draw 1`. An option
 * typed after the name takes precedence; an option that the subcommand does not have is a usage error.
 */
export function takeOuterOptions(command: Command): void {
  for (let outer = command.parent; outer; outer = outer.parent)
    for (const option of outer.options) {
      const name = option.attributeName();
      if (outer.getOptionValueSource(name) !== 'cli') continue;
      if (!command.options.some((own) => own.attributeName() === name))
        command.error(`error: voirdire ${outer.name()} ${command.name()} has no option ${option.long ?? option.flags}`);
      if (command.getOptionValueSource(name) !== 'cli')
        command.setOptionValueWithSource(name, outer.getOptionValue(name), 'cli');
    }
}
