import type { Rate } from './rate.ts';
import type { SeriesFigure } from './series.ts';

/**
 * Fewest queries on which the leaderboard shows an interval or compares a system with others. With fewer, Student's t has so
 * few degrees of freedom that its interval covers most of the scale, and a paired test decides by one or two queries.
 */
export const LEAST_QUERIES = 5;

const counted = (queries: number): string => (queries === 1 ? '1 query' : `${queries} queries`);

/** Why a figure of so few queries has no interval. */
export const whyNoInterval = (queries: number): string =>
  `${counted(queries)}: an interval needs at least ${LEAST_QUERIES}.`;

/** Why a system of so few queries is not compared with others. */
export const whyNotCompared = (queries: number): string =>
  `${counted(queries)}: a comparison needs at least ${LEAST_QUERIES}.`;

/** Why two systems with so few queries in common are not compared. */
export const whyNotPaired = (queries: number, best: string): string =>
  `${counted(queries)} in common with ${best}: a comparison needs at least ${LEAST_QUERIES}.`;

/** A figure as the leaderboard shows it: without interval below `LEAST_QUERIES`. */
export const withEnough = <T extends SeriesFigure>(figure: T): T =>
  figure.value === null || figure.queries >= LEAST_QUERIES
    ? figure
    : { ...figure, interval: null, intervalReason: whyNoInterval(figure.queries) };

/** A share as the leaderboard shows it: without interval below `LEAST_QUERIES`. */
export const rateWithEnough = (rate: Rate): Rate =>
  rate.queries >= LEAST_QUERIES ? rate : { ...rate, interval: null };
