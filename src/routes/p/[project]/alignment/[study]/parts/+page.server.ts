import type { PageServerLoad } from './$types';
import { withoutItems, type WithoutItems } from '$lib/alignment/items/items.ts';
import { confusionIn } from '$lib/alignment/units/value-words.ts';
import type { JudgeCheck } from '$lib/alignment/agreement/judges/judge-checks.ts';
import { partHeads, type ShownReport } from '$lib/components/alignment/report/report-heads.ts';
import { placeOfChosen, placeToOpen } from '$lib/alignment/ensembles/shown-candidates.ts';
import { ensembleInFewWordsIn } from '$lib/alignment/report/ensemble-in-words.ts';
import type { StratumRow } from '$lib/components/alignment/agreement/StrataTable.svelte';
import type { Messages } from '$lib/messages/catalogues/en/index.ts';
import type { Words } from '$lib/messages/message.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer } from '../../../../../answer.ts';
import { askedAlignment, crumbsOf } from '../asked.ts';
import { figureNames, namedIn } from '../figure-names.ts';
import { headlineWordsIn } from '../heads-in.ts';
import { notesFor } from '../notes.ts';
import { shownBreakdown, shownChoice } from '../shown-procedure.ts';

export const load: PageServerLoad = (event) =>
  answer(async () => {
    const asked = await askedAlignment(event, 'read-results');
    const { procedure } = asked;
    const { language } = event.locals;
    const words = messagesIn(language, 'partsPage');
    const report = withoutItems(asked.report);
    const { scale, short, target } = report.method;
    const best = placeOfChosen(asked.report, procedure);
    const place = placeToOpen(asked.report, event.url.searchParams.get('candidate'), best);
    const candidate = place === null ? null : report.candidates[place]!;
    return {
      crumbs: crumbsOf(asked, language, words.title),
      study: { number: asked.study.number, name: asked.study.name },
      short,
      target,
      says: notesFor(report, messagesIn(language, 'reportNotes')),
      selected: place,
      best,
      labels: scale.level === 'binary' ? [...scale.labels] : null,
      nominal: scale.level === 'nominal',
      stats: candidate ? statsOf(candidate, `candidates.${place}`, report.method, words, language) : [],
      candidate: candidate && {
        words: ensembleInFewWordsIn(language, candidate, report.judges),
        confusion: confusionIn(language, scale, candidate.confusion),
        asked: candidate.asked,
        n: candidate.agreement.n,
        dropped: candidate.dropped,
        halved: candidate.halved,
        strata: strataRows(report, place!, words)
      },
      chosen: shownChoice(procedure, report.judges, language).rows.find((row) => row.chosen)?.name ?? '',
      breakdown: shownBreakdown(procedure, event.url.searchParams.has('queries')),
      checks: withoutItems(procedure.judges) as WithoutItems<JudgeCheck>[],
      heads: partHeads(report, procedure, place, headlineWordsIn(language))
    };
  });

type PartWords = Words<Messages['partsPage']>;

function strataRows(report: ShownReport, place: number, words: PartWords): StratumRow[] {
  const strata: Record<string, string> = { 'all-agree': words.alike, 'some-differ': words.apart };
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
    { ...whole, name: words.allSampled, path: `${path}.agreement`, agreement: candidate.agreement },
    { ...whole, name: words.allWeighted, path: `${path}.weighted`, agreement: candidate.weighted }
  ];
}

/** The figures of the shown candidate below its table, by name. */
function statsOf(
  candidate: ShownReport['candidates'][number],
  path: string,
  method: ShownReport['method'],
  words: PartWords,
  language: string
) {
  const { kappa, ac } = figureNames(language, method);
  const { sensitivity, specificity, ac1 } = candidate;
  const onScores = candidate.beside.some(({ key }) => key === 'linear-kappa');
  return [
    {
      name: method.short === 'agreement' ? words.agreement : kappa,
      figure: candidate.agreement,
      path: `${path}.agreement`
    },
    ...(sensitivity ? [{ name: words.sensitivityName, figure: sensitivity, path: `${path}.sensitivity` }] : []),
    ...(specificity ? [{ name: words.specificityName, figure: specificity, path: `${path}.specificity` }] : []),
    ...(onScores ? [] : [{ name: kappa, figure: candidate.kappa, path: `${path}.kappa` }]),
    ...(ac1 && ac ? [{ name: ac, figure: ac1, path: `${path}.ac1` }] : []),
    ...namedIn(language, candidate.beside).map(({ name, figure }, i) => ({
      name,
      figure,
      path: `${path}.beside.${i}.figure`
    })),
    { name: words.withOne, figure: candidate.withOnePerson, path: `${path}.withOnePerson` },
    { name: words.coverage, figure: candidate.coverage, path: `${path}.coverage` }
  ];
}
