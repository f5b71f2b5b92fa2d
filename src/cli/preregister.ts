import { Option, type Command } from 'commander';
import {
  changesBetween,
  defaultAnalysisPlan,
  listNumbers,
  planNumbers,
  typedAs,
  type AnalysisPlan,
  type TypedAnalysisPlan
} from '../lib/alignment/preregistration/analysis-plan.ts';
import {
  stoppingRules,
  SUGGESTED_QUERIES,
  typedSequentialPlan
} from '../lib/alignment/preregistration/sequential-plan.ts';
import { gateNames } from '../lib/alignment/preregistration/gate-names.ts';
import { judgeIdsOf } from './judges-named.ts';
import { printJson } from './outcome.ts';
import { tellOutOfReach } from './out-of-reach.ts';
import { asJson, inStudy, several, studyNumber, withPlace, type StudyPlace } from './study-place.ts';

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
        const { preregister, procedureState } =
          await import('../lib/alignment/preregistration/preregistrations.server.ts');
        const { studyRaters, studyScale } = await import('../lib/studies/labels/labels.server.ts');
        const { listsIssues } = await import('../lib/studies/study/study-of-run.server.ts');
        const { judges } = studyRaters(db, reading, study.id);
        const last = procedureState(db, reading, study.id).preregistrations[0]?.analysisPlan;
        const ids = judges.map(({ judgeId }) => judgeId);
        const before = last ?? defaultAnalysisPlan(ids, studyScale(db, reading, study.id), listsIssues(study));
        const given = Object.fromEntries(
          (Object.keys(numbers) as (keyof typeof numbers)[]).flatMap((name) =>
            options[name] === undefined ? [] : [[name, options[name]]]
          )
        );
        const typed: TypedAnalysisPlan = {
          ...typedAs(before),
          ...given,
          ...(options.judge && { judges: judgeIdsOf(judges, options.judge) }),
          ...(options.ties !== undefined && { ties: options.ties }),
          ...(options.gate && { gates: options.gate }),
          ...sequentialOf(before, options)
        };
        const made = preregister(db, manage, study.id, { ...typed, reason: options.reason ?? '' });
        const { studyOutOfReach } = await import('../lib/alignment/planner/planned-sample.server.ts');
        const outOfReach = studyOutOfReach(db, reading, study, made.analysisPlan);
        if (options.json) return printJson({ ...made, outOfReach });
        const changed = last ? changesBetween(last, made.analysisPlan) : [];
        console.log(
          `Preregistered for study ${number}, revision ${made.revision}${changed.length > 0 ? `: ${changed.join(', ')} changed` : ''}. Target ${made.analysisPlan.target}, ${made.opened ? 'after unblinding' : `before unblinding, with ${made.labels} labels collected`}.`
        );
        tellOutOfReach(outOfReach);
      })
    );
}

/** The rule for stopping, if one is given: the maximum and looks that are not given are those of the plan that holds. */
function sequentialOf(
  { sequential }: AnalysisPlan,
  { stopping, maximum, looks }: Pick<PreregisterOptions, 'stopping' | 'maximum' | 'looks'>
): Pick<TypedAnalysisPlan, 'sequential'> {
  if (stopping === undefined && maximum === undefined && looks === undefined) return {};
  const held = typedSequentialPlan(sequential, SUGGESTED_QUERIES);
  return {
    sequential: {
      rule: stopping ?? held.rule,
      maximum: maximum ?? held.maximum,
      looks: looks ?? held.looks
    }
  };
}
