import { cpus, loadavg, totalmem } from 'node:os';
import { quantile } from '../../src/lib/stats/numbers/quantile.ts';

/** Times of acts, by name, in milliseconds. */
export class Timings {
  readonly #times = new Map<string, number[]>();

  add(name: string, milliseconds: number): void {
    const times = this.#times.get(name);
    if (times) times.push(milliseconds);
    else this.#times.set(name, [milliseconds]);
  }

  names = (): string[] => [...this.#times.keys()];

  of = (name: string): Spread => spread(this.#times.get(name) ?? []);
}

export interface Spread {
  n: number;
  median: number;
  p95: number;
  most: number;
}

/** @throws without a time: nothing was measured then */
function spread(times: readonly number[]): Spread {
  const [median, p95] = [quantile(times, 0.5).value, quantile(times, 0.95).value];
  if (median === null || p95 === null) throw new Error('nothing was measured');
  return { n: times.length, median, p95, most: Math.max(...times) };
}

export const number = (value: number, digits = 0): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A row of the table of times; `mark` is the 95 % point that is promised, null if none is. */
export function timeRow(what: string, { n, median, p95, most }: Spread, mark: number | null): string {
  const met = mark === null ? '' : p95 <= mark ? 'yes' : 'no';
  return `| ${what} | ${number(n)} | ${number(median, 1)} | ${number(p95, 1)} | ${number(most, 1)} | ${mark ?? ''} | ${met} |`;
}

export const timeHead = `| what | times | median, ms | 95 % within, ms | longest, ms | mark, ms | met |
| --- | --: | --: | --: | --: | --: | --- |`;

/** The machine and the day, for the page that a bench writes. */
export const machine = (loadBefore: number): string =>
  `Machine: ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${number(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}; load before the start ${number(loadBefore, 1)}. ${new Date().toISOString().slice(0, 10)}.`;

export const loadNow = (): number => loadavg()[0] ?? 0;

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
