import type { Command } from 'commander';
import { exit, printJson } from './outcome.ts';

/** Adds `voirdire stats possible`: can a reported percentage or mean have been counted? */
export function addStatsPossible(stats: Command): void {
  stats
    .command('possible')
    .description('Check whether reported percentages and means are arithmetically possible for their n (GRIM test).')
    .argument('[figure...]', 'figures in quotes, e.g. "87.1% of 200" (default: standard input, one per line)')
    .option('--json', 'print the result for each figure as JSON')
    .addHelpText(
      'after',
      `
Enter figures with all printed digits. Exact halves may be rounded up or down. For figures without “of”, the command looks for
a common n for which all of them are possible. Exit code 1 if a figure is impossible or cannot be parsed.

Examples:
  $ voirdire stats possible "87.1% of 200" "mean 3.28 of 15 on 1 to 4"
  $ voirdire stats possible < figures.txt`
    )
    .action(async (figures: string[], options: { json?: boolean }) => {
      const { messagesIn } = await import('../lib/messages/words.ts');
      const words = messagesIn('en', 'figureVerdicts');
      const { figuresTogether, possibleFigures } = await import('../lib/alignment/reported/possible-figures.ts');
      const { refuse } = await import('../lib/errors.ts');
      const { readInput } = await import('./stats/data.ts');
      const text = figures.length > 0 ? figures.join('\n') : new TextDecoder().decode(await readInput(undefined));
      const verdicts = possibleFigures(text, words);
      if (verdicts.length === 0) refuse.invalid('No figures entered. Enter one per line, e.g. 87.1% of 200.');
      const together = figuresTogether(text, words);
      if (options.json)
        printJson({ together: together && { figures: together.figures, denominators: together.denominators }, verdicts: verdicts.map(({ line, possible, counts, ways, nearest, text: said }) => ({ line, possible, counts, ways, nearest, text: said })) }); // prettier-ignore
      else {
        for (const { line, text: said } of verdicts) console.log(`${line}\n  ${said}`);
        if (together) console.log(`\n${together.text}`);
      }
      const unread = verdicts.filter(({ possible }) => possible === null).length - (together?.figures ?? 0);
      if (unread > 0 || together?.denominators.length === 0 || verdicts.some(({ possible }) => possible === false))
        process.exitCode = exit.failed;
    });
}
