import type { JudgeConfig } from '../../judges/index.ts';
import type { TrialOptions } from './judges-here.server.ts';
import type { Live } from './run-live.ts';
import type { Trial } from '../trial/trial-call.ts';

/** Configuration of a scoring process: the database, and the folder of scripts of judges. */
export interface ScoringPlace {
  /** The database. */
  file: string;
  /** Folder with Drizzle's migrations. */
  migrations: string;
  /** Folder of the data. */
  data: string;
  /** Version of this program, for workers of a queue. */
  version?: string;
}

/** Messages of a server to its scoring process. Commands are numbered. */
export type ToScoring =
  | { say: 'drive' | 'look'; number: number; run: string }
  | { say: 'test'; number: number; configs: readonly JudgeConfig[]; options: TrialOptions }
  | { say: 'stop'; number: number };

/** A run that is driven, or that stopped for want of room on the disk and could not be marked as paused. */
export interface ScoredRun {
  run: string;
  live: Live | null;
  outOfRoom: string | null;
}

/** Messages of a scoring process to its server. */
export type FromScoring =
  /** All runs of which there is something to say, after the commands up to a number. */
  | { say: 'runs'; upTo: number; runs: ScoredRun[] }
  | { say: 'tested'; number: number; trials: Trial[] }
  | { say: 'failed'; number: number; message: string };
