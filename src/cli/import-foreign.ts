import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Problem, refuse } from '../lib/errors.ts';
import type { StoredFile } from '../lib/exchange/format/file-content.ts';
import type { ForeignSummary } from '../lib/exchange/neighbours/read-foreign.ts';
import type { RatingsStudyWish } from '../lib/exchange/ratings/ratings-study.ts';
import type { LabelScale } from '../lib/studies/labels/label-scale.ts';
import type { RatingsImportOptions } from './import-ratings.ts';
import { showProgress } from './label-progress.ts';
import { sayIn } from '../lib/messages/say-in.ts';

type TellProblem = (column: string, reason: string, found?: string) => void;

/** A file of another tool, turned into a table of ratings on the disk. */
interface OpenedForeign {
  content: StoredFile;
  summary: ForeignSummary;
  /** The column of each question, in the order of the summary. */
  questions: readonly string[];
  /** All columns of the table. */
  header: readonly string[];
  notes: string[];
  /** Problems with item and rater in the place of a row of the table, which only the import has. */
  placed(problems: readonly Problem[]): Problem[];
  remove(): void;
}

/** Opens a file of another tool; null if it is in none of the known formats or standard input. @throws a refusal if it cannot be read */
export async function openForeignRatings(path: string | undefined): Promise<OpenedForeign | null> {
  if (path === undefined || path === '-' || !(statSync(path, { throwIfNoEntry: false })?.isFile() ?? false))
    return null;
  const { readForeign } = await import('../lib/exchange/neighbours/read-foreign.ts');
  const { ratingColumns, ratingRows } = await import('../lib/exchange/neighbours/rating-rows.ts');
  const { jsonLines } = await import('../lib/exchange/format/json-lines.ts');
  const words = await import('../lib/exchange/neighbours/foreign-words.ts');
  const { listIn } = await import('../lib/messages/lists.ts');
  const { messagesIn } = await import('../lib/messages/words.ts');
  const progress = showProgress();
  const read = await readForeign({ path, size: statSync(path).size }, progress.show);
  progress.end();
  if (read === null) return null;
  if (!read.ok) return refuse.invalid('Nothing was imported.', read.problems);
  const { summary, collected } = read.value;
  const columns = ratingColumns(collected);
  const say = messagesIn('en', 'neighbours');
  const folder = mkdtempSync(join(tmpdir(), 'voirdire-labels-'));
  const table = join(folder, 'labels.jsonl');
  const file = openSync(table, 'wx', 0o600);
  for (const lines of jsonLines(ratingRows(collected))) {
    const bytes = Buffer.from(lines);
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
  }
  closeSync(file);
  return {
    content: { path: table, size: statSync(table).size },
    ...{
      summary,
      questions: columns.questions,
      header: ['item', 'rater', ...columns.questions, ...columns.about.values()]
    },
    notes: [
      `${say.title({ tool: summary.tool })}: ${words.heldInWords(summary, say)}`,
      ...words.notTakenInWords(summary.notTaken, say, (names) => listIn('en', names))
    ],
    placed: (problems) => {
      const rows = new Map(problems.flatMap(({ row }) => (row === null ? [] : [[row, '']])));
      let row = 0;
      for (const { item, rater } of ratingRows(collected)) {
        row += 1;
        if (rows.has(row)) rows.set(row, `item ${JSON.stringify(item)}, rater ${JSON.stringify(rater)}, `);
      }
      return problems.map((one) =>
        one.row === null ? one : { ...one, row: null, column: `${rows.get(one.row)}${one.column}` }
      );
    },
    remove: () => rmSync(folder, { recursive: true, force: true })
  };
}

/** Scales given as QUESTION=SCALE. */
export async function scalesOf(
  told: readonly string[],
  withoutValue: readonly string[],
  problem: TellProblem
): Promise<Record<string, LabelScale>> {
  const { readLabelScale } = await import('../lib/exchange/ratings/label-scale-text.ts');
  const scales: Record<string, LabelScale> = {};
  for (const text of told) {
    const [, question, scale] = /^(.+?)=(.+)$/s.exec(text) ?? [];
    const read = readLabelScale(scale ?? '', withoutValue);
    if (question === undefined) problem('--scales', 'Enter QUESTION=SCALE, e.g. met=binary:yes,no', text);
    else if (read.reason !== undefined) problem('--scales', sayIn('en', read.reason), text);
    else scales[question] = read.scale;
  }
  return scales;
}

/**
 * Which questions are imported and on which scales: those named, else those with a scale. A scale that only the values suggest has
 * to be confirmed, because values without labels also count in chance agreement; null, with problems, if one is missing.
 */
export async function foreignWish(
  { summary, questions, header }: OpenedForeign,
  options: RatingsImportOptions,
  problem: TellProblem
): Promise<Pick<
  RatingsStudyWish,
  'scale' | 'scales' | 'labels' | 'judges' | 'layout' | 'onlyRated' | 'header' | 'columns'
> | null> {
  const { groupingField, unfitProblems } = await import('../lib/exchange/neighbours/grouping-fields.ts');
  const { readScaleFor, offScale } = await import('../lib/exchange/ratings/label-scale-text.ts');
  const { scales: told = [], withoutValue = [] } = options;
  const scales = await scalesOf(told, withoutValue, problem);
  const named = [...(options.label ?? []), ...Object.keys(scales)];
  for (const name of named)
    if (!questions.includes(name)) problem('--label', `There is no question ${name}. Questions: ${questions.join(', ')}`, name); // prettier-ignore
  const common = (values: readonly string[]): LabelScale | null => {
    const read = options.scale === undefined ? null : readScaleFor(options.scale, values, withoutValue);
    if (read?.reason !== undefined) problem('--scale', sayIn('en', read.reason), options.scale);
    return read?.scale ?? null;
  };
  const labels: string[] = [];
  const proposals: string[] = [];
  for (const [i, { values, scale, isScaleKnown, byPeople }] of summary.questions.entries()) {
    const column = questions[i]!;
    if (named.length > 0 ? !named.includes(column) : byPeople === 0) continue;
    const texts = values.map(({ value }) => value);
    const known =
      scales[column] ?? common(texts) ?? (isScaleKnown ? readScaleFor(scale!, texts, withoutValue).scale : null);
    if (known && named.length === 0 && texts.some((text) => offScale(known, text) !== null)) continue;
    if (known) {
      scales[column] = known;
      labels.push(column);
    } else proposals.push(scale === null ? `${column}=nominal:…` : `${column}=${scale}`);
  }
  const confirmed = named.length > 0 ? proposals : labels.length > 0 ? [] : proposals;
  if (confirmed.length > 0)
    problem('--scales', `Confirm the scale of each question that you want to import, with all its possible values: ${confirmed.map((one) => `--scales '${one}'`).join(' ')}`); // prettier-ignore
  else if (labels.length === 0) problem('--ratings', 'No question of the file has a label by a person on this scale');
  const [first] = labels;
  if (first === undefined) return null;
  const field = (names: readonly string[]): string | undefined => names.find((name) => summary.about.includes(name));
  const system = field(['system', 'model', 'agent']);
  const { columns: asked = [] } = options;
  const tells = (meaning: string): boolean => asked.some((one) => one.startsWith(`${meaning}=`));
  const cluster = tells('cluster') ? undefined : groupingField(summary);
  const used = [cluster, tells('system') ? undefined : system, ...asked.map((one) => one.slice(one.indexOf('=') + 1))];
  const unfit = unfitProblems(summary, used);
  for (const { column, reason } of unfit) problem(column, reason);
  if (unfit.length > 0) return null;
  return {
    ...{ scale: scales[first]!, scales, labels, layout: 'long', onlyRated: true, header },
    judges: judgesOf(summary, options),
    columns: {
      ...(cluster !== undefined && { cluster }),
      ...(system !== undefined && !tells('system') && { system })
    }
  };
}

const judgesOf = ({ raters }: ForeignSummary, { judges }: RatingsImportOptions): string[] =>
  judges === undefined
    ? raters.flatMap(({ name, kind }) => (kind === 'judge' ? [name] : []))
    : judges.split(',').flatMap((one) => one.trim() || []);
