import { countCell, type FigureTable } from '../../../figure-table.ts';
import { modelsNamed } from '../../../judges/settings/roles.ts';
import { sameFamily } from '../../../judges/settings/families.ts';
import type { FigureSource, SuiteFigure } from '../../../suite.ts';
import { researchTask } from '../material.ts';
import { CRITERIA_METRIC, KEY_POINTS } from './tables.ts';

/** A model by its spec, without settings. */
const modelOf = (spec: string): string => spec.trim().split(/[\s;]/)[0]!;
const sharesModel = (a: string, b: string): boolean => {
  const models = new Set(modelsNamed(a).map(modelOf));
  return modelsNamed(b).some((one) => models.has(modelOf(one)));
};

/** Each metric and what a model made for it. */
const madeFor = [
  { metric: CRITERIA_METRIC, title: 'Criteria', by: 'criteriaBy' },
  { metric: KEY_POINTS, title: 'Key points', by: 'keyPointsBy' }
] as const;

function makersAndJudges(source: FigureSource): FigureTable | null {
  const rows = madeFor.flatMap(({ metric, title, by }) => {
    const own = source.rows.filter((row) => row.metric === metric);
    const qids = [...new Set(own.map(({ qid }) => qid))];
    const makers = qids.map((qid) => researchTask.safeParse(source.material('research-arena', qid)).data?.[by] ?? null);
    const judges = [...new Set(own.flatMap(({ perJudge }) => perJudge.map(({ judge }) => judge)))];
    return judges.map((judge) => {
      const count = (fits: (maker: string | null) => boolean) => countCell(makers.filter(fits).length, makers.length);
      return {
        ...{ group: title, system: judge },
        cells: [
          count((maker) => maker !== null && sharesModel(maker, judge)),
          count((maker) => maker !== null && !sharesModel(maker, judge) && sameFamily(judge, { name: maker })),
          count((maker) => maker !== null && !sharesModel(maker, judge) && !sameFamily(judge, { name: maker })),
          count((maker) => maker === null)
        ]
      };
    });
  });
  if (rows.length === 0) return null;
  const own = rows.filter(({ cells }) => (cells[0]!.value ?? 0) > 0);
  return {
    name: 'makers-and-judges',
    title: 'Who made what the judges judge by',
    range: 'none',
    counted: 'tasks that the judge judges',
    rowsAre: 'Judge',
    columns: [
      { name: 'same model', title: 'Made by the same model', decimals: 0 },
      { name: 'same maker', title: 'By another model of its maker', decimals: 0 },
      { name: 'other', title: 'By another maker’s', decimals: 0 },
      { name: 'unknown', title: 'By people, or unknown', decimals: 0 }
    ],
    rows,
    notes: [
      own.length > 0
        ? `Same model: ${own.map(({ system, group, cells }) => `${system} made ${group.toLowerCase()} of ${cells[0]!.value} of ${cells[0]!.n} tasks that it judges`).join('; ')}. A model may favour reports that fit its own criteria.`
        : 'No judge judges by criteria or key points that it made itself.'
    ],
    display: { as: 'bars', columns: ['same model', 'same maker', 'other', 'unknown'] }
  };
}

/** Whether the models that made criteria and key points also judge by them: the paper separates the two, so that the same model is named. */
export const makersAndJudgesFigure: SuiteFigure = {
  name: 'makers-and-judges',
  title: 'who made what the judges judge by',
  appliesTo: (metrics) => madeFor.some(({ metric }) => metrics.some(({ name }) => name === metric)),
  table: makersAndJudges
};
