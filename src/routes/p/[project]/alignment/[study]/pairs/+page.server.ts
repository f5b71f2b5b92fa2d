import type { PageServerLoad } from './$types';
import { withoutItems } from '$lib/alignment/items/items.ts';
import { labelNoiseInWords } from '$lib/alignment/agreement/label-noise.ts';
import { runAgreement } from '$lib/alignment/agreement/judges/run-agreement.server.ts';
import { metricOf } from '$lib/alignment/units/metric.ts';
import { sampledUnequally } from '$lib/alignment/procedure/warnings.ts';
import { placeOfChosen } from '$lib/alignment/ensembles/shown-candidates.ts';
import { pairHeads, type ShownReport, singleJudges } from '$lib/components/alignment/report/report-heads.ts';
import type { PairGroup, PairRow } from '$lib/components/alignment/agreement/PairTable.svelte';
import { raterMatrix } from '$lib/alignment/report/rater-matrix.ts';

import type { Messages } from '$lib/messages/catalogues/en/index.ts';
import type { Words } from '$lib/messages/message.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer } from '../../../../../answer.ts';
import { askedAlignment, crumbsOf } from '../asked.ts';
import { noiseWordsIn } from '../shown-procedure.ts';
import { figureNames, namedIn } from '../figure-names.ts';
import { headlineWordsIn } from '../heads-in.ts';
import { notesFor } from '../notes.ts';
import { shownConsensus } from '../shown-consensus.ts';

/** Beyond so many people and judges a table of all with all would not fit. */
const mostInMatrix = 24;

export const load: PageServerLoad = (event) =>
  answer(async () => {
    const asked = await askedAlignment(event, 'read-results');
    const report = withoutItems(asked.report);
    const { language } = event.locals;
    const words = messagesIn(language, 'pairsPage');
    const { either, preferences } = report;
    return {
      crumbs: crumbsOf(asked, language, words.title),
      study: { number: asked.study.number, name: asked.study.name },
      judges: report.judges.length,
      judgesLabelled: report.judges,
      people: report.people,
      items: report.scope.items,
      withoutValue: [...(report.method.scale.withoutValue ?? [])],
      pairs: pairGroups(report, words),
      begun: report.scope.rated > 0,
      matrix: report.people.length + report.judges.length > mostInMatrix ? null : raterMatrix(report),
      pooled: report.humans.pooled.agreement,
      withOnePerson: singleJudges(report),
      overlapping: report.scope.overlapping,
      ceiling: { ...report.ceiling, figures: namedIn(language, report.ceiling.figures) },
      noise: labelNoiseInWords(asked.procedure.noise, asked.procedure.analysisPlan, noiseWordsIn(language)),
      consensus: shownConsensus(
        asked.report,
        [placeOfChosen(asked.report, asked.procedure)],
        event.url.searchParams.get('candidate'),
        language
      ),
      says: notesFor(report, messagesIn(language, 'reportNotes')),
      names: figureNames(language, report.method),
      binary: report.method.scale.level === 'binary',
      either: either.map((pair, place) => ({ ...pair, place })).filter((pair) => pair.either.n > 0),
      allJudgesAgree: report.allJudgesAgree,
      overRun: runAgreement(event.locals.db, asked.reading, asked.study.id, asked.run?.id),
      preferences,
      heads: pairHeads(report, headlineWordsIn(language))
    };
  });

function pairGroups(report: ShownReport, words: Words<Messages['pairsPage']>): PairGroup[] {
  const { pooled, pairs } = report.humans;
  const unequal = sampledUnequally(report);
  const rows = (of: ShownReport['judgePairs'], path: string): PairRow[] =>
    of
      .map(({ a, b, agreement, weighted, equal, kappa, ac1, differ }, i) => ({
        name: b.kind === 'people' ? a.name : words.pair({ a: a.name, b: b.name }),
        path: `${path}.${i}`,
        agreement,
        weighted: unequal ? weighted : null,
        equal,
        kappa,
        ac1,
        differ
      }))
      .filter(({ equal }) => equal.n > 0);
  const groups = [
    {
      title: words.amongPeople,
      rows:
        pooled.equal.n > 0
          ? [
              {
                ...pooled,
                weighted: unequal ? pooled.weighted : null,
                name: words.people,
                path: 'humans.pooled',
                pooled: true
              },
              ...rows(pairs, 'humans.pairs')
            ]
          : []
    },
    {
      title: words.withTogether({ together: metricOf(report.method.scale).together }),
      rows: rows(report.judgesWithMajority, 'judgesWithMajority')
    },
    { title: words.withPeople, rows: rows(report.judgesWithPeople, 'judgesWithPeople') },
    { title: words.amongJudges, rows: rows(report.judgePairs, 'judgePairs') }
  ].filter((group) => group.rows.length > 0);
  return groups.map(({ title, rows: all }) => ({
    title: all.length > most ? words.first({ title, n: most, total: all.length }) : title,
    rows: all.slice(0, most)
  }));
}

/** With a crowd of people pairs are hundreds: beyond so many a page does not list them. */
const most = 60;
