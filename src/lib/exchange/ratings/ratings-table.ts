import { aboutColumns, recognisedAbout, type AboutColumn, type AboutWish } from './about-columns.ts';
import { complain, isFormulaError } from '../format/fields.ts';
import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { csvSeparator, eachCsvRecord } from '../format/csv-records.ts';
import { repeatsHeader } from '../format/header-columns.ts';
import { normalHeader } from '../format/normal-header.ts';
import { readJsonLines } from '../format/json-lines.ts';
import { ProblemList, type Parsed } from '../format/problem-list.ts';
import { noRatings, RatingsCollector, type RatingsLayout, type RatingsTable } from './ratings-collector.ts';
import { hasValue, UnreadColumns, Untaken } from '../format/untaken.ts';
import { firstBytes, wholeOf, type FileContent } from '../format/file-content.ts';
import { requireUtf8 } from '../format/utf8.ts';

const say = sayingsOf('importProblems');
const sayNote = sayingsOf('importNotes');

/** Headers that mean each column, in normal form. */
export const ratingColumnNames = {
  item: ['item', 'item id', 'unit', 'unit id', 'id', 'instance id', 'task id', 'sample id'],
  rater: ['rater', 'rater id', 'annotator', 'annotator id', 'coder', 'user id', 'judge'],
  label: ['label', 'rating', 'score', 'value', 'verdict'],
  cluster: ['cluster', 'qid', 'query', 'query id', 'group']
} as const satisfies Record<string, readonly string[]>;

/** Columns by which raw labels that Voirdire exported are recognised, with the value of rows that figures use. */
const rawLabelColumns: Readonly<Record<string, string>> = { standing: 'true', phase: 'blind', purpose: 'sample' };

/** Names of columns that tell which rows count, if these are raw labels that Voirdire exported; else none. */
export const countedBy = (header: readonly string[]): string[] => {
  const names = Object.keys(rawLabelColumns);
  return ['item_id', 'label_id', ...names].every((name) => header.includes(name)) ? names : [];
};

type Column = keyof typeof ratingColumnNames;

export interface RatingsOptions {
  /** JSON lines: all their names, if known; else the file is read twice. */
  header?: readonly string[];
  /** Told instead of recognised. */
  layout?: RatingsLayout;
  /** Wide: the columns that are raters; all that are neither item nor cluster by default. */
  raters?: readonly string[];
  /** Texts that mean "not rated", beside the empty one; default NA, NaN and null. */
  missing?: readonly string[];
  /** Columns by their names in the file, told instead of recognised; null for one that is not to be recognised. */
  columns?: Partial<Record<Column, string | null>>;
  /** Columns that say something of each item, the same in all its rows: those told, and in a long table those recognised. */
  about?: AboutWish;
  /** Columns that another reading of the same file takes: they are not named as unread. */
  elsewhere?: readonly string[];
  /** Why a text in one of these is not right; null if it is. */
  aboutProblem?: (column: AboutColumn, text: string) => Saying | null;
  /** Why a label is not right; null if it is. So that it is told together with all else that is wrong. */
  labelProblem?: (label: string) => Saying | null;
}

const MISSING = ['NA', 'NaN', 'null'];

/** Which column stands where. */
interface Plan {
  layout: RatingsLayout;
  at: Partial<Record<Column, string>>;
  raters: string[];
  about: Partial<Record<AboutColumn, string>>;
  /** Columns that are not read. */
  unread: string[];
  /** Columns that tell which rows count. */
  countedBy: string[];
}

/**
 * A table of ratings as CSV (comma, semicolon or tab), in one of two layouts:
 *
 * - long, one rating per row: `item, rater, label[, cluster]`;
 * - wide, one item per row and one column per rater: `[item,] [cluster,] RATER, RATER, …`; without a column `item` the items
 *   are numbered.
 *
 * It is long if it has columns for rater and label, unless the options say otherwise. Empty cells are missing ratings. Of raw
 * labels that Voirdire exported, rows that its own figures do not use are left out and counted.
 */
async function parseRatingsCsv(bytes: Uint8Array, options: RatingsOptions): Promise<Parsed<RatingsTable>> {
  const problems = new ProblemList();
  const body = requireUtf8(bytes, problems);
  if (body === null) return problems.answer(nothing);
  const known = (header: string[]): number =>
    header.length + 1000 * header.filter((cell) => columnNamed(cell) !== null).length;
  let header: string[] | null = null;
  let places = new Map<string, number>();
  let reader: RatingsReader | null = null;
  let nameless: UnreadColumns | null = null;
  const table = {
    label: (index: number) => header?.[index] ?? `column ${index + 1}`,
    add: (cells: string[], row: number, aside?: Saying) => {
      if (cells.every((cell) => cell.trim() === '')) return;
      if (!header) {
        header = cells.map((cell) => cell.trim());
        places = placesOf(header);
        nameless = new UnreadColumns(header, (label) => label !== '');
        reader = readerFor(header, row, options, problems);
        return;
      }
      if (!reader) return;
      if (cells.length !== header.length) {
        const reason = say('rowWidthOnly', { n: cells.length, header: header.length });
        complain(problems, { row, column: 'row', aside }, reason);
        return;
      }
      if (repeatsHeader(header, cells)) {
        complain(problems, { row, column: 'row', aside }, say('headerAgain'));
        return;
      }
      nameless?.see(cells);
      reader.add(
        (name) => cells[places.get(name) ?? -1] ?? '',
        row,
        (name) => cells[places.get(name) ?? -1]?.trim()
      );
    }
  };
  await eachCsvRecord(body, csvSeparator(body, known), table, problems);
  if (!header && !problems.any) problems.add(null, 'file', say('fileEmpty'));
  (nameless as UnreadColumns | null)?.note(problems);
  return problems.answer((reader as RatingsReader | null)?.finish() ?? nothing);
}

/** The same two layouts as one JSON object per line; labels are texts, numbers, true, false or null. */
function parseRatingsJsonl(bytes: FileContent, options: RatingsOptions): Parsed<RatingsTable> {
  const problems = new ProblemList();
  const names = new Set<string>(options.header);
  let first: number | null = options.header === undefined ? null : 1;
  for (const { row, value } of options.header === undefined ? readJsonLines(bytes, problems) : []) {
    first ??= row;
    for (const name of Object.keys(value)) names.add(name);
    if (names.size > MOST_COLUMNS) {
      problems.add(row, 'file', say('tooManyColumns', { most: MOST_COLUMNS, n: names.size }));
      return problems.answer(nothing);
    }
  }
  if (first === null) {
    if (!problems.any) problems.add(null, 'file', say('fileEmpty'));
    return problems.answer(nothing);
  }
  const reader = readerFor([...names], first, options, problems);
  if (!reader) return problems.answer(nothing);
  // Problems of the lines themselves are reported once.
  const lines = options.header === undefined ? new ProblemList() : problems;
  for (const { row, value } of readJsonLines(bytes, lines))
    reader.add(
      (name) => {
        const given = Object.hasOwn(value, name) ? value[name] : null;
        if (given === null) return '';
        if (typeof given === 'string') return given;
        if (typeof given === 'number' || typeof given === 'boolean') return String(given);
        problems.add(row, name, say('valueForm'), JSON.stringify(given));
        return null;
      },
      row,
      (name) => (Object.hasOwn(value, name) ? value[name] : null)
    );
  return problems.answer(reader.finish());
}

/** CSV or JSON lines, by their first character. */
export const parseRatings = async (bytes: FileContent, options: RatingsOptions = {}): Promise<Parsed<RatingsTable>> =>
  areJsonLines(bytes) ? parseRatingsJsonl(bytes, options) : parseRatingsCsv(wholeOf(bytes), options);

/** Whether a file of ratings begins like JSON lines. */
export const areJsonLines = (bytes: FileContent): boolean =>
  /^[\uFEFF\s]*\{/.test(new TextDecoder().decode(firstBytes(bytes, 4096)));

const nothing: RatingsTable = {
  ...{ layout: 'long', items: [], raters: [], clusters: null, about: {}, aboutColumns: {} },
  ...{ ratings: noRatings(), missing: 0 }
};

const columnNamed = (label: string): Column | null =>
  (Object.keys(ratingColumnNames) as Column[]).find((name) =>
    (ratingColumnNames[name] as readonly string[]).includes(normalHeader(label))
  ) ?? null;

interface RatingsReader {
  /** A row, by the file's own column names; null = unreadable, and complained of. `given` is what stands there, unread. */
  add(cell: (name: string) => string | null, row: number, given: (name: string) => unknown): void;
  finish(): RatingsTable;
}

function readerFor(
  header: readonly string[],
  row: number,
  options: RatingsOptions,
  problems: ProblemList
): RatingsReader | null {
  const plan = planOf(header, row, options, problems);
  if (!plan) return null;
  const { layout, at, raters, about } = plan;
  const told = aboutColumns.flatMap((name) => (about[name] === undefined ? [] : [[name, about[name]] as const]));
  const missing = new Set(options.missing ?? MISSING);
  const into = new RatingsCollector(layout, layout === 'wide' ? raters : [], at, problems, about);
  const isMissing = (text: string): boolean => text === '' || missing.has(text);
  const untaken = new Untaken();
  for (const name of plan.unread) untaken.add(name, 0);
  let rows = 0;
  let leftOut = 0;
  return {
    add: (cell, rowNumber, given) => {
      // Spreadsheet programs write truth values in capitals, or in their own language.
      const counted = (name: string): string => cell(name)?.trim().toLowerCase() ?? '';
      if (plan.countedBy.includes('standing') && !['true', 'false'].includes(counted('standing'))) {
        problems.add(rowNumber, 'standing', say('trueOrFalse'), cell('standing') ?? '');
        return;
      }
      if (plan.countedBy.some((name) => counted(name) !== rawLabelColumns[name])) {
        leftOut++;
        return;
      }
      rows++;
      for (const name of plan.unread) if (hasValue(given(name))) untaken.add(name);
      const read = (name: string | undefined): string | null =>
        name === undefined ? '' : (cell(name)?.trim() ?? null);
      const item = at.item === undefined ? String(rows) : read(at.item);
      const cluster = read(at.cluster);
      if (item === null || cluster === null) return;
      const place = into.item(item, at.cluster === undefined ? null : cluster, rowNumber);
      if (place === null) return;
      for (const [name, column] of told) {
        const text = read(column);
        if (text === null) continue;
        const reason = options.aboutProblem?.(name, text) ?? null;
        if (reason !== null) problems.add(rowNumber, column, reason, text);
        else into.about(place, name, text, rowNumber);
      }
      const checked = (column: string, label: string): string | null => {
        if (isMissing(label)) return null;
        const reason = isFormulaError(label) ? say('formulaError') : (options.labelProblem?.(label) ?? null);
        if (reason !== null) problems.add(rowNumber, column, reason, label);
        return label;
      };
      if (layout === 'long') {
        const [rater, label] = [read(at.rater), read(at.label)];
        if (rater === null || label === null) return;
        into.rating(place, rater, checked(at.label!, label), rowNumber);
      } else
        for (const rater of raters) {
          const label = read(rater);
          if (label !== null) into.rating(place, rater, checked(rater, label), rowNumber);
        }
    },
    finish: () => {
      if (leftOut > 0) problems.note(sayNote('rawLabelsLeftOut', { n: leftOut }));
      untaken.note(problems, 'ignoredColumns');
      return into.finish();
    }
  };
}

/** Columns of a table of ratings. A wide table has one for each rater; more are a table turned on its side, or another file. */
const MOST_COLUMNS = 5_000;

/** The header's place of each name, the first one if it is there twice. */
const placesOf = (header: readonly string[]): Map<string, number> =>
  new Map(header.map((name, i) => [name, i] as const).reverse());

function planOf(header: readonly string[], row: number, options: RatingsOptions, problems: ProblemList): Plan | null {
  if (header.length > MOST_COLUMNS) {
    problems.add(row, 'file', say('tooManyColumns', { most: MOST_COLUMNS, n: header.length }));
    return null;
  }
  const twice = header.find((name, i) => name !== '' && header.indexOf(name) < i);
  if (twice !== undefined) {
    problems.add(row, twice, say('columnTwice', { column: twice }));
    return null;
  }
  const all: Partial<Record<Column, string>> = {};
  for (const name of Object.keys(ratingColumnNames) as Column[])
    for (const wanted of ratingColumnNames[name]) all[name] ??= header.find((label) => normalHeader(label) === wanted);
  const unknownColumns = [...Object.values(options.columns ?? {}), ...Object.values(options.about ?? {})].filter(
    (name): name is string => name !== null && !header.includes(name)
  );
  const found = header.filter((name) => name !== '').join(', ') || 'none';
  for (const name of unknownColumns) problems.add(row, name, say('noColumn', { column: name, found }), found);
  for (const [name, told] of Object.entries(options.columns ?? {}) as [Column, string | null][])
    if (told === null) delete all[name];
    else all[name] = told;
  const counted = countedBy(header);
  // The key of a unit is unique within its report only.
  if (counted.length > 0 && options.columns?.item === undefined) all.item = 'item_id';
  const elsewhere = [...(options.elsewhere ?? []), ...counted];
  const layout = options.layout ?? (all.rater !== undefined && all.label !== undefined ? 'long' : 'wide');
  // In a wide table, a column called "model" is mostly a rater.
  const recognised =
    options.about && layout === 'long' ? recognisedAbout(header, [...Object.values(all), ...elsewhere]) : {};
  const about = Object.fromEntries(
    Object.entries({ ...recognised, ...options.about }).filter(([, column]) => column !== null)
  ) as Plan['about'];
  const ofItems = Object.values(about);
  const plan: Plan = {
    layout,
    at: { item: all.item, cluster: all.cluster },
    raters: [],
    about,
    unread: [],
    countedBy: counted
  };
  if (layout === 'long') {
    plan.at.rater = all.rater;
    plan.at.label = all.label;
    for (const name of ['item', 'rater', 'label'] as const)
      if (all[name] === undefined) problems.add(row, name, say('columnMissing', { column: name, found }), found);
    const read: (string | undefined)[] = [...Object.values(plan.at), ...ofItems];
    plan.unread = header.filter((name) => name !== '' && !read.includes(name) && !elsewhere.includes(name));
    return problems.any ? null : plan;
  }
  const candidates = header.filter((name) => name !== '' && ![all.item, all.cluster, ...ofItems].includes(name));
  const unknown = (options.raters ?? []).filter((name) => !header.includes(name));
  for (const name of unknown) problems.add(row, name, say('noColumn', { column: name, found }), found);
  plan.raters = options.raters ? [...new Set(options.raters)] : candidates;
  if (plan.raters.length === 0) problems.add(row, 'rater', say('noRatingColumn', { found }), found);
  plan.unread = candidates.filter((name) => !plan.raters.includes(name) && !elsewhere.includes(name));
  if (all.item === undefined) problems.note(sayNote('rowsAreItems'));
  return problems.any ? null : plan;
}
