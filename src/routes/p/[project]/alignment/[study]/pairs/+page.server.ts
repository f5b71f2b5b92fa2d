import type { PageServerLoad } from './$types';
import { withoutItems } from '$lib/alignment/items.ts';
import type { AlignmentReport } from '$lib/alignment/report.ts';
import { eitherHead, pairsHead, preferencesHead } from '$lib/components/alignment/headlines.ts';
import type { PairGroup, PairRow } from '$lib/components/alignment/PairTable.svelte';
import { answer } from '../../../../../answer.ts';
import { askedStudy, crumbsOf } from '../asked.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const asked = askedStudy(event, 'read-results');
    const report = withoutItems(asked.report);
    const { either, preferences } = report;
    return {
      crumbs: crumbsOf(asked, 'Two by two'),
      study: { number: asked.study.number, name: asked.study.name },
      judges: report.judges.length,
      pairs: pairGroups(report),
      either: either.map((pair, place) => ({ ...pair, place })).filter((pair) => pair.either.n > 0),
      allJudgesAgree: report.allJudgesAgree,
      preferences,
      heads: {
        pairs: pairsHead(
          report.humans.pooled.equal,
          report.judgePairs.map(({ equal }) => equal)
        ),
        either: eitherHead(either.map(({ bothWrong }) => bothWrong)),
        preferences: preferencesHead(preferences.n, preferences.judges)
      }
    };
  });

type Shown = ReturnType<typeof withoutItems<AlignmentReport>>;

function pairGroups(report: Shown): PairGroup[] {
  const { pooled, pairs } = report.humans;
  const rows = (of: Shown['judgePairs'], path: string): PairRow[] =>
    of
      .map(({ a, b, equal, kappa, ac1, differ }, i) => ({
        name: b.kind === 'people' ? a.name : `${a.name} and ${b.name}`,
        path: `${path}.${i}`,
        equal,
        kappa,
        ac1,
        differ
      }))
      .filter(({ equal }) => equal.n > 0);
  return [
    {
      title: 'People among themselves',
      rows:
        pooled.equal.n > 0
          ? [
              { ...pooled, name: 'One person and another', path: 'humans.pooled', pooled: true },
              ...rows(pairs, 'humans.pairs')
            ]
          : []
    },
    { title: 'Judges and the majority of people', rows: rows(report.judgesWithMajority, 'judgesWithMajority') },
    { title: 'Judges and single people', rows: rows(report.judgesWithPeople, 'judgesWithPeople') },
    { title: 'Judges among themselves, all items', rows: rows(report.judgePairs, 'judgePairs') }
  ].filter((group) => group.rows.length > 0);
}
