import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import type { SaidProblem } from '../../errors.ts';
import { normalHeader } from '../format/normal-header.ts';
import { csvSeparator, eachCsvRecord } from '../format/csv-records.ts';
import { readJsonLines } from '../format/json-lines.ts';
import { likelyScale } from './label-scale-text.ts';
import { ProblemList } from '../format/problem-list.ts';
import { questionsProblem } from './import-limits.ts';
import type { TextList } from './number-list.ts';
import type { RatingsLayout, RatingsTable } from './ratings-collector.ts';
import { aboutColumns, recognisedAbout, type AboutColumn } from './about-columns.ts';
import type { RatingsStudyWish } from './ratings-study.ts';
import { wholeOf, type FileContent } from '../format/file-content.ts';
import { areJsonLines, countedBy, parseRatings, ratingColumnNames, type RatingsOptions } from './ratings-table.ts';
import { hasValue, Untaken } from '../format/untaken.ts';
import { requireUtf8 } from '../format/utf8.ts';

const say = sayingsOf('importProblems');

export type TakenColumn = 'item' | 'rater' | 'cluster' | AboutColumn;

/** Content of a file of ratings, before its scale is chosen. */
export interface RatingsPreview {
  columns: string[];
  /** Which column is taken for what. */
  taken: { [Column in TakenColumn]?: string };
  layout: RatingsLayout;
  /** Columns that may hold labels, and those taken for labels; a wide table has one for each rater. */
  labelColumns: string[];
  labels: string[];
  items: number;
  raters: string[];
  /** Null if every item is a cluster of its own. */
  clusters: number | null;
  missing: number;
  /** How often each label was given, by column of labels, the most frequent first; `others` counts those that are not listed. */
  counts: { column: string; given: number; labels: { label: string; count: number }[]; others: number }[];
  /** A scale as it is written, that the labels look like; null if they look like none. */
  scale: string | null;
  notes: Saying[];
  problems: SaidProblem[];
}

/** The labels of a preview, in all columns taken for labels. */
export const labelsListed = ({ counts }: Pick<RatingsPreview, 'counts'>): string[] =>
  counts.flatMap(({ labels }) => labels.map(({ label }) => label));

const mostLabels = 20;

/**
 * @param wish what has been said so far; null is a column that the file does not have, and the rest is recognised.
 * @param listed how many labels of a column are listed with their counts, the most frequent first.
 */
export async function previewRatings(
  bytes: FileContent,
  wish: Pick<RatingsStudyWish, 'layout' | 'raters' | 'labels' | 'missing'> & {
    columns?: { [Column in TakenColumn]?: string | null };
  },
  listed = mostLabels
): Promise<RatingsPreview> {
  const problems = new ProblemList();
  const values = await valuesIn(bytes, problems);
  const columns = [...values.keys()];
  const named = (names: readonly string[]): string | undefined =>
    columns.find((column) => names.includes(normalHeader(column)));
  const { item: itemNames, rater: raterNames, cluster: clusterNames } = ratingColumnNames;
  const recognised = { item: named(itemNames), rater: named(raterNames), cluster: named(clusterNames) };
  const told = wish.labels ?? [];
  const toldFor = { ...recognised, ...wish.columns };
  const about = recognisedAbout(columns, [toldFor.item, toldFor.rater, toldFor.cluster, ...told]);
  const taken = Object.fromEntries(
    Object.entries({ ...about, ...toldFor }).map(([name, column]) => [name, column ?? undefined])
  ) as RatingsPreview['taken'];
  const label = named(ratingColumnNames.label);
  const layout: RatingsLayout = wish.layout ?? (taken.rater === undefined ? 'wide' : 'long');
  const used = new Set(Object.values(taken));
  const labelColumns = layout === 'wide' ? [] : columns.filter((column) => !used.has(column));
  const wanted = told.filter((column) => labelColumns.includes(column));
  // Where no column is called like one of labels, every column that is nothing else may be one.
  const guessed = wanted.length === 0 && label === undefined;
  const labels = wanted.length > 0 ? wanted : label === undefined ? labelColumns : [label];
  const preview: RatingsPreview = {
    ...{ columns, taken, layout, labelColumns, labels: layout === 'wide' ? [] : [...labels], items: 0, raters: [] },
    ...{ clusters: null, missing: 0, counts: [], scale: null, notes: [], problems: problems.all }
  };
  if (problems.any) return preview;
  const tooMany = questionsProblem(preview.labels.length);
  // Without any that is selected, those that are wanted are soon selected.
  if (tooMany) return { ...preview, labels: [], problems: [tooMany] };
  const { item, rater, cluster } = taken;
  const common: RatingsOptions = {
    layout,
    ...(wish.raters === undefined ? {} : { raters: wish.raters }),
    ...(wish.missing === undefined ? {} : { missing: wish.missing }),
    about: Object.fromEntries(aboutColumns.map((name) => [name, taken[name] ?? null]))
  };
  const given: string[] = [];
  const notes = new ProblemList();
  for (const column of layout === 'wide' || labels.length === 0 ? [undefined] : labels) {
    const parsed = await parseRatings(bytes, {
      ...common,
      columns: toldColumns({ item, rater, cluster, label: column })
    });
    if (!parsed.ok) {
      preview.problems.push(...parsed.problems);
      continue;
    }
    const { value: table } = parsed;
    preview.items = table.items.length;
    preview.raters = table.raters;
    preview.clusters = table.clusters === null ? null : new Set(table.clusters).size;
    if (guessed && layout === 'long' && saysTheSame(table)) {
      preview.labels = preview.labels.filter((one) => one !== column);
      continue;
    }
    preview.missing += table.missing;
    // Columns that are ignored as one label is read may have been read as another.
    for (const note of parsed.notes) if (note.key !== 'ignoredColumns') notes.note(note);
    preview.counts.push(countsOf(column ?? 'label', table.ratings.label, listed));
    for (const text of table.ratings.label) given.push(text);
  }
  const read =
    layout === 'wide' ? [...Object.values(taken), ...(wish.raters ?? columns)] : [...used, ...preview.labels];
  const untaken = new Untaken();
  read.push(...countedBy(columns));
  for (const [column, n] of values) if (!read.includes(column)) untaken.add(column, n);
  untaken.note(notes, 'ignoredColumns');
  preview.notes.push(...notes.notes);
  preview.scale = likelyScale(given);
  return preview;
}

/** A column that is not there is none; a column of labels is recognised if none is named. */
const toldColumns = ({ label, ...others }: Record<'item' | 'rater' | 'cluster' | 'label', string | undefined>) => ({
  ...Object.fromEntries(Object.entries(others).map(([name, column]) => [name, column ?? null])),
  ...(label === undefined ? {} : { label })
});

/** Whether every item has one and the same text in all its rows: then the column is about items, and no column of labels. */
function saysTheSame({ items, ratings }: RatingsTable): boolean {
  const first = new Map<number, string>();
  for (let i = 0; i < ratings.item.length; i++) {
    const [item, text] = [ratings.item.at(i), ratings.label.at(i)];
    if ((first.get(item) ?? text) !== text) return false;
    first.set(item, text);
  }
  return ratings.item.length > items.length;
}

function countsOf(column: string, labels: TextList, listed: number): RatingsPreview['counts'][number] {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const ordered = [...counts].map(([label, count]) => ({ label, count })).sort((a, b) => b.count - a.count);
  return {
    column,
    given: labels.length,
    labels: ordered.slice(0, listed),
    others: Math.max(0, ordered.length - listed)
  };
}

/** The columns of a table, or the names in the objects of JSON lines, with how many values each has. */
async function valuesIn(bytes: FileContent, problems: ProblemList): Promise<Map<string, number>> {
  const values = new Map<string, number>();
  const count = (name: string, value: unknown): void => {
    if (name !== '') values.set(name, (values.get(name) ?? 0) + (hasValue(value) ? 1 : 0));
  };
  if (areJsonLines(bytes)) {
    for (const { value } of readJsonLines(bytes, problems))
      for (const [name, one] of Object.entries(value)) count(name, one);
    return values;
  }
  const body = requireUtf8(wholeOf(bytes), problems);
  if (body === null) return values;
  let header: string[] | null = null;
  const separator = csvSeparator(body, (cells) => cells.length);
  await eachCsvRecord(
    body,
    separator,
    {
      label: (index) => `column ${index + 1}`,
      add: (cells) => {
        if (cells.every((cell) => cell.trim() === '')) return;
        header?.forEach((name, at) => count(name, cells[at]?.trim()));
        if (header !== null) return;
        header = cells.map((cell) => cell.trim());
        for (const name of header) count(name, '');
      }
    },
    problems
  );
  if (header === null && !problems.any) problems.add(null, 'file', say('fileEmpty'));
  return values;
}
