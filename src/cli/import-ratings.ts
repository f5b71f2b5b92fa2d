import { basename } from 'node:path';
import { Option, type Command } from 'commander';
import { refuse, type Problem } from '../lib/errors.ts';
import { wholeOf } from '../lib/exchange/format/file-content.ts';
import type { ImportedStudy } from '../lib/studies/labels/imported.ts';
import type { RatingsStudyWish } from '../lib/exchange/ratings/ratings-study.ts';
import { foreignWish, openForeignRatings, scalesOf } from './import-foreign.ts';
import { growHeapBy, letYoungGrow } from './heap.ts';
import { printJson } from './outcome.ts';
import { dataFolder, openExisting, openOrCreate } from './place.ts';
import { readInput } from './stats/data.ts';
import { inEnglish, sayIn } from '../lib/messages/say-in.ts';
import { many } from '../lib/stats/writing/figures.ts';

export interface RatingsImportOptions {
  ratings?: string;
  scale?: string;
  scales?: string[];
  withoutValue?: string[];
  judges?: string;
  label?: string[];
  layout?: 'long' | 'wide';
  columns?: string[];
  metric?: string;
  name?: string;
  project: string;
  createProject?: string;
  data?: string;
  json?: boolean;
}

export const addRatingsOptions = (command: Command): Command =>
  command
    .option(
      '--ratings <file>',
      'import existing labels as a study: CSV or JSONL with one rating per row (item, rater, label), or one item per row and one column per rater; or an export of another tool (see voirdire read); - reads standard input'
    )
    .option(
      '--scale <scale>',
      'with --ratings: scale of the labels: binary:yes,no, nominal:a|b|c (nominal alone uses the categories in the file), preference:A,tie,B, ordinal:1..5 or interval:0..10'
    )
    .option('--without-value <labels...>', 'with --ratings: labels without a value on the scale, e.g. unclear')
    .option('--judges <names>', 'with --ratings: comma-separated names of the raters that are LLM judges')
    .option('--label <columns...>', 'with --ratings: columns with labels; each becomes a separate study')
    .addOption(
      new Option('--layout <layout>', 'with --ratings: layout of the table (default: detected)').choices([
        'long',
        'wide'
      ])
    )
    .option(
      '--scales <question=scale...>',
      'with --ratings: scales of columns of labels with a different scale, e.g. met=binary:yes,no'
    )
    .option(
      '--columns <meaning=column...>',
      'with --ratings: assign columns to item, rater, cluster, system, category, stratum or probability, e.g. cluster=doc; without a column, e.g. system=, none is used'
    )
    .option(
      '--metric <name>',
      'with --ratings: name of the judged criterion, if the column of labels does not name it'
    );

/** The options beside `--ratings` that only it obeys. */
export const RATINGS_ONLY = [
  '--scale',
  '--without-value',
  '--judges',
  '--label',
  '--layout',
  '--scales',
  '--columns',
  '--metric'
];

const meanings = ['item', 'rater', 'cluster', 'system', 'category', 'stratum', 'probability'] as const;

/** Brings the ratings of a file in as studies of a project: all of it, or nothing. */
export async function importRatings(options: RatingsImportOptions): Promise<void> {
  // Rows are read and dropped one by one: without this, V8 lets them pile up to a multiple of the labels.
  growHeapBy(20);
  letYoungGrow(false);
  const { readRatingsStudies } = await import('../lib/exchange/ratings/ratings-study.ts');
  const problems: Problem[] = [];
  const problem: TellProblem = (column, reason, found) => {
    problems.push({ row: null, column, reason, ...(found === undefined ? {} : { found }) });
  };
  const columns = columnsOf(options.columns ?? [], problem);
  const foreign = await openForeignRatings(options.ratings);
  try {
    const content = foreign?.content ?? (await tableBytes(options.ratings));
    const wish = foreign
      ? await foreignWish(foreign, options, problem)
      : await tableWish(content as Uint8Array, options, columns, problem);
    if (!options.name) problem('--name', 'Name the study.');
    if (problems.length > 0 || !wish || !options.name) return refuse.invalid('Nothing was imported.', problems);
    const { ratings, judges = '', layout, metric } = options;
    const parsed = await readRatingsStudies(content, {
      name: options.name,
      file: ratings === '-' ? 'standard input' : basename(ratings!),
      judges: judges.split(',').flatMap((one) => one.trim() || []),
      ...(layout === undefined ? {} : { layout }),
      ...(metric === undefined ? {} : { metric }),
      ...wish,
      columns: { ...columns, ...wish.columns }
    });
    if (!parsed.ok) return refuse.invalid('Nothing was imported.', foreign?.placed(parsed.problems) ?? parsed.problems);
    const own = [
      ...(await noteOnRecognised(parsed.value, { ...columns, ...wish.columns })),
      ...(await notesOnAlike(parsed.value, options.scale?.trim() === 'nominal'))
    ];
    await storeStudies(parsed.value, [...(foreign?.notes ?? []), ...inEnglish(parsed.notes), ...own], options);
  } finally {
    foreign?.remove();
  }
}

/** Names the columns that say something of items and were recognised, because a wrong one changes figures. */
async function noteOnRecognised(
  [study]: readonly ImportedStudy[],
  told: NonNullable<RatingsStudyWish['columns']>
): Promise<string[]> {
  const { aboutColumns } = await import('../lib/exchange/ratings/about-columns.ts');
  const found = aboutColumns.filter((name) => study?.columns[name] !== undefined && told[name] === undefined);
  const listed = found.map((name) => `${name} (${study!.columns[name]})`).join(', ');
  return found.length === 0
    ? []
    : [`Recognised columns: ${listed}. Leave one out with an empty column, as --columns ${found[0]}=.`];
}

/**
 * Notes on raters and categories that differ only in form, as `voirdire stats` gives them.
 *
 * @param inferred whether the categories are those in the file
 */
async function notesOnAlike(studies: readonly ImportedStudy[], inferred: boolean): Promise<string[]> {
  const { noteOnAlike } = await import('./stats/alike-names.ts');
  const raters = studies.flatMap((study) => study.raters.map(({ name }) => name));
  const labels = inferred ? studies.flatMap(({ scale }) => (scale.level === 'nominal' ? scale.labels : [])) : [];
  return [
    noteOnAlike('Raters', raters, 'If they are one rater, write the name in one form and import the file again.'),
    noteOnAlike('Labels', labels, 'Write each label in one form and import the file again.')
  ].filter((note) => note !== null);
}

type TellProblem = (column: string, reason: string, found?: string) => void;
type ScaleWish = Pick<RatingsStudyWish, 'scale' | 'scales' | 'labels' | 'columns'> & Partial<RatingsStudyWish>;

/** A table of ratings; the rows of a Parquet file as JSON lines. */
async function tableBytes(path: string | undefined): Promise<Uint8Array> {
  const bytes = await readInput(path);
  const { rowsAsLines } = await import('../lib/exchange/format/parquet/parquet-rows.ts');
  return wholeOf(await rowsAsLines(bytes));
}

/** How a table of ratings is to be read; null, with problems, if its scale is not given. */
async function tableWish(
  bytes: Uint8Array,
  options: RatingsImportOptions,
  columns: NonNullable<RatingsStudyWish['columns']>,
  problem: TellProblem
): Promise<ScaleWish | null> {
  const { readScaleFor, scaleForms } = await import('../lib/exchange/ratings/label-scale-text.ts');
  const { questionsProblem } = await import('../lib/exchange/ratings/import-limits.ts');
  const { scale, scales: told = [], withoutValue = [], label } = options;
  const scales = await scalesOf(told, withoutValue, problem);
  const labels = label ?? (told.length > 0 ? Object.keys(scales) : undefined);
  const of = labels === undefined ? {} : { labels };
  const tooMany = questionsProblem(labels?.length ?? 0);
  if (tooMany) return refuse.invalid('Nothing was imported.', [tooMany]);
  const [first] = Object.values(scales);
  if (scale === undefined && first && labels!.every((one) => Object.hasOwn(scales, one)))
    return { scale: first, scales, ...of };
  const given = scale?.trim() === 'nominal' ? await labelsIn(bytes, columns, options) : [];
  const read = readScaleFor(scale ?? '', given, withoutValue);
  if (scale === undefined) problem('--scale', `Specify the scale of the labels: ${sayIn('en', scaleForms)}`);
  else if (read.reason !== undefined) problem('--scale', sayIn('en', read.reason), scale);
  return read.scale ? { scale: read.scale, scales, ...of } : null;
}

async function storeStudies(
  read: readonly ImportedStudy[],
  notes: readonly string[],
  options: RatingsImportOptions
): Promise<void> {
  const { authorize, instance, operator } = await import('../lib/server/auth/authorize.ts');
  const { write } = await import('../lib/server/db/client.ts');
  const { createProject, projectsOf } = await import('../lib/server/projects.ts');
  const { importedSizes, importStudies } = await import('../lib/studies/labels/imported-studies.server.ts');
  const { project: slug, createProject: projectName } = options;
  const { db, close } = await (projectName === undefined ? openExisting : openOrCreate)(dataFolder(options.data));
  try {
    const made = write(db, (tx) => {
      const project =
        projectsOf(tx, operator).find((one) => one.slug === slug) ??
        (projectName === undefined
          ? refuse.invalid(`There is no project ${slug}. Create it with --create-project NAME.`)
          : createProject(tx, authorize(operator, instance, 'administer'), { name: projectName, slug }));
      const stored = importStudies(tx, authorize(operator, { kind: 'project', id: project.id }, 'manage'), read);
      const sizes = importedSizes(tx, project.id);
      return stored.map((study) => ({ ...study, items: sizes.get(study.id)!.items }));
    });
    const studies = made.map(({ number, name: of, metric: judged, items }, i) => ({
      ...{ number, name: of, metric: judged, items, raters: read[i]!.raters.length }
    }));
    if (options.json) return printJson({ project: slug, studies, notes });
    for (const one of studies)
      console.log(`study ${one.number}, ${one.name}: ${many(one.items, 'item')}, ${many(one.raters, 'rater')}`);
    if (read.some(({ columns }) => columns.cluster === undefined))
      console.log('  No column names queries: each item counts as a query of its own (--columns cluster=NAME).');
    for (const note of notes) console.log(`  ${note}`);
  } finally {
    close();
  }
}

/** The labels of a file, each once for each column of labels. */
async function labelsIn(
  bytes: Uint8Array,
  columns: NonNullable<RatingsStudyWish['columns']>,
  { layout, label }: RatingsImportOptions
): Promise<string[]> {
  const { labelsListed, previewRatings } = await import('../lib/exchange/ratings/ratings-preview.ts');
  const wish = { columns, ...(layout && { layout }), ...(label && { labels: label }) };
  return labelsListed(await previewRatings(bytes, wish, Infinity));
}

function columnsOf(
  told: readonly string[],
  problem: (column: string, reason: string, found?: string) => void
): NonNullable<RatingsStudyWish['columns']> {
  const columns: NonNullable<RatingsStudyWish['columns']> = {};
  for (const text of told) {
    const [, meaning, column] = /^([a-z]+)=(.*)$/.exec(text) ?? [];
    const known = meanings.find((one) => one === meaning);
    if (known && column !== undefined) columns[known] = column === '' ? null : column;
    else problem('--columns', `Enter MEANING=COLUMN; meanings: ${meanings.join(', ')}`, text);
  }
  return columns;
}
