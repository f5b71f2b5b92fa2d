import { noticeTextIn } from '$lib/messages/library-text.ts';
import { sayIn } from '$lib/messages/say-in.ts';
import { ensembleOfRunIn, ensembleTextIn } from '$lib/alignment/report/ensemble-in-words.ts';
import type { BothBoards } from '$lib/alignment/succession/bridge.ts';
import { comparisonSeen } from '$lib/alignment/succession/succession-decisions.server.ts';
import type { SuccessionDetail } from '$lib/alignment/succession/succession-detail.server.ts';
import type { Succession, SuccessionCandidate } from '$lib/alignment/succession/succession.server.ts';
import { axisOf } from '$lib/components/scorer/leaderboard/leaderboard-axis.ts';
import { metricByName } from '$lib/scorer/suites/index.ts';
import { metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import { digitsOn } from '$lib/stats/writing/figures.ts';

/** A succession as the page shows it: scores on the metric's scale, axes of all pictures. */
export function shownSuccession(
  found: Succession,
  chosen: SuccessionCandidate | null,
  detail: SuccessionDetail | null,
  language: string
) {
  const { adoption, study, run, name, cost, margin, preregistered, confidence, candidates } = found;
  const { scale } = metricByName(adoption.metric);
  const range = scale.max - scale.min;
  const onScale = (share: number): number => scale.min + share * range;
  const digits = digitsOn(scale);
  const bothOf = ({ adopted, candidate, pairs, turned }: BothBoards) => {
    const rowsOf = (board: BothBoards['adopted']) =>
      board.rows.map(({ value, interval, ...row }) => ({
        ...{ ...row, value: onScale(value) },
        ...{ low: interval && onScale(interval[0]), high: interval && onScale(interval[1]) }
      }));
    const sides = [rowsOf(adopted), rowsOf(candidate)] as const;
    return { sides, pairs, turned, axis: axisOf(sides.flat(), digits) };
  };
  const all = detail?.bridge.all ?? null;
  const changes = detail
    ? detail.bridge.systems.map((one) => ({
        ...{ system: one.system, n: one.n, adopted: onScale(one.adopted), candidate: onScale(one.candidate) },
        ...changeOf(one, range)
      }))
    : [];
  const overall = all && {
    ...{ n: all.n, adopted: onScale(all.adopted), candidate: onScale(all.candidate), ...changeOf(all, range) }
  };
  const differences = [...candidates, ...(detail?.judges ?? [])].flatMap(({ difference }) => difference ?? []);
  return {
    ...{
      metric: adoption.metric,
      title: metricTitleIn(language, adoption.metric),
      digits,
      name: ensembleTextIn(language, name),
      cost,
      margin,
      preregistered,
      confidence,
      study,
      run: run.number
    },
    ...{ decidedAt: adoption.decidedAt, changed: adoption.validity.said.map((one) => sayIn(language, one)) },
    served: adoption.validity.served.map(({ judge, after }) => ({ judge, version: after.at(-1)?.version ?? null })),
    chosen: chosen?.key ?? null,
    seen: chosen ? comparisonSeen(found, chosen) : '',
    fit: chosen && {
      ...{ total: chosen.fit.total, apply: chosen.fit.apply },
      excluded: chosen.fit.excluded.map(({ reason, n }) => ({ reason, n }))
    },
    candidates: candidates.map(({ ensemble: _ensemble, fit: _fit, ...candidate }) => ({
      ...candidate,
      name: ensembleOfRunIn(language, candidate.name, candidate.run.number)
    })),
    axis: axisOf([
      { value: 0, low: -150 * margin, high: 0 },
      ...differences.map(({ value, interval }) => ({
        ...{ value: 100 * value, low: interval && 100 * interval[0], high: interval && 100 * interval[1] }
      }))
    ]),
    detail: detail && {
      ...{
        combined: detail.combined,
        judges: detail.judges,
        whyUncorrected: detail.whyUncorrected && noticeTextIn(language)(detail.whyUncorrected)
      },
      bridge: { changes, overall, axis: axisOf([...changes, ...(overall ? [overall] : []), zero], digits) },
      judged: bothOf(detail.bridge),
      corrected: detail.corrected && { ...bothOf(detail.corrected), by: detail.corrected.by }
    }
  };
}

const zero = { value: 0, low: null, high: null };

const changeOf = (
  { change, interval }: { change: number; interval: readonly [number, number] | null },
  range: number
) => ({ value: change * range, low: interval && interval[0] * range, high: interval && interval[1] * range });
