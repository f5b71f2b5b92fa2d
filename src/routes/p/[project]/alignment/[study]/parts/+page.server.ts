import type { PageServerLoad } from './$types';
import { withoutItems, type WithoutItems } from '$lib/alignment/items/items.ts';
import type { JudgeCheck } from '$lib/alignment/agreement/judges/judge-checks.ts';
import { partHeads, type ShownReport } from '$lib/components/alignment/report/report-heads.ts';
import { placeOfChosen, placeToOpen } from '$lib/alignment/ensembles/shown-candidates.ts';
import { ensembleInFewWords } from '$lib/alignment/report/rater-names.ts';
import type { StratumRow } from '$lib/components/alignment/agreement/StrataTable.svelte';
import { answer } from '../../../../../answer.ts';
import { askedAlignment, crumbsOf } from '../asked.ts';
import { notesFor } from '../notes.ts';
import { shownBreakdown, shownChoice } from '../shown-procedure.ts';

export const load: PageServerLoad = (event) =>
  answer(async () => {
    const asked = await askedAlignment(event, 'read-results');
    const { procedure } = asked;
    const report = withoutItems(asked.report);
    const { scale, short, target } = report.method;
    const best = placeOfChosen(asked.report, procedure);
    const place = placeToOpen(asked.report, event.url.searchParams.get('candidate'), best);
    const candidate = place === null ? null : report.candidates[place]!;
    return {
      crumbs: crumbsOf(asked, 'Errors and biases'),
      study: { number: asked.study.number, name: asked.study.name },
      short,
      target,
      says: notesFor(scale.level),
      selected: place,
      best,
      labels: scale.level === 'binary' ? [...scale.labels] : null,
      nominal: scale.level === 'nominal',
      stats: candidate ? statsOf(candidate, `candidates.${place}`, report.method) : [],
      candidate: candidate && {
        words: ensembleInFewWords(candidate, report.judges),
        confusion: candidate.confusion,
        asked: candidate.asked,
        n: candidate.agreement.n,
        dropped: candidate.dropped,
        halved: candidate.halved,
        strata: strataRows(report, place!)
      },
      chosen: shownChoice(procedure, report.judges).rows.find((row) => row.chosen)?.name ?? '',
      breakdown: shownBreakdown(procedure, event.url.searchParams.has('queries')),
      checks: withoutItems(procedure.judges) as WithoutItems<JudgeCheck>[],
      heads: partHeads(report, procedure, place)
    };
  });

const strata: Record<string, string> = {
  'all-agree': 'Items on which the judges agree',
  'some-differ': 'Items on which they differ'
};

function strataRows(report: ShownReport, place: number): StratumRow[] {
  const candidate = report.candidates[place]!;
  const path = `candidates.${place}`;
  const whole = { items: null, rated: null, standsFor: null };
  return [
    ...candidate.strata.map(({ stratum, agreement }, i) => {
      const { items, rated, standsFor } = report.scope.strata[i]!;
      return {
        name: strata[stratum] ?? stratum,
        path: `${path}.strata.${i}.agreement`,
        items,
        rated,
        standsFor,
        agreement
      };
    }),
    { ...whole, name: 'All, as sampled', path: `${path}.agreement`, agreement: candidate.agreement },
    { ...whole, name: 'All, weighted to the run', path: `${path}.weighted`, agreement: candidate.weighted }
  ];
}

/** The figures of the shown candidate below its table, by name. */
function statsOf(
  candidate: ShownReport['candidates'][number],
  path: string,
  { kappa, ac, short }: ShownReport['method']
) {
  const { sensitivity, specificity, ac1 } = candidate;
  const onScores = candidate.beside.some(({ key }) => key === 'linear-kappa');
  return [
    { name: short === 'agreement' ? 'Agreement' : kappa, figure: candidate.agreement, path: `${path}.agreement` },
    ...(sensitivity ? [{ name: 'Sensitivity', figure: sensitivity, path: `${path}.sensitivity` }] : []),
    ...(specificity ? [{ name: 'Specificity', figure: specificity, path: `${path}.specificity` }] : []),
    ...(onScores ? [] : [{ name: kappa, figure: candidate.kappa, path: `${path}.kappa` }]),
    ...(ac1 && ac ? [{ name: ac, figure: ac1, path: `${path}.ac1` }] : []),
    ...candidate.beside.map(({ name, figure }, i) => ({ name, figure, path: `${path}.beside.${i}.figure` })),
    { name: 'With one annotator', figure: candidate.withOnePerson, path: `${path}.withOnePerson` },
    { name: 'Coverage', figure: candidate.coverage, path: `${path}.coverage` }
  ];
}
