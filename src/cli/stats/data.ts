import { refuse } from '../../lib/errors.ts';
import { ProblemList } from '../../lib/exchange/format/problem-list.ts';
import {
  numberIn,
  ratingsOnScale,
  type RatingScale,
  type ScaleLabel
} from '../../lib/exchange/ratings/rating-scale.ts';
import type { RatingsOptions } from '../../lib/exchange/ratings/ratings-table.ts';
import { shortened } from '../../lib/messages/shortened.ts';
import { inEnglish } from '../../lib/messages/say-in.ts';
import { readNamedFile } from '../read-file.ts';
import { noteOnAlike } from './alike-names.ts';

interface RatingsWish extends RatingsOptions {
  scale: RatingScale | null;
  reference?: string;
  judges?: readonly string[];
  positive?: string;
  replicates: number;
  seed: number;
  confidence: number;
}

/** Ratings as the statistics take them: one array of labels per rater, all over the same items; null = missing. */
export interface RatingTable {
  items: readonly string[];
  raters: readonly string[];
  clusters: readonly string[] | null;
  labels: readonly (readonly (ScaleLabel | null)[])[];
  /** Ratings given. */
  given: number;
  scale: RatingScale;
  /** Whether the categories were told, or are the labels that occur. */
  declared: boolean;
  /** Null on an interval scale. */
  categories: readonly ScaleLabel[] | null;
  /** Whether every label is a number. */
  numeric: boolean;
  /** Numbers of the raters in their parts; `judges` empty if none are named. */
  reference: number | null;
  judges: readonly number[];
  people: readonly number[];
  positive: ScaleLabel | null;
  resampling: { replicates: number; seed: number; confidence: number };
  notes: string[];
}

/** The bytes of a file, or of standard input if the name is `-` or left out. */
export async function readInput(path: string | undefined): Promise<Uint8Array> {
  if (path === undefined || path === '-') {
    if (process.stdin.isTTY) refuse.invalid('Specify a file, or pipe the ratings to standard input.');
    const parts: Buffer[] = [];
    for await (const part of process.stdin) parts.push(part as Buffer);
    return Buffer.concat(parts);
  }
  return readNamedFile(path);
}

/** Reads ratings and puts them on their scale. What cannot be read is refused with all problems. */
export async function readRatings(bytes: Uint8Array, wish: RatingsWish): Promise<RatingTable> {
  // Loaded late: every command reads this file, few read a table.
  const { parseRatings } = await import('../../lib/exchange/ratings/ratings-table.ts');
  const { isParquet, parquetAsLines } = await import('../../lib/exchange/format/parquet/parquet-rows.ts');
  const unread = new ProblemList();
  const lines = isParquet(bytes) ? await parquetAsLines(bytes, unread) : bytes;
  if (lines === null) return refuse.invalid('The ratings could not be read.', unread.all);
  const parsed = await parseRatings(lines, wish);
  if (!parsed.ok) return refuse.invalid('The ratings could not be read.', parsed.problems);
  const table = parsed.value;
  if (wish.raters && table.layout === 'long')
    refuse.invalid(
      '--raters chooses columns of a table with one column per rater, but this table has one rating per row. Remove --raters, or specify --wide.'
    );
  const problems = new ProblemList();
  const { scale, declared, categories, labels } = ratingsOnScale(table, wish.scale, problems);
  if (problems.any) refuse.invalid('Some labels are not on the scale.', problems.all);
  const place = (name: string): number => {
    const found = table.raters.indexOf(name);
    if (found < 0) refuse.invalid(`There is no rater ${name}. Raters: ${table.raters.join(', ')}.`);
    return found;
  };
  const judges = [...new Set(wish.judges ?? [])].map(place);
  const people = table.raters.flatMap((_, r) => (judges.includes(r) ? [] : [r]));
  const numeric = categories === null || categories.every((c) => typeof c === 'number');
  const clusters = table.clusters;
  const notes = inEnglish(parsed.notes);
  if (table.missing > 0) notes.push(`Missing ratings: ${table.missing}`);
  if (!clusters && table.items.length > 1)
    notes.push(
      'The table has no column cluster, so items are treated as independent. If several items come from one query, the intervals are too narrow'
    );
  if (!declared && categories)
    notes.push(
      `No labels are given with --scale, so the scale has those that occur: ${categories.map((label) => shortened(String(label), 40)).join(', ')}. Coefficients that depend on the number of categories (AC1, S) depend on this choice`
    );
  const alike = [
    noteOnAlike('Raters', table.raters, 'If they are one rater, write the name in one form'),
    declared
      ? null
      : noteOnAlike(
          'Labels',
          (categories ?? []).map(String),
          'Write each label in one form, or list the labels with --scale'
        )
  ];
  notes.push(...alike.filter((note) => note !== null));
  const positive = wish.positive === undefined ? null : labelFor(wish.positive, categories);
  return {
    ...{ items: table.items, raters: table.raters, clusters, labels, given: table.ratings.label.length },
    ...{ scale, declared, categories, numeric, judges, people, positive, notes },
    reference: wish.reference === undefined ? null : place(wish.reference),
    resampling: { replicates: wish.replicates, seed: wish.seed, confidence: wish.confidence }
  };
}

function labelFor(text: string, categories: readonly ScaleLabel[] | null): ScaleLabel {
  const found = categories?.find((c) => c === text || c === numberIn(text));
  return (
    found ?? refuse.invalid(`The label ${text} is not on the scale${categories ? ` ${categories.join(', ')}` : ''}.`)
  );
}
