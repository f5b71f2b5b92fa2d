import type { SaidProblem } from '../../errors.ts';
import { sayingsOf } from '../../messages/sayings.ts';
import { firstBytes, sizeOf, wholeOf, type FileContent } from '../format/file-content.ts';
import { isObject } from '../format/json-value.ts';
import { ProblemList, type Parsed } from '../format/problem-list.ts';
import { requireUtf8 } from '../format/utf8.ts';
import { likelyScale } from '../ratings/label-scale-text.ts';
import { glimpseOf, openForeign } from './foreign-file.ts';
import { NotTaken, type ForeignRecord, type NotTakenCount } from './readers/foreign-label.ts';
import { LabelCollector, type CollectedLabels } from './label-collector.ts';
import { hasAll, type Glimpse, type RecordReader } from './readers/neighbour.ts';
import { recognised } from './registry.ts';

const say = sayingsOf('foreignProblems');

/** A question of a foreign file, before its scale is chosen. */
interface ForeignQuestion {
  name: string;
  labels: number;
  /** Labels by people. */
  byPeople: number;
  /** Its values, the most frequent first; `others` counts those that are not listed. */
  values: { value: string; count: number }[];
  others: number;
  /** The written form of the scale that the format gives, or else that the values suggest; null if there is neither. */
  scale: string | null;
  /** Whether the format gives the scale: it then includes values without labels. */
  isScaleKnown: boolean;
}

/** Summary of a file of another tool: its contents, and the parts that are not taken. */
export interface ForeignSummary {
  /** Name of the tool. */
  tool: string;
  records: number;
  items: number;
  labels: number;
  raters: CollectedLabels['raters'];
  questions: ForeignQuestion[];
  /** Names of the fields of items. */
  about: string[];
  /** Fields that some items lack because their text does not fit. */
  unfit: CollectedLabels['unfit'];
  notTaken: NotTakenCount[];
}

export interface ForeignRatings {
  summary: ForeignSummary;
  collected: CollectedLabels;
}

/** Labels of one file. More are a mistake, or meant to exhaust the memory. */
const MOST_LABELS = 5_000_000;
const MOST_LISTED = 20;
/** Records between two reports of progress. */
const RECORDS_AT_ONCE = 2_000;

/** Whether a file holds the majority on each item that `writers/tool-files.ts` writes for Inspect, without labels of a rater. */
const isMajorities = ({ container, first }: Glimpse): boolean =>
  container === 'lines' &&
  hasAll(first, 'id', 'value') &&
  isObject(first.metadata) &&
  hasAll(first.metadata, 'n_raters', 'n_majority');

/**
 * Reads a file of another annotation or evaluation tool.
 *
 * @param progress called with the numbers of records and labels read so far
 * @returns null if the file is in none of the known formats
 */
export async function readForeign(
  content: FileContent,
  progress: (read: { records: number; labels: number }) => void = () => undefined
): Promise<Parsed<ForeignRatings> | null> {
  const unopened = new ProblemList();
  const file = openForeign(content, unopened);
  if (!file) return unopened.any ? { ok: false, problems: unopened.all } : null;
  const [seen, problems, notTaken] = [new ProblemList(), new ProblemList(), new NotTaken()];
  const glimpse = await glimpseOf(file, seen);
  const neighbour = recognised(glimpse);
  if (!neighbour) {
    // An export that was packed, as for an e-mail.
    const packed = file.only?.() ?? null;
    if (packed !== null) return readForeign(packed, progress);
    if (isMajorities(glimpse)) {
      unopened.add(null, 'file', say('onlyMajorities'));
      return { ok: false, problems: unopened.all };
    }
    // Damaged JSON may be a table; archives and Parquet are nothing else.
    const isText = file.container === 'json' || file.container === 'lines';
    return seen.any && !isText ? { ok: false, problems: seen.all } : null;
  }
  const collector = new LabelCollector(notTaken);
  const reader = neighbour.reader();
  let records = 0;
  if (reader.survey) for await (const record of file.records(new ProblemList())) reader.survey(record);
  for await (const record of file.records(problems)) {
    if (record.isElement) records += 1;
    else if (!(reader.takes?.(record) ?? false))
      notTaken.fields({ [nameOf(record)]: record.value === undefined ? true : record.value }, new Set());
    for (const label of reader.labels({ ...record, number: records }, notTaken)) collector.add(label);
    if (collector.count > MOST_LABELS) {
      problems.add(null, 'file', say('tooManyLabels', { most: MOST_LABELS }));
      break;
    }
    if (records % RECORDS_AT_ONCE === 0) progress({ records, labels: collector.count });
  }
  if (problems.any) return { ok: false, problems: problems.all };
  progress({ records, labels: collector.count });
  const collected = collector.finish();
  const summary: ForeignSummary = {
    ...{ tool: neighbour.name, records, items: collected.items.length, labels: collected.labels.count },
    ...{ raters: collected.raters, questions: questionsOf(collected, reader), about: [...collected.about.keys()] },
    unfit: collected.unfit,
    notTaken: notTaken.all
  };
  return problems.answer({ summary, collected });
}

/** Larger files are not held whole to look for the first byte that is not UTF-8. */
const MOST_DECODED = 64 * 1024 * 1024;

/** Why a file that `readForeign` does not recognise cannot be read as JSON: its encoding, or where it is damaged. Empty for other files. */
export async function damageOf(content: FileContent): Promise<SaidProblem[]> {
  const [a = 0, b = 0] = firstBytes(content, 2);
  const problems = new ProblemList();
  const isUtf16 = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
  const file = openForeign(content, problems);
  if (!isUtf16 && file?.container !== 'json' && file?.container !== 'lines') return [];
  if (sizeOf(content) <= MOST_DECODED) requireUtf8(wholeOf(content), problems);
  if (!problems.any && file) await glimpseOf(file, problems);
  return problems.all;
}

const nameOf = ({ path, member }: ForeignRecord): string => [member, path].filter(Boolean).join(': ');

function questionsOf({ questions, raters, values, labels }: CollectedLabels, reader: RecordReader): ForeignQuestion[] {
  const counts = questions.map(() => new Map<number, number>());
  const byPeople = questions.map(() => 0);
  for (let i = 0; i < labels.count; i++) {
    if (raters[labels.rater[i]!]!.kind === 'person') byPeople[labels.question[i]!]! += 1;
    const ofQuestion = counts[labels.question[i]!]!;
    ofQuestion.set(labels.value[i]!, (ofQuestion.get(labels.value[i]!) ?? 0) + 1);
  }
  return questions.map(({ name, labels: given }, i) => {
    const ordered = [...counts[i]!].sort((a, b) => b[1] - a[1]).map(([value, count]) => ({ value: values[value]!, count })); // prettier-ignore
    const texts = ordered.map(({ value }) => value);
    const known = reader.scale?.(name, texts) ?? null;
    return {
      ...{
        name,
        labels: given,
        byPeople: byPeople[i]!,
        values: ordered.slice(0, MOST_LISTED),
        others: Math.max(0, ordered.length - MOST_LISTED)
      },
      ...{ scale: known ?? likelyScale(texts), isScaleKnown: known !== null }
    };
  });
}
