import { countCell, type FigureTable } from '../../../figure-table.ts';
import { sameFamily } from '../../../judges/settings/families.ts';
import { sharesModel } from '../../../judges/settings/same-model.ts';
import type { FigureSource, MadeForJudging, SuiteFigure } from '../../../suite.ts';
import { researchTask } from '../material.ts';
import { CRITERIA_METRIC, KEY_POINTS } from './tables.ts';

/** Each metric and what a model made for it. */
const madeFor = [
  { metric: CRITERIA_METRIC, title: 'Criteria', by: 'criteriaBy' },
  { metric: KEY_POINTS, title: 'Key points', by: 'keyPointsBy' }
] as const;

/** The parts of a task's material by which judges judge, of those that it has. */
export function madeOfTask(material: unknown): MadeForJudging[] {
  const { data } = researchTask.safeParse(material);
  return [
    ...(data?.criteria ? [{ metric: CRITERIA_METRIC, what: 'criteria', by: data.criteriaBy }] : []),
    ...(data?.keyPoints ? [{ metric: KEY_POINTS, what: 'key points', by: data.keyPointsBy }] : [])
  ];
}

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
    // That a judge made what it judges by is said of every output of a run (`self-judging.ts`).
    notes: own.length > 0 ? [] : ['No judge judges by criteria or key points that it made itself.'],
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
