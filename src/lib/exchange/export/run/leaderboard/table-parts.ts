import type { WrittenGames, WrittenView } from '../../../import/reports/system-lines.ts';

/** A sentence below a table. Tables without the signs, brackets or dashes that a note explains leave the note out by its kind. */
export interface TableNote {
  kind: 'general' | 'best' | 'tied' | 'interval' | 'part' | 'undefined';
  text: string;
  /** Names of the metrics that it is on; absent: it is on the whole table. */
  metrics?: readonly string[];
}

export interface LeaderboardColumn {
  name: string;
  title: string;
  /** `%` for a win rate, `rating` for Elo, else empty. */
  unit: '%' | 'rating' | '';
  /** The measure of a value in the library's English, e.g. "mean over queries"; null for the average. */
  measure: string | null;
  better: 'higher' | 'lower';
  /** Decimals that people read its values with. */
  digits: number;
  /** Where the way to a value is published. */
  source: string | null;
}

export interface LeaderboardGroup {
  /** Null if systems are not grouped. */
  title: string | null;
  rows: LeaderboardRow[];
  /** Mean over the systems of the group; null if there is one only. */
  mean: TableCell[] | null;
}

export interface LeaderboardRow {
  name: string;
  /** One for each column. */
  cells: TableCell[];
}

export interface TableCell {
  value: number | null;
  /** Why there is no value. */
  reason: string | null;
  /** 95% CI, clustered by query. */
  low: number | null;
  high: number | null;
  /** Why a value has no interval. */
  noInterval: string | null;
  /** Reports that the value rests on, of all reports of the system in the run; of systems in the mean of a group. */
  n: number;
  of: number;
  /** Queries that the value rests on. */
  queries: number;
  /** `tied`: not distinguishable from the best. */
  mark: 'best' | 'tied' | null;
  games: WrittenGames | null;
  /** Other views that the metric shows beside its value, e.g. the share of all items of all reports taken together. */
  beside: WrittenView[];
  /** Why it is not compared with the best; null if it is, or if there is no value. */
  notCompared: string | null;
}
