import type { CorrectedMetric } from '$lib/alignment/corrected/corrected.ts';
import { correctedColumns } from '$lib/alignment/corrected/corrected.ts';
import { ensembleTextIn } from '$lib/alignment/report/ensemble-in-words.ts';
import { correctionHead, correctionNotes, errorsSaid } from '$lib/alignment/corrected/corrected-words.ts';
import type { ShownCorrection } from '$lib/components/alignment/corrected/CorrectedMetric.svelte';
import type { CorrectedRow } from '$lib/components/alignment/corrected/CorrectedScores.svelte';
import { sayIn } from '$lib/messages/say-in.ts';
import { libraryTextIn, type LibraryText } from '$lib/messages/library-text.ts';
import { metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import { axisOf } from '$lib/components/scorer/leaderboard/leaderboard-axis.ts';

/** More pairs of systems than this are only counted. */
const MOST_PAIRS = 45;

/** Corrected scores as the page shows them; null if no ensemble is adopted for any metric of the run. */
export function correctedOf(metrics: readonly CorrectedMetric[], hrefOf: (system: string) => string, language: string) {
  const say = libraryTextIn(language);
  const titleOf = (name: string): string => metricTitleIn(language, name);
  if (metrics.every(({ by }) => by === null)) return null;
  return {
    metrics: metrics.flatMap((one): ShownCorrection[] => {
      if (one.why !== null) return [];
      const { metric, by, systems, errors, orders } = one;
      const rows = systems.map((row): CorrectedRow => ({
        system: row.system,
        href: hrefOf(row.system),
        labelled: row.labelled,
        queries: row.queries,
        units: row.units,
        scores: correctedColumns.map(({ key, name }) => ({
          name: say(name),
          figure: {
            value: row[key].value,
            low: row[key].low,
            high: row[key].high,
            reason: saidOrNull(row[key].reason, say)
          },
          top: orders[key].top.includes(row.system)
        }))
      }));
      const figures = rows.flatMap(({ scores }) => scores.map(({ figure }) => figure));
      const by2 = orders.ppi.systems.length > 1 ? orders.ppi : orders.roganGladen;
      return [
        {
          metric,
          title: titleOf(metric),
          by: {
            ...by,
            ensemble: ensembleTextIn(language, by.ensemble),
            changed: by.said.map((change) => sayIn(language, change))
          },
          head: sayIn(language, correctionHead(one)),
          errors: sayIn(language, errorsSaid(errors)),
          notes: correctionNotes(one).map(({ warns, text }) => ({ warns, text: say(text) })),
          rows,
          axis: axisOf(figures),
          pairsBy: by2 === orders.ppi ? 'PPI++' : 'Rogan–Gladen',
          pairs: by2.pairs.length > MOST_PAIRS ? [] : by2.pairs
        }
      ];
    }),
    others: metrics.flatMap(({ metric, why }) => (why === null ? [] : [{ title: titleOf(metric), why: say(why) }]))
  };
}

const saidOrNull = (reason: string | null | undefined, say: LibraryText): string | null =>
  reason ? say(reason) : null;
