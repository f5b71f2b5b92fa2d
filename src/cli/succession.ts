import { InvalidArgumentError, Option, type Command } from 'commander';
import type { PlacedSystem } from '../lib/alignment/succession/bridge.ts';
import type { SuccessionDetail } from '../lib/alignment/succession/succession-detail.server.ts';
import type { Succession, SuccessionCandidate } from '../lib/alignment/succession/succession.server.ts';
import { refuse } from '../lib/errors.ts';
import type { SuccessionRecord } from '../lib/exchange/export/succession/succession-files.server.ts';
import type { ProjectGrant } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';
import { confidenceLevel, dollars, interval, many, proportion } from '../lib/stats/writing/figures.ts';
import { signedProportion } from '../lib/stats/writing/signed-proportion.ts';
import { fitInWords } from '../lib/studies/labels/label-fit.ts';
import { checkOutput, writeFile } from './leaving.ts';
import { printJson } from './outcome.ts';
import { asJson, inProject, withPlace, type StudyPlace } from './study-place.ts';
import { textTable } from './table.ts';
import { thingNumber } from './typed-number.ts';

interface SuccessionOptions extends StudyPlace {
  margin?: number;
  candidate?: number;
  decide?: 'switch' | 'keep' | 'collect';
  reason?: string;
  output?: string;
}

const points = (text: string): number => {
  const value = Number(text);
  if (!(value > 0 && value < 100)) throw new InvalidArgumentError('Enter points from 0 to 100.');
  return value / 100;
};

/** Candidates for the succession of adopted judges, and the decision on one of them: the page, with the same refusals. */
export function addSuccession(program: Command): void {
  withPlace(program.command('succession'))
    .description(
      'Compare candidates with the adopted judges of a metric on the labels that still apply, and decide on a successor.'
    )
    .argument('<metric>', 'metric with adopted judges')
    .option(
      '--margin <points>',
      'non-inferiority margin for agreement, in points (default: as preregistered, else 5)',
      points
    )
    .option(
      '--candidate <n>',
      'candidate to compare leaderboards for, by its number in the list (default: the first)',
      thingNumber('a candidate in the list')
    )
    .addOption(new Option('--decide <decision>', 'decision about the candidate').choices(['switch', 'keep', 'collect']))
    .option('--reason <text>', 'reason for the decision; it is recorded')
    .option('--output <file>', 'write the comparison to NAME.csv, NAME.leaderboards.csv or NAME.json, with a signature')
    .addOption(asJson())
    .addHelpText(
      'after',
      `
Candidates are judges of other runs on the same reports, and single judges of the adopted run. Leaderboards use the adopted
judges until a lead decides to switch.

Examples:
  $ voirdire succession coverage --project heat
  $ voirdire succession coverage --project heat --margin 3 --json
  $ voirdire succession coverage --project heat --output coverage.leaderboards.csv`
    )
    .action((metric: string, options: SuccessionOptions) =>
      inProject(options, async ({ db, manage, reading }) => {
        const { successionOf } = await import('../lib/alignment/succession/succession.server.ts');
        const { successionDetail } = await import('../lib/alignment/succession/succession-detail.server.ts');
        const { decideSuccession, successionsOf } =
          await import('../lib/alignment/succession/succession-decisions.server.ts');
        const { metricByName } = await import('../lib/scorer/suites/index.ts');
        const write = options.output === undefined ? null : await fileWriter(options.output);
        const found = successionOf(db, reading, metric, options.margin ?? null);
        const named = options.candidate ?? (options.decide === undefined ? 1 : undefined);
        if (named === undefined) refuse.invalid('No decision was recorded. Specify the candidate with --candidate.');
        const candidate = found.candidates[named! - 1];
        if (candidate === undefined && options.candidate !== undefined)
          refuse.invalid(`There is no candidate ${named}: ${many(found.candidates.length, 'candidate')} found.`);
        const detail = candidate ? successionDetail(db, reading, found, candidate) : null;
        const decided =
          candidate && options.decide !== undefined
            ? decideSuccession(db, manage, {
                ...{ metric, candidate: candidate.key, margin: found.margin },
                ...{ decision: options.decide, reason: options.reason ?? '' }
              })
            : null;
        await write?.(db, reading, {
          ...{ found, chosen: candidate ?? null, detail, decisions: successionsOf(db, reading, metric) },
          scale: metricByName(metric).scale
        });
        if (options.json) return printJson({ ...asData(found), candidate: candidate?.key ?? null, ...detail, decided });
        console.log([...inWords(found), ...(candidate && detail ? bridgeInWords(candidate, detail) : [])].join('\n'));
        if (decided && candidate)
          console.log(
            `\nDecision recorded: ${decided.decision === 'switch' ? `${candidate.name} is now adopted` : decided.decision === 'keep' ? 'the adopted judges are kept' : 'collect more labels'}.`
          );
      })
    );
}

/**
 * Writes a comparison to a file of the kind that its name ends in.
 *
 * @throws Refusal for another ending, or the error of a file that cannot be written, before anything is decided
 */
async function fileWriter(path: string) {
  const { successionFiles } = await import('../lib/exchange/export/succession/succession-files.server.ts');
  const kinds = Object.keys(successionFiles).sort((a, b) => b.length - a.length);
  const kind =
    kinds.find((one) => path.endsWith(`.${one}`)) ??
    refuse.invalid(`No file was written. Supported extensions: ${kinds.map((one) => `.${one}`).join(', ')}.`);
  checkOutput(path);
  return (db: Db, reading: ProjectGrant<'read-results'>, shown: SuccessionRecord): Promise<void> =>
    writeFile(
      db,
      reading,
      { entity: 'adoption', entityId: shown.found.adoption.id },
      path,
      successionFiles[kind]!.write(shown),
      `succession.${kind}`
    );
}

const asData = ({ adoption, study, run, name, margin, preregistered, confidence, cost, candidates }: Succession) => ({
  ...{ metric: adoption.metric, adoption: adoption.id, study: study.number, run: run.number, adopted: name },
  ...{ reopened: adoption.validity.changed, margin, preregistered, confidence, cost },
  candidates: candidates.map(({ ensemble, ...one }) => ({ ...one, run: one.run.number, ...ensemble }))
});

function inWords({ adoption, study, run, name, margin, preregistered, confidence, candidates }: Succession): string[] {
  const header = [
    '',
    'candidate',
    'result',
    'agreement',
    'difference',
    `${confidenceLevel(confidence)} CI`,
    'worse',
    'better',
    'n',
    'per 1,000'
  ];
  return [
    `${name}, adopted for ${adoption.metric} on study ${study.number}, run ${run.number}. Margin −${proportion(margin)}${preregistered ? ', preregistered' : ''}.`,
    ...adoption.validity.changed,
    '',
    ...(candidates.length === 0
      ? ['No candidates yet. Score the same reports in another run with other judges or a newer version.']
      : [
          textTable(
            header,
            candidates.map((one, i) => [
              ...[String(i + 1), one.name, one.result, proportion(one.candidate)],
              one.difference ? signedProportion(one.difference.value) : '–',
              one.difference?.interval ? interval(...one.difference.interval) : '–',
              ...[one.worse, one.better, one.n].map(String),
              one.cost.perThousandItems === null ? 'unknown' : dollars(one.cost.perThousandItems)
            ]),
            header.map((_, i) => (i === 1 || i === 2 ? 'left' : 'right'))
          )
        ])
  ];
}

const combinedInWords: Record<SuccessionDetail['combined'], string> = {
  items: 'Items combined by each ensemble’s rule.',
  scores: 'Scores of the judges combined by report.'
};

function bridgeInWords(
  { name, fit }: SuccessionCandidate,
  { bridge, combined, corrected }: SuccessionDetail
): string[] {
  const { systems, all, adopted, candidate, pairs, turned } = bridge;
  const rankIn = (board: readonly PlacedSystem[], system: string): string => {
    const { from, to } = board.find((one) => one.system === system)!;
    return from === to ? String(from) : `${from}–${to}`;
  };
  const changes = [
    ...systems.map((one) => ({
      ...one,
      ranks: [rankIn(adopted.rows, one.system), rankIn(candidate.rows, one.system)]
    })),
    ...(all ? [{ ...all, system: 'all systems', ranks: ['', ''] }] : [])
  ];
  return [
    '',
    `Leaderboard bridge to ${name}, as proportions of the scale. ${combinedInWords[combined]} ${fitInWords(fit)}.`,
    textTable(
      ['system', 'rank', 'adopted', 'rank', 'candidate', 'change', '95% CI', 'reports'],
      changes.map((one) => [
        ...[one.system, one.ranks[0]!, proportion(one.adopted), one.ranks[1]!, proportion(one.candidate)],
        signedProportion(one.change),
        one.interval ? interval(...one.interval) : '–',
        String(one.n)
      ]),
      ['left', ...Array.from({ length: 7 }, () => 'right' as const)]
    ),
    `${pairs.both} of ${many(pairs.all, 'pair')} of systems distinguishable with both ensembles; ${pairs.kept} in the same order.`,
    ...turned.map(({ better, worse }) => `${better} and ${worse} change order.`),
    ...(corrected
      ? [
          `Corrected by labels (${corrected.by}): ${corrected.pairs.both} of ${many(corrected.pairs.all, 'pair')} distinguishable with both ensembles; ${corrected.pairs.kept} in the same order.`
        ]
      : [])
  ];
}
