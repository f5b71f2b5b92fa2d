import { InvalidArgumentError } from 'commander';
import type { Threshold } from '../lib/alignment/corrected/requirements.ts';
import type { SystemLine } from '../lib/exchange/import/reports/system-lines.ts';
import { withoutRounding } from '../lib/stats/numbers/without-rounding.ts';

/** One system under one condition: `met` is the failure; `undefined` has no value that could be compared. */
export interface CheckedSystem {
  condition: Threshold;
  system: string;
  result: 'met' | 'not-met' | 'undefined';
  value: number | null;
  /** Reports that the value rests on. */
  n: number;
  /** Why there is no value. */
  reason: string | null;
}

const COMPARED: Record<Threshold['sign'], (value: number, limit: number) => boolean> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit
};

/** Reads `METRIC<NUMBER`, with `<`, `<=`, `>` or `>=`; further conditions are added to those before. */
export function addCondition(text: string, before: Threshold[] = []): Threshold[] {
  const [, metric, sign, limit] = /^\s*([a-z0-9-]+)\s*(<=|>=|<|>)\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
  if (metric === undefined)
    throw new InvalidArgumentError(
      `${JSON.stringify(text)} is not a condition. Enter a metric, <, <=, > or >=, and a number, e.g. 'coverage<80'.`
    );
  return [...before, { text: text.trim(), metric, sign: sign as Threshold['sign'], limit: Number(limit) }];
}

/** Conditions that name a metric that the run does not judge, in one sentence; null if there are none. */
export function unknownConditions(conditions: readonly Threshold[], metrics: readonly string[]): string | null {
  const unknown = conditions.filter(({ metric }) => !metrics.includes(metric)).map(({ text }) => text);
  if (unknown.length === 0) return null;
  return `--fail-if ${unknown.join(', ')}: the run has no such metric. Its metrics: ${metrics.join(', ')}.`;
}

/** Each system under each condition; values are compared with all decimals but those of floating point. */
export const checkSystems = (conditions: readonly Threshold[], lines: readonly SystemLine[]): CheckedSystem[] =>
  conditions.flatMap((condition) =>
    lines
      .filter(({ metric }) => metric === condition.metric)
      .map(({ system, value, n, reason }): CheckedSystem => {
        const isMet = value !== null && COMPARED[condition.sign](withoutRounding(value), condition.limit);
        return {
          condition,
          system,
          value,
          n,
          reason,
          result: value === null ? 'undefined' : isMet ? 'met' : 'not-met'
        };
      })
  );

/** A value as it stands beside its limit: with as many decimals as tell the two apart. */
export function shownBeside(unrounded: number, limit: number): string {
  const value = withoutRounding(unrounded);
  const decimals = [1, 2, 3, 4, 6].find((n) => Number(value.toFixed(n)) !== limit);
  return decimals === undefined || value === limit ? String(value) : value.toFixed(decimals);
}

/** The same, or a dash for a value that is undefined. */
export const shownBesideOrDash = (value: number | null, limit: number): string =>
  value === null ? '–' : shownBeside(value, limit);

export const conditionInWords = ({ condition, system, result, value, n, reason }: CheckedSystem): string => {
  const reports = `${n} ${n === 1 ? 'report' : 'reports'}`;
  if (result === 'undefined')
    return `${condition.text}: ${system} has no score for ${condition.metric}: ${reason ?? 'no report was judged.'}`;
  return `${condition.text}: ${system} scores ${shownBeside(value!, condition.limit)} (${reports}).`;
};
