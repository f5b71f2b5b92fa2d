import { hasComma } from '../format/fields.ts';
import type { AboutColumn, AboutWish } from './about-columns.ts';
import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { problemAt, type SaidProblem } from '../../errors.ts';
import type { ImportedColumn, ImportedStudyItem, ImportedStudy } from '../../studies/labels/imported.ts';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import { labelFromText, offScale } from './label-scale-text.ts';
import type { FileContent } from '../format/file-content.ts';
import { ProblemList, type Parsed } from '../format/problem-list.ts';
import { questionsProblem, ratersProblem } from './import-limits.ts';
import { numberIn } from './rating-scale.ts';
import { orderByValue } from './number-list.ts';
import type { RatingsLayout, RatingsTable } from './ratings-collector.ts';
import { parseRatings } from './ratings-table.ts';

const say = sayingsOf('importProblems');
const sayForeign = sayingsOf('foreignProblems');

/** How a file of ratings is to be read as studies. */
export interface RatingsStudyWish {
  name: string;
  file: string;
  scale: LabelScale;
  /** Scales of columns of labels that have their own, by column. */
  scales?: Readonly<Record<string, LabelScale>>;
  /** Leaves items and raters without a label in a column out of the study of that column. */
  onlyRated?: boolean;
  /** Raters that are judges; all others are people. */
  judges: readonly string[];
  layout?: RatingsLayout;
  /** Wide: the columns that are raters. */
  raters?: readonly string[];
  /** Columns by their names in the file. Those left out are recognised, in a wide table item and cluster only; null is none. */
  columns?: { [Column in 'item' | 'rater' | 'cluster']?: string | null } & AboutWish;
  /** Long: columns of labels, each a study of its own; the one that is called like one by default. */
  labels?: readonly string[];
  missing?: readonly string[];
  /** JSON lines: all their names, if known. */
  header?: readonly string[];
  /** Wide: what was judged. */
  metric?: string;
}

/**
 * Reads ratings as one study for each column of labels, or complains of everything that is wrong in any of them: then there is
 * no study at all.
 */
export async function readRatingsStudies(bytes: FileContent, wish: RatingsStudyWish): Promise<Parsed<ImportedStudy[]>> {
  const wanted: (string | null)[] = wish.labels && wish.labels.length > 0 ? [...new Set(wish.labels)] : [null];
  const problems: SaidProblem[] = [];
  const notes = new ProblemList();
  const studies: ImportedStudy[] = [];
  if (wish.name.trim() === '') problems.push(problemAt('name', say('nameStudy')));
  const tooManyQuestions = questionsProblem(wanted.length);
  if (tooManyQuestions) return { ok: false, problems: [...problems, tooManyQuestions] };
  for (const label of wanted) {
    const parsed = await readTable(bytes, wish, label, wanted);
    if (!parsed.ok) {
      addNew(problems, parsed.problems);
      continue;
    }
    for (const note of parsed.notes) notes.note(note);
    const table = parsed.value;
    const study = studyOf(table, wish, label, wanted.length > 1);
    const tooManyRaters = ratersProblem(study.raters.length, raterColumn(table, wish));
    // Other problems with raters list all their names.
    addNew(problems, tooManyRaters ? [tooManyRaters] : ratersProblems(table, wish.judges));
    if (wish.onlyRated) addNew(problems, peopleProblems(study));
    studies.push(study);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: studies, notes: notes.notes };
}

async function readTable(
  bytes: FileContent,
  wish: RatingsStudyWish,
  label: string | null,
  labels: readonly (string | null)[]
): Promise<Parsed<RatingsTable>> {
  const { layout, raters, missing, columns = {} } = wish;
  const { item, rater, cluster, ...about } = columns;
  const told = Object.entries({ item, rater, cluster, ...(label === null ? {} : { label }) }).filter(
    (entry) => entry[1] !== undefined
  );
  return parseRatings(bytes, {
    ...(layout === undefined ? {} : { layout }),
    ...(raters === undefined ? {} : { raters }),
    ...(missing === undefined ? {} : { missing }),
    ...(wish.header === undefined ? {} : { header: wish.header }),
    columns: Object.fromEntries(told),
    about,
    // Another label column of the same file is no column that was left out.
    elsewhere: labels.filter((one): one is string => one !== null && one !== label),
    aboutProblem: (column, text) => (column === 'probability' ? probabilityProblem(text) : null),
    labelProblem: (text) => offScale(scaleOf(wish, label), text)
  });
}

const raterColumn = ({ layout }: RatingsTable, { columns }: RatingsStudyWish): string =>
  layout === 'long' ? (columns?.rater ?? 'rater') : 'file';

const scaleOf = ({ scale, scales = {} }: RatingsStudyWish, label: string | null): LabelScale =>
  label !== null && Object.hasOwn(scales, label) ? scales[label]! : scale;

const peopleProblems = ({ raters, metric }: ImportedStudy): SaidProblem[] =>
  raters.some(({ judge }) => !judge) ? [] : [problemAt(metric, sayForeign('noPerson'))];

const probabilityProblem = (text: string): Saying | null => {
  const value = numberIn(text);
  return value !== null && value > 0 && value <= 1 ? null : say(hasComma(text) ? 'numberComma' : 'probability');
};

function ratersProblems({ raters }: RatingsTable, judges: readonly string[]): SaidProblem[] {
  const problem = (reason: Saying, found?: string): SaidProblem => problemAt('judges', reason, found);
  const names = raters.join(', ');
  const unknown = [...new Set(judges)].filter((name) => !raters.includes(name));
  const out = unknown.map((name) => problem(say('noSuchRater', { rater: name, raters: names }), name));
  if (raters.length > 0 && raters.every((name) => judges.includes(name))) out.push(problem(say('allJudges')));
  return out;
}

function studyOf(table: RatingsTable, wish: RatingsStudyWish, label: string | null, several: boolean): ImportedStudy {
  const { raters, items, clusters, about, ratings } = table;
  const { columns = {} } = wish;
  const scale = scaleOf(wish, label);
  const metric = label ?? wish.metric?.trim() ?? '';
  const texts = ratings.label.distinct.map((text) => labelFromText(scale, text));
  const ordered = orderByValue(ratings.item, items.length);
  const told = (name: AboutColumn, item: number): string | null => {
    const text = about[name]?.[item] ?? '';
    return text === '' ? null : text;
  };
  const isJudge = (name: string): boolean => wish.judges.includes(name);
  const hasLabel = raters.map(() => false);
  for (const rater of ratings.rater) hasLabel[rater] = true;
  const rated = [...raters.keys()].filter((at) => !wish.onlyRated || hasLabel[at]);
  const placeOf = new Map(rated.map((at, place) => [at, place]));
  /** One item after another, so that the labels of all are never held as lists of texts. */
  function* eachItem(): Generator<ImportedStudyItem> {
    for (let i = 0, from = 0; i < items.length; i++) {
      const labels = rated.map((): string | null => null);
      const first = from;
      for (; from < ordered.length && ratings.item.at(ordered[from]!) === i; from++)
        labels[placeOf.get(ratings.rater.at(ordered[from]!))!] = texts[ratings.label.placeAt(ordered[from]!)]!;
      if (wish.onlyRated && from === first) continue;
      yield {
        ...{ item: items[i]!, cluster: clusters?.[i] ?? items[i]! },
        ...{ system: told('system', i), category: told('category', i), stratum: told('stratum', i) },
        ...{ inclusionProbability: Number(told('probability', i) ?? 1), labels }
      };
    }
  }
  const { labelColumn, clusterColumn } = table;
  // A column that was recognised counts like one that was told.
  const read = {
    ...columns,
    ...table.aboutColumns,
    ...(clusterColumn ? { cluster: clusterColumn } : {}),
    ...(labelColumn ? { label: labelColumn } : {})
  };
  return {
    name: several ? `${wish.name.trim()}: ${label}` : wish.name.trim(),
    metric: metric === '' ? (table.labelColumn ?? 'label') : metric,
    file: wish.file,
    columns: Object.fromEntries(
      Object.entries(read).filter(([name, column]) => name !== 'rater' && column != null)
    ) as {
      [Column in ImportedColumn]?: string;
    },
    scale,
    raters: rated.map((at) => ({ name: raters[at]!, judge: isJudge(raters[at]!) })),
    items: { [Symbol.iterator]: eachItem }
  };
}

/** A row that is wrong for one column of labels is mostly wrong for the next one as well: told once. */
function addNew(problems: SaidProblem[], more: readonly SaidProblem[]): void {
  const key = (one: SaidProblem): string => JSON.stringify([one.row, one.column, one.reason, one.found]);
  const known = new Set(problems.map(key));
  problems.push(...more.filter((one) => !known.has(key(one))));
}
