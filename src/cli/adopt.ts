import { Option, type Command } from 'commander';
import type { AdoptedVersions } from '../lib/alignment/adoption/adoptions.ts';
import { mixedVersions } from '../lib/alignment/adoption/mixed-versions.ts';
import { rules } from '../lib/alignment/ensembles/ensembles.ts';
import { outcomes, studyOutcomeWords } from '../lib/alignment/units/outcomes.ts';
import { printJson } from './outcome.ts';
import {
  asJson,
  inStudy,
  runIdOf,
  runNumber,
  several,
  studyNumber,
  withPlace,
  type StudyPlace
} from './study-place.ts';
import { messagesIn } from '../lib/messages/words.ts';

const outcomeWords = studyOutcomeWords(messagesIn('en', 'outcomes'));

interface AdoptOptions extends StudyPlace {
  run?: number;
  outcome: string;
  judge?: string[];
  rule?: string;
  reason?: string;
  acknowledge?: boolean;
}

const inWords = ({ judges, rule }: AdoptedVersions): string =>
  `${judges.map(({ spec }) => spec).join(' + ')} (${rule})`;

/** Records a decision on a study: the form of the page, with the same refusals. */
export function addAdopt(program: Command): void {
  withPlace(program.command('adopt'))
    .description(
      'Record the decision that a study supports for its metric: which judges replace annotators, or that none do.'
    )
    .argument('<study>', 'number of the study', studyNumber)
    .addOption(new Option('--outcome <outcome>', 'the decision').choices([...outcomes]).makeOptionMandatory())
    .option('--run <number>', 'decide about the judges of another run that judged the same items', runNumber)
    .option('--judge <spec>', 'judge to adopt; repeatable (default: the ensemble that the procedure selected)', several)
    .addOption(new Option('--rule <rule>', 'rule that combines their labels').choices([...rules]))
    .option('--reason <text>', 'reason for the decision; it is recorded')
    .option('--acknowledge', 'adopt a rejected protocol')
    .addOption(asJson())
    .addHelpText(
      'after',
      `
Unblind the figures before you decide (voirdire report --unblind).

Example:
  $ voirdire adopt 2 --project heat --outcome collect-more-labels --reason "Two gates are undecided"`
    )
    .action((number: number, options: AdoptOptions) =>
      inStudy(options, number, async (at) => {
        const { recordAdoption } = await import('../lib/alignment/adoption/adoptions.server.ts');
        const { currentAdoption } = await import('../lib/alignment/adoption/decisions.server.ts');
        const { studyProcedure } = await import('../lib/alignment/procedure/procedure.server.ts');
        const { requireLiftedEmbargo } = await import('../lib/alignment/adoption/embargo.server.ts');
        const { verdictIn } = await import('../lib/alignment/procedure/verdict-in-words.ts');
        const { namedEnsemble } = await import('../lib/alignment/ensembles/named-ensemble.ts');
        const { writesSeen } = await import('../lib/server/db/client.ts');
        const { db, manage, reading, study } = at;
        requireLiftedEmbargo(db, reading, study.id, 'Unblind them first with voirdire report --unblind');
        const runId = await runIdOf(at, options.run);
        const writes = writesSeen(db);
        const computed = studyProcedure(db, reading, study.id, { runId });
        const named = namedEnsemble(computed, options.judge, options.rule);
        const before = currentAdoption(db, reading, study.metric);
        const decided = recordAdoption(
          db,
          manage,
          {
            ...{ studyId: study.id, metric: study.metric, outcome: options.outcome, ...named, runId },
            ...{ reason: options.reason ?? '', acknowledged: options.acknowledge === true }
          },
          {},
          { study: computed, writes }
        );
        if (options.json) return printJson(decided);
        const { ensemble, recommended } = decided;
        console.log(
          [
            `Decided for ${study.metric}, study ${number}${computed.header.carriedOver ? ` with the judges of run ${computed.header.run?.number}` : ''}: ${outcomeWords[decided.outcome].short}${ensemble ? `, ${inWords(ensemble)}` : ''}.`,
            ...(before ? [`The decision replaces the adoption of ${inWords(before.ensemble)}.`] : []),
            ...mixedVersions(decided.served ?? []).map(
              (words) => `The run holds verdicts of several versions. ${words}`
            ),
            ...(recommended.against
              ? [`The procedure recommends otherwise: ${verdictIn('en', computed.procedure.verdict)}`]
              : [])
          ].join('\n')
        );
      })
    );
}
