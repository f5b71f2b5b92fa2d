import { anchorSetSize, detectableLoss } from '$lib/alignment/monitoring/anchor-set-size.ts';
import type { StoredLook, StoredSet } from '$lib/alignment/monitoring/anchor-sets.server.ts';
import type { SetState } from '$lib/alignment/monitoring/checks.server.ts';
import { hasVerdicts, type LookFigures } from '$lib/alignment/monitoring/drift.ts';
import { changeInWords, driftResults } from '$lib/alignment/monitoring/look-words.ts';
import { servedChangeIn } from '$lib/alignment/monitoring/served-changes.ts';
import { timeChart, type ChartedLook } from '$lib/alignment/monitoring/time-chart.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import { proportion } from '$lib/stats/writing/figures.ts';

const figuresOf = (look: StoredLook): LookFigures => look.figures as unknown as LookFigures;

/** Result of a check that no judge answered. */
export const withoutVerdicts = { name: 'unanswered', tone: 'warn' } as const;

/** A row of the ledger as the page shows it. */
function shownLook(look: StoredLook, run: number | null, language: string) {
  // Shown for a version that the provider did not name.
  const unnamed = messagesIn(language, 'checkLedger').noVersion;
  const figures = figuresOf(look);
  const { change } = figures;
  return {
    ...{ number: look.number, at: look.at, run, sequence: look.sequence },
    changed: look.changed.map((change) => servedChangeIn(language, change)),
    /** Judges that were served another version: what stands before the colon of each change. */
    who: [...new Set(look.changed.map((change) => change.slice(0, change.indexOf(': ')).split(', ')[0]!))],
    result: hasVerdicts(look) ? driftResults[look.result] : withoutVerdicts,
    /** Person who requested it; null by schedule. */
    askedBy: look.trigger === 'schedule' ? null : look.askedByName,
    versions: [...new Set(look.versions.map(({ version }) => version ?? unnamed))],
    ...{ n: figures.n, of: figures.of, flips: figures.flips },
    agreement: proportion(figures.agreement),
    change: change === null ? '–' : changeInWords(change),
    cost: look.cost
  };
}

/**
 * A set with its ledger and chart, as the page shows it.
 *
 * @param language of the reader
 */
export function shownSet(set: StoredSet, state: SetState, runNumbers: ReadonlyMap<string, number>, language: string) {
  const queries = new Set(set.items.map(({ query }) => query)).size;
  const perQuery = set.items.length / queries;
  const adopted = set.items.reduce((sum, { agreement }) => sum + agreement, 0) / set.items.length;
  const charted = state.looks.map((look): ChartedLook => {
    const { agreement, adopted: then, change, flips, n } = figuresOf(look);
    return {
      ...{ number: look.number, at: look.at, sequence: look.sequence, changed: look.changed.length > 0 },
      single: agreement === null || then === null ? null : agreement - then,
      value: change?.value ?? null,
      interval: change?.interval ?? null,
      flips: n === 0 ? null : flips / n,
      versions: look.versions
    };
  });
  return {
    ...{
      number: set.number,
      metric: metricTitleIn(language, set.metric),
      name: set.metric,
      hash: set.hash,
      seed: set.seed
    },
    ...{ at: set.createdAt, by: set.createdByName, items: set.items.length, available: set.available, queries },
    ...{
      loss: set.loss,
      flips: set.flips,
      candidates: set.candidates,
      everyDays: set.everyDays,
      adopted: proportion(adopted)
    },
    finds: detectableLoss(set.items.length, { perQuery, candidates: set.candidates }),
    size: anchorSetSize({ loss: set.loss, perQuery, candidates: set.candidates }),
    ...{
      closed: state.closed,
      adoptedAt: state.adoptedAt,
      due: state.due,
      drift: state.drift,
      underWay: state.underWay?.number ?? null
    },
    looks: state.looks.map((look) => shownLook(look, runNumbers.get(look.runId) ?? null, language)).reverse(),
    chart: charted.length === 0 ? null : timeChart(charted, set, messagesIn(language, 'checkLedger').noVersion)
  };
}
