import { dollars } from '../lib/stats/writing/figures.ts';
import { messagesIn } from '../lib/messages/words.ts';
import { expectedOfPromptCache } from '../lib/scorer/engine/estimate/prompt-cache.ts';
import { sinceInWords } from '../lib/scorer/engine/estimate/since-run.ts';
import type { RunEstimate } from '../lib/scorer/engine/estimate/estimate.ts';
import type { TokenPrice } from '../lib/scorer/runs/run-options.ts';
import { makerByName } from '../lib/scorer/making/makers.ts';
import { findMetric } from '../lib/scorer/suites/index.ts';
import { searchesInWords } from '../lib/scorer/web/pages/web-search.ts';
import { clockOfSeconds } from './drive.ts';
import { textTable } from './table.ts';

const number = (n: number): string => n.toLocaleString('en');
const many = (n: number, one: string): string => `${n.toLocaleString('en')} ${n === 1 ? one : `${one}s`}`;

/** Title of a metric of a run, or of the maker of a making run. */
const titleOf = (name: string): string => findMetric(name)?.title ?? makerByName(name).title;

/** Estimate of a run's calls, time and cost, for people. */
export function estimateText(
  {
    lines,
    calls,
    known,
    inputTokens,
    outputTokens,
    cost,
    unpriced,
    notes,
    pages,
    searches,
    searchCost,
    seconds,
    promptCache,
    since
  }: RunEstimate,
  prices: Readonly<Record<string, TokenPrice>>
): string {
  const caches = expectedOfPromptCache(promptCache, messagesIn('en', 'promptCache'));
  const fee = searchCost === null ? ' with unknown price' : searchCost > 0 ? ` for ${dollars(searchCost)}` : '';
  const searched = searches > 0 ? `, up to ${number(searches)} ${searches === 1 ? 'search' : 'searches'}${fee}` : '';
  const compared = since === null ? [] : [sinceInWords(since, messagesIn('en', 'sinceRun'))];
  if (calls === 0) {
    const told =
      known > 0
        ? `${known === 1 ? 'The only call is' : `All ${number(known)} calls are`} answered by earlier runs: ${searchCost === 0 ? 'the run is free' : 'they are free'}${searched}.`
        : `The run calls no language model${searchCost === 0 ? ' and is free' : ''}${searched}.`;
    return [...compared, told, ...notes].join('\n');
  }
  const header = ['metric', 'judge', 'calls', 'input tokens', 'output tokens', 'cost'];
  const rows = lines.map((line) => [
    line.metric,
    line.judge,
    number(line.calls),
    number(line.inputTokens),
    number(line.outputTokens),
    line.cost === null ? '–' : dollars(line.cost)
  ]);
  const dated = [...new Set(Object.values(prices).flatMap(({ asOf }) => asOf ?? []))];
  const without = unpriced.join(', ');
  const priced =
    unpriced.length === 0
      ? `about ${dollars(cost)}`
      : cost === 0
        ? `cost unknown (no price of ${without})`
        : `about ${dollars(cost)} without ${without} (unknown price)`;
  return [
    ...compared,
    textTable(
      header,
      rows,
      header.map((_, at) => (at < 2 ? 'left' : 'right'))
    ),
    '',
    `${many(calls, 'call')}, ${number(inputTokens)} input tokens and ${number(outputTokens)} output tokens, ${priced}, about ${clockOfSeconds(seconds)}${pages > 0 ? `, ${many(pages, 'web page')}` : ''}${searched}.`,
    ...(caches === null ? [] : [caches]),
    ...notes,
    ...searchesInWords(lines, titleOf, messagesIn('en', 'webSearch')),
    ...(dated.length > 0 ? [`List prices of ${dated.join(' and ')}; set other prices with --price.`] : []),
    lines.some(({ observed }) => !observed)
      ? 'Output tokens and time are assumptions for judges without earlier calls.'
      : 'Output tokens and time are based on earlier calls.',
    ...(known > 0
      ? [
          `${many(known, 'further call')} ${known === 1 ? 'is' : 'are'} answered by an earlier run or another call of this run and free.`
        ]
      : [])
  ].join('\n');
}
