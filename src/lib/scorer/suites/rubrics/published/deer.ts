/** DEER: `others/SID.json` with a score for each item, and the files of means (`final`, `fact`) that are computed from such. */
import { fieldsOf, isFields, numberOf } from '../official/numbers.ts';
import type { RubricAggregation, RubricNode } from '../rubric.ts';
import { givenFigure } from './draco.ts';
import { rubricKeyOf, type PublishedForm, type PublishedTask, type StatedFigure, type SaidInFile } from './form.ts';
import { FileFault, idOf, wordsOf, type GivenRow, type LeftFields } from './given-files.ts';

const mean: RubricAggregation = { kind: 'weighted-mean', round: 2 };
const parts = { C: 'Compliance', Q: 'Quality' } as const;

interface DeerItem {
  key: string;
  text: string;
  score: unknown;
}
interface DeerGroup {
  key: string;
  title: string;
  groups: DeerGroup[];
  items: DeerItem[];
}

const words = (name: string) => name.replaceAll('_', ' ').replace(/^./u, (first) => first.toUpperCase());

/** Dimension, criterion, element, compliance and quality, items: five steps, each of which is a mean of its own. */
function groupsOf(place: GivenRow, left: LeftFields): DeerGroup[] {
  const { row } = place;
  if (!isFields(row.scores)) throw new FileFault(place, 'scores is no object');
  left.see(row, ['sample_id', 'scores', 'score', 'element_avgs', 'criteria_avgs', 'score_avgs']);
  const inner = (value: unknown, prefix: string, depth: number): DeerGroup[] =>
    Object.entries(fieldsOf(value)).flatMap(([name, below]) => {
      const key = `${prefix}${rubricKeyOf(name)}`;
      if (!isFields(below)) throw new FileFault(place, `${key} is no object`);
      const title = depth === 2 ? `Element ${name}` : words(name);
      const groups = depth < 2 ? inner(below, `${key}.`, depth + 1) : halves(below, `${key}.`);
      return groups.length === 0 ? [] : [{ key, title, groups, items: [] }];
    });
  const halves = (items: object, prefix: string): DeerGroup[] => {
    for (const name of Object.keys(items)) if (!/^[CQ]/u.test(name)) left.add(`item ${name}`);
    return (['C', 'Q'] as const).flatMap((letter) => {
      const own = Object.entries(items).filter(([name]) => name.startsWith(letter));
      if (own.length === 0) return [];
      const found = own.map(([name, given]: [string, unknown]): DeerItem => {
        left.see(given, ['description', 'score'], 'items[].');
        const score = isFields(given) ? given.score : Array.isArray(given) ? (given.at(-1) as unknown) : given;
        return { key: `${prefix}${rubricKeyOf(name)}`, text: wordsOf(fieldsOf(given).description) ?? name, score };
      });
      return [{ key: `${prefix}${letter}`, title: parts[letter], groups: [], items: found }];
    });
  };
  return inner(row.scores, '', 0);
}

const nodeOf = ({ key, title, groups, items }: DeerGroup): RubricNode => ({
  ...{ key, title, aggregation: mean },
  criteria: [...groups.map(nodeOf), ...items.map(({ key: own, text }) => ({ key: own, text }))]
});
const itemsOf = (groups: readonly DeerGroup[]): DeerItem[] =>
  groups.flatMap((group) => [...group.items, ...itemsOf(group.groups)]);

function idIn(place: GivenRow): string {
  return idOf(place.row.sample_id) ?? /(\d+)\.json$/u.exec(place.file)?.[1] ?? missingId(place);
}
function missingId(place: GivenRow): never {
  throw new FileFault(place, 'sample_id is missing');
}

/** Means of a file with their path as name, e.g. `criteria_avgs.request_fulfillment.completeness`. */
function figuresIn(value: unknown, path: string): Pick<StatedFigure, 'figure' | 'value' | 'words'>[] {
  if (!isFields(value)) return [{ figure: path, ...givenFigure(value) }];
  return Object.entries(value).flatMap(([name, inner]) => figuresIn(inner, `${path}.${name}`));
}

export const deerFiles: PublishedForm = {
  name: 'deer',
  fixed: true,
  isTasks: (row) => 'scores' in row && ('sample_id' in row || 'element_avgs' in row) && !('raw' in row),
  tasks: (rows, { left }) =>
    rows.map((place): PublishedTask => {
      const criteria = groupsOf(place, left).map(nodeOf);
      return { qid: idIn(place), query: null, criteria };
    }),
  isResults: (row) => 'scores' in row && ('sample_id' in row || 'element_avgs' in row) && !('raw' in row),
  results: (rows, { left, report }) =>
    rows.flatMap((place): SaidInFile[] => {
      const qid = idIn(place);
      const by = { system: null, qid, judge: null, repeat: 0 };
      if (place.row.score !== undefined)
        report({ ...by, figure: 'score', equals: 'score', ...givenFigure(place.row.score) });
      return itemsOf(groupsOf(place, left)).map(({ key, score }): SaidInFile => {
        const value = numberOf(score);
        const label = value !== null ? String(value) : score === 'N/A' ? 'N/A' : null;
        const reason = label === null ? `The suite’s score is ${JSON.stringify(score ?? null)}.` : null;
        return { ...by, place, of: { key }, label, rationale: '', reason };
      });
    }),
  isTotals: (row) => 'criteria_avgs' in row || 'score_avgs' in row,
  whyTotals: 'this file of DEER holds means of its items and not their scores, which are in others/SID.json',
  totals: (rows, { left }) =>
    rows.flatMap((place) => {
      const { row } = place;
      const qid = idOf(row.sample_id) ?? /(?:^|\/)(\d+)\.json$/u.exec(place.file)?.[1] ?? null;
      left.see(row, ['sample_id', 'score_avgs', 'criteria_avgs', 'score']);
      const by = { system: null, qid, judge: null, repeat: null, equals: null };
      return (['score', 'score_avgs', 'criteria_avgs'] as const)
        .filter((name) => row[name] !== undefined)
        .flatMap((name) => figuresIn(row[name], name))
        .map((figure) => ({ ...by, ...figure }));
    })
};
