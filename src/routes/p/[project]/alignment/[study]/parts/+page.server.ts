import type { PageServerLoad } from './$types';
import { withoutItems, type WithoutItems } from '$lib/alignment/items.ts';
import type { JudgeCheck } from '$lib/alignment/judge-checks.ts';
import type { AlignmentReport } from '$lib/alignment/report.ts';
import { breakdownHead, checksHead, strataHead } from '$lib/components/alignment/headlines.ts';
import { ensembleInFewWords } from '$lib/components/alignment/rater-names.ts';
import type { StratumRow } from '$lib/components/alignment/StrataTable.svelte';
import { answer } from '../../../../../answer.ts';
import { askedStudy, crumbsOf } from '../asked.ts';
import { askedPlace, chosenPlace } from '../choices.ts';
import { notesFor } from '../notes.ts';
import { shownBreakdown, shownChoice } from '../shown-procedure.ts';

export const load: PageServerLoad = (event) =>
  answer(async () => {
    const asked = await askedStudy(event, 'read-results');
    const { procedure } = asked;
    const report = withoutItems(asked.report);
    const { scale, short, target } = report.method;
    const place =
      askedPlace(event.url.searchParams.get('candidate'), asked.report) ??
      chosenPlace(asked) ??
      (report.candidates.length > 0 ? 0 : null);
    const candidate = place === null ? null : report.candidates[place]!;
    return {
      crumbs: crumbsOf(asked, 'Where it falls short'),
      study: { number: asked.study.number, name: asked.study.name },
      short,
      target,
      says: notesFor(scale.level),
      candidate: candidate && {
        words: ensembleInFewWords(candidate, report.judges),
        strata: strataRows(report, place!)
      },
      chosen: shownChoice(procedure, report.judges).rows.find((row) => row.chosen)?.name ?? '',
      breakdown: shownBreakdown(procedure, event.url.searchParams.has('queries')),
      checks: withoutItems(procedure.judges) as WithoutItems<JudgeCheck>[],
      heads: {
        strata: candidate ? strataHead(candidate.strata) : '',
        breakdown: procedure.breakdown
          ? breakdownHead(procedure.breakdown.categories, procedure.breakdown.queries)
          : '',
        checks: checksHead(procedure.judges)
      }
    };
  });

type Shown = ReturnType<typeof withoutItems<AlignmentReport>>;

const strata: Record<string, string> = { 'all-agree': 'Where the judges agree', 'some-differ': 'Where they differ' };

function strataRows(report: Shown, place: number): StratumRow[] {
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
