import { InvalidArgumentError, Option } from 'commander';
import type { Threshold } from '../lib/alignment/corrected/requirements.ts';
import { MOST_OUTAGE_MINUTES } from '../lib/scorer/runs/run-options.ts';

/** Options of `voirdire score` as they were written; `score-wish.ts` reads those that need the scorer. */
export interface ScoreOptions {
  /** Names of metrics, those of `suite` included once its files are read. */
  metric: string[];
  /** Rubric files. */
  suite?: string[];
  judge: string[];
  reports?: string[];
  queries?: string[];
  createQueries?: boolean;
  project?: string;
  system?: string[];
  /** Qids. */
  query?: string[];
  maxClaims?: number;
  baseline?: string;
  /** `METRIC=TABLE` */
  penalties?: string[];
  prompt?: string[];
  /** `NAME=VALUE` */
  setting?: string[];
  repeats?: number;
  ensemble?: 'all-judges' | 'answered';
  budget?: number;
  /** `JUDGE=IN/OUT` */
  price?: string[];
  limits?: string[];
  /** `SECONDS` or `JUDGE=SECONDS` */
  deadline?: string[];
  /** `TRIES` or `JUDGE=TRIES` */
  tries?: string[];
  /** Minutes. */
  outageWait?: number;
  batch?: boolean;
  batchRest?: 'single' | 'leave';
  /** ISO date of reports that bring none. */
  collected?: string;
  placeholderFree?: boolean;
  webSearch?: 'as-published' | 'off';
  /** Name of the search provider. */
  search?: string;
  name?: string;
  out?: string;
  estimate?: boolean;
  testJudges?: boolean;
  resume?: boolean;
  again?: boolean;
  /** Addresses of pages to fetch again; true for all that could not be reached. */
  fetchAgain?: true | string[];
  concurrency?: number;
  /** Address of PostgreSQL; true for that of VOIRDIRE_QUEUE. */
  queue?: true | string;
  cache: boolean;
  /** Folder of an earlier `--out`. */
  replies?: string;
  maxUnscored: { of: 'units' | 'percent'; most: number };
  failIf?: Threshold[];
  /** File for JUnit XML. */
  junit?: string;
  data?: string;
  json?: boolean;
  /** Events of the run on stdout, one JSON object a line. */
  jsonLines?: boolean;
}

function minutes(text: string): number {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : NaN;
  if (!(value <= MOST_OUTAGE_MINUTES))
    throw new InvalidArgumentError(`Enter a whole number of minutes from 0 to ${MOST_OUTAGE_MINUTES}.`);
  return value;
}

export function parseDollars(text: string): number {
  const value = /^\$?\d+(?:\.\d+)?$/.test(text) ? Number(text.replace('$', '')) : NaN;
  if (!(value > 0)) throw new InvalidArgumentError('Enter an amount in US dollars above 0, e.g. 12.50.');
  return value;
}

export function allowance(text: string): ScoreOptions['maxUnscored'] {
  const [, number, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  if (number === undefined || (!percent && number.includes('.')) || (percent && Number(number) > 100))
    throw new InvalidArgumentError('Enter a number of units, or a percentage such as 5%.');
  return { of: percent ? 'percent' : 'units', most: Number(number) };
}

/** The option `--max-unscored`, 0 unless given. */
export const maxUnscoredOption = (description: string): Option =>
  new Option('--max-unscored <n>', description).argParser(allowance).default({ of: 'units', most: 0 }, '0');

/** The option `--outage-wait`; `what` pauses after it. */
export const outageWaitOption = (what = 'the run'): Option =>
  new Option(
    '--outage-wait <minutes>',
    `minutes to wait for an unavailable judge before ${what} pauses (default: 30); 0 counts each failure as an attempt`
  ).argParser(minutes);
