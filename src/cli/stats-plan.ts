import { Argument, type Command } from 'commander';
import { plannerFields, plannerSections, type PlannerName } from '../lib/alignment/planner/inputs.ts';
import { messagesIn } from '../lib/messages/words.ts';
import { printJson } from './outcome.ts';

const parts = ['interval', 'power', 'chance', 'people', 'inspection'] as const;

/** `perQuery` as an option: `per-query`. */
const optionOf = (name: PlannerName): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Adds `voirdire stats plan`: what the planner's page says, in the shell. */
export function addStatsPlan(stats: Command): void {
  const command = stats.command('plan');
  const { label: labelOf } = messagesIn('en', 'plannerFields');
  command
    .description(
      'Plan a study: sample sizes for interval width or power, annotators per item, sampling plans for inspections.'
    )
    .addArgument(new Argument('[part...]', 'parts to plan (default: all)').choices(parts));
  for (const name of Object.values(plannerSections).flat()) {
    const { start } = plannerFields[name];
    const label = labelOf({ field: name });
    command.option(`--${optionOf(name)} <number>`, `${label}${start === '' ? '' : ` (default: ${start})`}`);
  }
  command
    .option('--json', 'print all results as JSON')
    .addHelpText(
      'after',
      `
Enter proportions as .05 or 5%. Assumptions are printed with each result.

Examples:
  $ voirdire stats plan interval --p .9 --half .05 --per-query 10 --icc .1
  $ voirdire stats plan power --first 15% --second 5% --items 200 --per-query 1
  $ voirdire stats plan inspection --lot 1000 --allowed 5% --accept 2`
    )
    .action(async (asked: string[], options: Record<string, unknown>) => {
      const { readPlanner } = await import('../lib/alignment/planner/inputs.ts');
      const { plan } = await import('../lib/alignment/planner/plan.ts');
      const { WrongOption } = await import('./read-option.ts');
      const { planLines } = await import('./stats/plan.ts');
      const { typed, numbers, problems } = readPlanner((name) => {
        const value = options[name];
        return value === undefined ? null : String(value);
      });
      if (problems.length > 0)
        throw new WrongOption(
          'invalid-input',
          'Nothing was planned.',
          problems.map((one) => ({ ...one, column: `--${optionOf(one.column as PlannerName)}` }))
        );
      const planned = plan(numbers, messagesIn('en', 'plannerAnswers'));
      const wanted = parts.filter((part) => asked.length === 0 || asked.includes(part));
      if (options.json)
        return printJson({
          ...{ asked: typed, items: planned.items, designEffect: planned.designEffect },
          ...Object.fromEntries(wanted.map((part) => [part, planned[part]]))
        });
      console.log(planLines(planned, wanted).join('\n'));
    });
}
