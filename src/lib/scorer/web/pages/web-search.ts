import type { EstimateLine } from '../../engine/estimate/estimate.ts';
import type { Metric } from '../../metric.ts';
import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../messages/message.ts';
import type { RunOptions } from '../../runs/run-options.ts';

/** Whether a run lets judges search under a metric, if they can. */
export const allowsSearch = (metric: Pick<Metric, 'searches'>, { webSearch }: Pick<RunOptions, 'webSearch'>): boolean =>
  metric.searches === true && webSearch === 'as-published';

/** Judges that can search under one metric of a run, by name. */
export interface SearchingJudges {
  metric: string;
  judges: string[];
}

/** Judges that can search, by metric, as one phrase; empty if no judge can. */
export const searchingInWords = (
  searching: readonly SearchingJudges[],
  titleOf: (metric: string) => string,
  words: Words<Messages['webSearch']>
): string =>
  searching.map(({ metric, judges }) => words.by({ metric: titleOf(metric), judges: judges.join(', ') })).join('; ');

/** The sentences of an estimate on web search: the calls that may search, the judges that cannot, and what is not included. */
export function searchesInWords(
  lines: readonly Pick<EstimateLine, 'metric' | 'judge' | 'calls' | 'webSearch'>[],
  titleOf: (metric: string) => string,
  words: Words<Messages['webSearch']>
): string[] {
  const phrase = (of: EstimateLine['webSearch']): string => {
    const groups = Map.groupBy(
      lines.filter(({ webSearch }) => webSearch === of),
      ({ metric }) => metric
    );
    const searching = [...groups].map(([metric, own]) => ({ metric, judges: own.map(({ judge }) => judge) }));
    return searchingInWords(searching, titleOf, words);
  };
  const calls = lines.reduce((sum, line) => sum + (line.webSearch === 'on' ? line.calls : 0), 0);
  const [on, unavailable] = [phrase('on'), phrase('unavailable')];
  return [
    ...(on === '' ? [] : [words.on({ what: on, calls })]),
    ...(unavailable === '' ? [] : [words.unavailable({ what: unavailable })])
  ];
}
