import { sayingsOf } from '$lib/messages/sayings.ts';
import { refuse, type Problem, fieldSays, problemAt } from '$lib/errors.ts';
import type { RunDriver } from '$lib/scorer/runs/driving/driver.server.ts';
import { limitsFor, parseLimits } from '$lib/scorer/judges/models/limits.ts';
import { callOptionsFor, parseJudgeLine, type JudgeConfig } from '$lib/scorer/judges/index.ts';
import type { MetricSettings } from '$lib/scorer/metric.ts';
import { typedOwnSettings } from '$lib/scorer/own-settings.ts';
import { parsePrices } from '$lib/scorer/engine/costs/prices.ts';
import { parsePenaltyTable } from '$lib/scorer/protocols/penalties.ts';
import {
  defaultRunOptions,
  MOST_OUTAGE_MINUTES,
  OUTAGE_MINUTES,
  type RunOptions
} from '$lib/scorer/runs/run-options.ts';
import { metricByName, unitNamed } from '$lib/scorer/suites/index.ts';

const leadSays = sayingsOf('leadRefusals');

/** Input as a person typed it, returned unchanged if it is refused. */
export interface RunForm {
  name: string;
  metrics: string[];
  systems: string[];
  baseline: string;
  /** By metric. */
  penalties: Record<string, string>;
  /** Version of the prompt by metric, if it has several. */
  prompts: Record<string, string>;
  judges: string;
  repeats: string;
  ensemble: string;
  concurrency: string;
  limits: string;
  /** Seconds for all judges, or by judge; empty for the defaults. */
  deadline: string;
  tries: string;
  /** Minutes. */
  outage: string;
  /** Empty for single calls. */
  batches: string;
  budget: string;
  prices: string;
  fresh: boolean;
  /** Date of reports that bring none; empty for none. */
  collected: string;
  texts: string;
  webSearch: string;
  /** Name of the search provider; empty for the one that is set up. */
  search: string;
  /** Qids of the queries whose reports are judged; empty for all. */
  queries: string;
  maxClaims: string;
  /** Settings that only metrics of some suites have, by name; empty for the usual value. */
  own: Record<string, string>;
  /** Number of the run that is made again; empty for none. */
  from: string;
  /** Tells this form from others, also the same person's. */
  once: string;
}

const text = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

export const readRunForm = (form: FormData): RunForm => ({
  name: text(form, 'name'),
  metrics: form.getAll('metric').map(String),
  systems: form.getAll('system').map(String),
  baseline: text(form, 'baseline'),
  penalties: Object.fromEntries(
    [...form.keys()].filter((key) => key.startsWith('penalties-')).map((key) => [key.slice(10), text(form, key)])
  ),
  prompts: Object.fromEntries(
    [...form.keys()].filter((key) => key.startsWith('prompt-')).map((key) => [key.slice(7), text(form, key)])
  ),
  own: Object.fromEntries(
    [...form.keys()].filter((key) => key.startsWith('setting-')).map((key) => [key.slice(8), text(form, key)])
  ),
  judges: text(form, 'judges'),
  repeats: text(form, 'repeats'),
  ensemble: text(form, 'ensemble'),
  concurrency: text(form, 'concurrency'),
  limits: text(form, 'limits'),
  deadline: text(form, 'deadline'),
  tries: text(form, 'tries'),
  outage: text(form, 'outage').trim(),
  batches: text(form, 'batches'),
  budget: text(form, 'budget'),
  prices: text(form, 'prices'),
  fresh: form.get('fresh') === 'on',
  collected: text(form, 'collected').trim(),
  texts: text(form, 'texts'),
  webSearch: text(form, 'webSearch'),
  search: text(form, 'search'),
  queries: text(form, 'queries').trim(),
  maxClaims: text(form, 'maxClaims').trim(),
  from: text(form, 'from').trim(),
  once: text(form, 'once')
});

interface RunWish {
  settings: Record<string, MetricSettings>;
  configs: JudgeConfig[];
  options: RunOptions;
}

/**
 * The run requested by the form. All unreadable fields are refused together, each with its field.
 *
 * @param asked The run's questions: of a making run its maker
 */
export function wishOf(
  form: RunForm,
  systemIds: ReadonlyMap<string, string>,
  driver: Pick<RunDriver, 'prices' | 'searchChosen'>,
  asked: Parameters<RunDriver['searchChosen']>[0] = form.metrics.map(metricByName)
): RunWish {
  const problems: Problem[] = [];
  const of = <T>(column: string, read: () => T, otherwise: T): T => {
    try {
      return read();
    } catch (error) {
      problems.push({ row: null, column, reason: error instanceof Error ? error.message : String(error) });
      return otherwise;
    }
  };
  const whole = (column: 'repeats' | 'concurrency', least: number, most: number): number => {
    const value = form[column].trim() === '' ? defaultRunOptions[column] : Number(form[column]);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    problems.push(problemAt(column, fieldSays('wholeFrom', { least, most }), form[column]));
    return defaultRunOptions[column];
  };
  const maxClaims = form.maxClaims === '' ? null : Number(form.maxClaims);
  if (maxClaims !== null && !(Number.isInteger(maxClaims) && maxClaims > 0))
    problems.push(problemAt('maxClaims', fieldSays('wholeOrEmpty'), form.maxClaims));
  const settings: Record<string, MetricSettings> = {};
  for (const name of form.metrics) {
    const metric = metricByName(name);
    const { protocol, settings: own, prompt: usual } = metric;
    const written = form.penalties[name]?.trim() ?? '';
    if (own.penalties && written !== '') {
      const reading = parsePenaltyTable(written);
      if (reading.ok) settings[name] = { penalties: reading.table };
      else
        problems.push(
          ...reading.problems.map(({ row, wording, found }) =>
            problemAt(
              `penalties-${name}`,
              row === null ? wording : fieldSays('rowOfField', { row, reason: wording }),
              found
            )
          )
        );
    }
    const baseline = systemIds.get(form.baseline);
    if (protocol.compares && baseline !== undefined) settings[name] = { ...settings[name], baseline };
    if (unitNamed(protocol.unit.kind).capped && maxClaims !== null) settings[name] = { ...settings[name], maxClaims };
    const typed = typedOwnSettings(metric, form.own);
    for (const { name: setting, fault } of typed.faults) {
      const column = `setting-${setting}`;
      if (!problems.some((one) => one.column === column))
        problems.push(problemAt(column, fault, form.own[setting] ?? ''));
    }
    if (Object.keys(typed.own).length > 0) settings[name] = { ...settings[name], own: typed.own };
    const prompt = form.prompts[name] ?? '';
    if (prompt !== '' && prompt !== usual.version) settings[name] = { ...settings[name], prompt };
  }
  const lines = form.judges
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const configs = lines.flatMap((line) => of('judge', () => [parseJudgeLine(line)], []));
  const budget = form.budget.trim() === '' ? null : Number(form.budget);
  if (budget !== null && !(budget > 0)) problems.push(problemAt('budget', fieldSays('dollarsOrEmpty'), form.budget));
  const outageMinutes = form.outage === '' ? OUTAGE_MINUTES : Number(form.outage);
  if (!Number.isInteger(outageMinutes) || outageMinutes < 0 || outageMinutes > MOST_OUTAGE_MINUTES)
    problems.push(
      problemAt('outage', fieldSays('wholeFromMinutes', { least: 0, most: MOST_OUTAGE_MINUTES }), form.outage)
    );
  const { deadline, tries } = form;
  const usual = callOptionsFor(configs);
  const withDeadline = of('deadline', () => callOptionsFor(configs, { deadline }), usual);
  const withTries = of('tries', () => callOptionsFor(configs, { tries }), usual);
  const options: RunOptions = {
    concurrency: whole('concurrency', 1, 256),
    useCache: !form.fresh,
    repeats: whole('repeats', 1, 20),
    ensemble: form.ensemble === 'answered' ? 'answered' : 'all-judges',
    budget,
    collected: form.collected === '' ? null : form.collected,
    texts: form.texts === 'placeholder-free' ? 'placeholder-free' : 'with-placeholders',
    webSearch: form.webSearch === 'off' ? 'off' : 'as-published',
    ...of('search', () => driver.searchChosen(asked, form.search, form.prices), {}),
    outageMinutes,
    ...((form.batches === 'single' || form.batches === 'leave') && { batches: form.batches }),
    calls: Object.fromEntries(
      Object.entries(withDeadline).map(([spec, { deadlineSeconds }]) => [
        spec,
        { deadlineSeconds, tries: withTries[spec]?.tries ?? 5 }
      ])
    ),
    limits: of('limits', () => limitsFor(configs, parseLimits(form.limits)), {}),
    prices: of('prices', () => driver.prices(configs, parsePrices(form.prices)), {})
  };
  if (problems.length > 0) refuse.invalid(leadSays('runNotMade'), problems);
  return { settings, configs, options };
}
