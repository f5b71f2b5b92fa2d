import { refuse } from '../lib/errors.ts';
import { parseLimits } from '../lib/scorer/judges/models/limits.ts';
import { callOptionsFor, judgeSpec, modelConfigs, type JudgeConfig } from '../lib/scorer/judges/index.ts';
import type { Metric, MetricSettings } from '../lib/scorer/metric.ts';
import { parsePenaltyTable } from '../lib/scorer/protocols/penalties.ts';
import { parsePrices, pricesOf } from '../lib/scorer/engine/costs/prices.ts';
import type { RunOptions, TokenPrice } from '../lib/scorer/runs/run-options.ts';
import { ownSettingsIn, typedOwnSettings } from '../lib/scorer/own-settings.ts';
import { needsSearch, searchChosen } from '../lib/scorer/search/needed.ts';
import { listed } from '../lib/stats/writing/words.ts';
import { metricByName, metrics as shipped, withSettings, unitNamed } from '../lib/scorer/suites/index.ts';
import { readDay, readOption } from './read-option.ts';
import type { ScoreOptions } from './score-options.ts';
import { sayIn } from '../lib/messages/say-in.ts';

/** Names of shipped metrics that an option is for, as examples of it. */
const likeThese = (fits: (metric: Metric) => boolean, most = 3): string =>
  listed(
    shipped
      .filter(fits)
      .slice(0, most)
      .map(({ name }) => name)
  );

/** Demands of the options on a run, read before anything is written. */
export interface Wish {
  /** By metric, without the baseline: which systems there are is known only once the reports are read. */
  settings: Record<string, MetricSettings>;
  /** Versions of prompts that --prompt names, by metric. */
  prompts: Record<string, string>;
  /** Only what was said; the rest is as usual, or as it was in a run that is taken up again. */
  options: Partial<RunOptions>;
}

/**
 * @param metrics The run's metrics; for a making run, its maker
 * @param known Prices that apply if neither options nor the table have one
 */
export function readWish(
  options: ScoreOptions,
  configs: readonly JudgeConfig[],
  metrics: readonly Pick<Metric, 'name' | 'title' | 'needs'>[] = options.metric.map(metricByName),
  known: Readonly<Record<string, TokenPrice>> = {}
): Wish {
  const { concurrency, repeats, ensemble, budget, limits } = options;
  if (options.search !== undefined && !needsSearch(metrics))
    refuse.invalid(
      '--search applies to metrics that search the web, but none of the given metrics does. Remove --search.'
    );
  const compares = options.metric.filter((name) => metricByName(name).protocol.compares);
  if (compares.length > 0 && options.baseline === undefined)
    refuse.invalid(
      `${metricByName(compares[0] ?? '').title} compares reports with those of a baseline system. Specify it with --baseline.`
    );
  if (compares.length === 0 && options.baseline !== undefined)
    refuse.invalid(
      `--baseline applies to metrics that compare reports, e.g. ${likeThese(({ protocol }) => protocol.compares === true)}, but none of the given metrics does. Remove --baseline.`
    );
  const priced = readOption('--price', () =>
    pricesOf(configs, parsePrices((options.price ?? []).join('\n')), process.env)
  );
  const prices = { ...known, ...priced };
  if (budget !== undefined) {
    const unpriced = configs
      .flatMap(modelConfigs)
      .map(judgeSpec)
      .filter((spec) => !Object.hasOwn(prices, spec));
    if (unpriced.length > 0)
      refuse.invalid(
        `--budget requires the price of every judge, but the price of ${unpriced.join(', ')} is unknown. Set it in US dollars per million input/output tokens: --price '${unpriced[0]}=1.25/10'`
      );
  }
  const capped = readMaxClaims(
    options,
    readOption('--penalties', () => readPenalties(options))
  );
  return {
    settings: readOption('--setting', () => readOwnSettings(options, capped)),
    prompts: readOption('--prompt', () => readPrompts(options)),
    options: {
      useCache: options.cache,
      prices,
      ...(concurrency !== undefined && { concurrency }),
      ...(repeats !== undefined && { repeats }),
      ...(ensemble !== undefined && { ensemble }),
      ...(budget !== undefined && { budget }),
      ...(options.collected !== undefined && { collected: readDay('--collected', options.collected) }),
      ...(options.placeholderFree === true && { texts: 'placeholder-free' as const }),
      ...searchChosen(process.env, metrics, options.search ?? null, (options.price ?? []).join('\n')),
      ...(options.webSearch !== undefined && { webSearch: options.webSearch }),
      ...(options.batch === true && { batches: options.batchRest ?? ('single' as const) }),
      ...(options.outageWait !== undefined && { outageMinutes: options.outageWait }),
      ...((options.deadline ?? options.tries) !== undefined && {
        calls: readCalls(options, configs)
      }),
      ...(limits !== undefined && { limits: readOption('--limits', () => parseLimits(limits.join(', '))) })
    }
  };
}

/** Deadline and tries of each judge. */
export function readCalls(
  { deadline = [], tries = [] }: Pick<ScoreOptions, 'deadline' | 'tries'>,
  configs: readonly JudgeConfig[]
): ReturnType<typeof callOptionsFor> {
  const given = { deadline: deadline.join(', ') };
  readOption('--deadline', () => callOptionsFor(configs, given));
  return readOption('--tries', () => callOptionsFor(configs, { ...given, tries: tries.join(', ') }));
}

/** The chosen versions of prompts. Those of a project are looked up where the run is made. */
function readPrompts({ metric, prompt = [] }: ScoreOptions): Record<string, string> {
  const chosen: Record<string, string> = {};
  for (const text of prompt) {
    const [, name = '', version = ''] = /^([^=@]*)[=@](.+)$/s.exec(text) ?? [];
    const own = metric.find((one) => one === name.trim());
    if (own === undefined)
      return refuse.invalid(
        `--prompt ${JSON.stringify(text)} applies to none of the given metrics. Enter METRIC@VERSION, e.g. ${likeThese(({ versions }) => versions !== undefined, 1)}@1. Given metrics: ${metric.join(', ')}.`
      );
    if (!/^p\d+$/.test(version.trim())) withSettings(metricByName(own), { prompt: version.trim() });
    chosen[own] = version.trim();
  }
  return chosen;
}

const isCapped = ({ protocol }: Metric): boolean => unitNamed(protocol.unit.kind).capped === true;

/** Adds the cap on claims to the metrics that judge claims. */
function readMaxClaims(
  { metric, maxClaims }: ScoreOptions,
  settings: Record<string, MetricSettings>
): Record<string, MetricSettings> {
  if (maxClaims === undefined) return settings;
  const capped = metric.filter((name) => isCapped(metricByName(name)));
  if (capped.length === 0)
    refuse.invalid(
      `--max-claims applies to metrics that judge claims or statements, e.g. ${likeThese(isCapped)}, but none of the given metrics does. Remove --max-claims.`
    );
  return { ...settings, ...Object.fromEntries(capped.map((name) => [name, { ...settings[name], maxClaims }])) };
}

/** Adds the typed settings to the metrics that have them. */
function readOwnSettings(
  { metric, setting = [] }: ScoreOptions,
  settings: Record<string, MetricSettings>
): Record<string, MetricSettings> {
  if (setting.length === 0) return settings;
  const judged = metric.map(metricByName);
  const known = ownSettingsIn(judged);
  const typed: Record<string, string> = {};
  for (const text of setting) {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (!known.some((one) => one.name === name.trim()))
      refuse.invalid(
        `--setting ${JSON.stringify(text)} applies to none of the given metrics. ${known.length === 0 ? 'They have no settings' : `Enter NAME=VALUE. Settings: ${known.map((one) => one.name).join(', ')}`}.`
      );
    if (Object.hasOwn(typed, name.trim())) refuse.invalid(`--setting is given twice for ${name.trim()}.`);
    if (value.trim() === '') refuse.invalid(`--setting ${name.trim()} has no value. Enter NAME=VALUE.`);
    typed[name.trim()] = value;
  }
  const chosen = { ...settings };
  for (const one of judged) {
    const { own, faults } = typedOwnSettings(one, typed);
    if (faults[0]) refuse.invalid(`--setting ${faults[0].name}: ${sayIn('en', faults[0].fault)}`);
    if (Object.keys(own).length > 0) chosen[one.name] = { ...chosen[one.name], own };
  }
  return chosen;
}

export function readPenalties({
  metric,
  penalties = []
}: Pick<ScoreOptions, 'metric' | 'penalties'>): Record<string, MetricSettings> {
  const settings: Record<string, MetricSettings> = {};
  for (const text of penalties) {
    const [, name = '', table = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    const own = metric.find((one) => one === name.trim());
    if (own === undefined)
      refuse.invalid(
        `--penalties ${JSON.stringify(text)} applies to none of the given metrics. Enter METRIC=TABLE, e.g. ${likeThese(({ settings }) => settings.penalties !== undefined, 1)}='0:100,2:90,more:10'. Given metrics: ${metric.join(', ')}.`
      );
    else if (metricByName(own).settings.penalties === undefined)
      refuse.invalid(`${own} has no table of penalties, because its score is not a count of issues.`);
    else if (Object.hasOwn(settings, own)) refuse.invalid(`--penalties is given twice for ${own}.`);
    else {
      const reading = parsePenaltyTable(table);
      if (!reading.ok) return refuse.invalid(`The table of penalties for ${own} is invalid.`, reading.problems);
      settings[own] = { penalties: reading.table };
    }
  }
  return settings;
}
