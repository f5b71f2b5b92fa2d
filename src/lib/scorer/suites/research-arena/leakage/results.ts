/** Results of continuations of many tasks (arXiv 2509.01396, Table 4). */
import type { Interval } from '../../../../stats/index.ts';
import { figureCell, type FigureCell, type FigureTable } from '../../../figure-table.ts';
import { pooledRatio } from '../../../leaderboard/aggregation/pooled-ratio.ts';
import { LEAST_QUERIES } from '../../../leaderboard/index.ts';
import { compositeSimilarity, isLeak, type Similarity, tfidfSimilarity, weighWords } from './similarity.ts';

/** A continuation as a run stored it; the parts that depend on no other task are computed when it is made. */
export interface Continuation {
  qid: string;
  model: string;
  prefix: string;
  reference: string;
  continuation: string;
  string: number;
  overlap: number;
}

export interface ComparedContinuation extends Continuation, Similarity {
  leaked: boolean;
}

/** Compares continuations with their references; the vocabulary is that of all tasks' references, each task once. */
export function compareContinuations(all: readonly Continuation[]): ComparedContinuation[] {
  const references = new Map(all.map(({ qid, reference }) => [qid, reference]));
  const weights = weighWords([...references.values()]);
  return all.map((one) => {
    const tfidf = tfidfSimilarity(one.continuation, one.reference, weights);
    const composite = compositeSimilarity({ string: one.string, overlap: one.overlap, tfidf });
    return { ...one, tfidf, composite, leaked: isLeak({ composite }) };
  });
}

const isChinese = ({ prefix, reference }: Continuation): boolean => /\p{Script=Han}/u.test(prefix + reference);

const RANGE: Interval = [0, 100];

function meanOf(all: readonly ComparedContinuation[], value: (one: ComparedContinuation) => number): FigureCell {
  const found = pooledRatio(
    all.map((one) => ({ cluster: one.qid, above: 100 * value(one), below: 1 })),
    RANGE
  );
  return figureCell(
    {
      value: found.value,
      reason: found.value === null ? 'No continuation.' : null,
      interval: found.clusters < LEAST_QUERIES ? null : found.interval
    },
    all.length
  );
}

const cellsOf = (all: readonly ComparedContinuation[]): FigureCell[] => [
  meanOf(all, ({ leaked }) => (leaked ? 1 : 0)),
  meanOf(all, ({ composite }) => composite),
  meanOf(all, ({ string }) => string),
  meanOf(all, ({ tfidf }) => tfidf),
  meanOf(all, ({ overlap }) => overlap),
  { value: all.filter(({ leaked }) => leaked).length, reason: null, low: null, high: null, n: all.length }
];

/** Table 4: mean similarities of each model's continuations, and of all together; by language if tasks are of both. */
export function leakageTable(all: readonly ComparedContinuation[]): FigureTable {
  const models = [...new Set(all.map(({ model }) => model))];
  const groups = [
    { group: 'All tasks', of: all },
    { group: 'Tasks in English', of: all.filter((one) => !isChinese(one)) },
    { group: 'Tasks in Chinese', of: all.filter(isChinese) }
  ];
  const shown = groups.slice(1).every(({ of }) => of.length > 0) ? groups : [{ group: null, of: all }];
  return {
    name: 'leakage',
    title: 'Similarity of continuations to the withheld half',
    range: '95% CI, jackknife by task',
    counted: 'continuations',
    rowsAre: 'Model',
    columns: [
      { name: 'leak', title: 'Leak, %', decimals: 1 },
      { name: 'composite', title: 'Composite, %', decimals: 1 },
      { name: 'string', title: 'String, %', decimals: 1 },
      { name: 'tfidf', title: 'TF-IDF, %', decimals: 1 },
      { name: 'overlap', title: 'Word overlap, %', decimals: 1 },
      { name: 'count', title: 'Leaks', decimals: 0 }
    ],
    rows: shown.flatMap(({ group, of }) => [
      ...models.map((model) => ({ group, system: model, cells: cellsOf(of.filter((one) => one.model === model)) })),
      ...(models.length > 1 ? [{ group, system: 'All models', cells: cellsOf(of) }] : [])
    ]),
    notes: [
      'Composite: .4 string + .4 TF-IDF + .2 word overlap. A continuation whose composite is above 70% counts as a leak.',
      'A low similarity does not prove that a model has not seen a task; a high one shows that it can continue it.',
      `Fewer than ${LEAST_QUERIES} tasks: no interval.`
    ],
    display: { as: 'intervals', columns: ['composite'] }
  };
}
