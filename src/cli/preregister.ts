import { Option, type Command } from 'commander';
import { changesBetween, listNumbers, planNumbers } from '../lib/alignment/preregistration/analysis-plan.ts';
import { stoppingRules } from '../lib/alignment/preregistration/sequential-plan.ts';
import { gateNames } from '../lib/alignment/preregistration/gate-names.ts';
import { isRefusal } from '../lib/errors.ts';
import { printJson } from './outcome.ts';
import { WrongOption } from './read-option.ts';
import { reachFacts, tellOutOfReach } from './out-of-reach.ts';
import { asJson, inStudy, several, studyNumber, withPlace, type StudyPlace } from './study-place.ts';
import { many } from '../lib/stats/writing/figures.ts';

const numbers = { ...planNumbers, ...listNumbers };
const flagOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

interface PreregisterOptions extends StudyPlace, Partial<Record<keyof typeof numbers, string>> {
  judge?: string[];
  gate?: string[];
  ties?: string;
  stopping?: string;
  maximum?: string;
  looks?: string;
  reason?: string;
}

/** Preregisters; a refusal of numbers that were typed names their options, and is one of a wrong call. */
function namingOptions<T>(typed: Readonly<Record<string, unknown>>, preregister: () => T): T {
  try {
    return preregister();
  } catch (error) {
    if (!isRefusal(error) || error.problems.length === 0) throw error;
    if (!error.problems.every(({ column }) => Object.hasOwn(typed, column))) throw error;
    const problems = error.problems.map((one) => ({ ...one, column: `--${flagOf(one.column)}` }));
    throw new WrongOption(error.code, error.message, problems);
  }
}

/** Preregisters what a study has to reach: the form of the page, with its defaults, or those of the plan that holds. */
export function addPreregister(program: Command): void {
  const command = withPlace(program.command('preregister'))
    .description(
      'Preregister the analysis plan of a study: targets, gates and stopping rule, before its labels are unblinded.'
    )
    .argument('<study>', 'number of the study', studyNumber)
    .option('--judge <spec>', 'judge to include in candidate ensembles; repeatable (default: all)', several);
  for (const [name, { label, from, to }] of Object.entries(numbers))
    command.option(`--${flagOf(name)} <number>`, `${label}, ${from} to ${to}`);
  command
    .addOption(
      new Option('--ties <rule>', 'how to treat items on which annotators are tied').choices(['half', 'leave-out'])
    )
    .addOption(
      new Option('--stopping <rule>', 'when the study may stop (default: when it is complete)').choices([
        'fixed',
        ...stoppingRules
      ])
    )
    .option('--maximum <n>', 'with --stopping: number of complete queries at which the study ends without a decision')
    .option('--looks <n>', 'with planned looks: number of interim looks')
    .option('--gate <name>', `required gate; repeatable: ${gateNames.join(', ')} (default: all)`, several)
    .option('--reason <text>', 'reason for changing an earlier preregistration')
    .addOption(asJson())
    .addHelpText(
      'after',
      `
Options that are not given keep the value of the current plan, or their default.

Examples:
  $ voirdire preregister 1 --project heat --target 0.8 --floor 0.75 --reason "A pilot of 20 items"
  $ voirdire preregister 1 --project heat --stopping always-valid --maximum 60 --reason "Labels are expensive"`
    )
    .action((number: number, options: PreregisterOptions) =>
      inStudy(options, number, async ({ db, manage, reading, study }) => {
        const { preregister } = await import('../lib/alignment/preregistration/preregistrations.server.ts');
        const { amendedPlan } = await import('../lib/alignment/preregistration/amended-plan.server.ts');
        const given = Object.fromEntries(
          (Object.keys(numbers) as (keyof typeof numbers)[]).flatMap((name) =>
            options[name] === undefined ? [] : [[name, options[name]]]
          )
        );
        const { judge: judges, gate: gates, ties, stopping, maximum, looks } = options;
        const change = { numbers: given, judges, gates, ties, stopping, maximum, looks };
        const { typed, last } = amendedPlan(db, reading, study, change);
        const made = namingOptions(given, () =>
          preregister(db, manage, study.id, { ...typed, reason: options.reason ?? '' })
        );
        const { labelsSeenIn } = await import('../lib/alignment/preregistration/labels-seen.server.ts');
        const seenIn = labelsSeenIn(db, study.id);
        const { studyOutOfReach } = await import('../lib/alignment/planner/planned-sample.server.ts');
        const outOfReach = studyOutOfReach(db, reading, study, made.analysisPlan);
        if (options.json) return printJson({ ...made, outOfReach: reachFacts(outOfReach) });
        const changed = last ? changesBetween(last, made.analysisPlan) : [];
        console.log(
          `Preregistered for study ${number}, revision ${made.revision}${changed.length > 0 ? `: ${changed.join(', ')} changed` : ''}. Target ${made.analysisPlan.target}, ${made.opened ? `after unblinding${seenIn === null ? '' : ` (study ${seenIn} has the same labels)`}` : `before unblinding, with ${many(made.labels, 'label')} collected`}.`
        );
        tellOutOfReach(outOfReach);
      })
    );
}
