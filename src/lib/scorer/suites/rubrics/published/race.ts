/** DeepResearch Bench, RACE: `criteria.jsonl`; its results hold totals of a report and no scores of criteria. */
import { raceDimensions } from '../official/race.ts';
import { fieldsOf, numberOf } from '../official/numbers.ts';
import type { RubricNode } from '../rubric.ts';
import { givenFigure } from './draco.ts';
import type { PublishedForm, PublishedTask, StatedFigure } from './form.ts';
import { FileFault, idOf, objectsIn, wordsOf, type GivenRow, type LeftFields } from './given-files.ts';

const figures = [...raceDimensions, 'overall_score'] as const;

function taskOf(place: GivenRow, left: LeftFields): PublishedTask {
  const { row } = place;
  const [qid, query] = [idOf(row.id), wordsOf(row.prompt)];
  if (qid === null || query === null) throw new FileFault(place, 'id or prompt is missing');
  left.see(row, ['id', 'prompt', 'dimension_weight', 'criterions']);
  const weights = fieldsOf(row.dimension_weight);
  const criteria: RubricNode[] = [];
  for (const [dimension, list] of Object.entries(fieldsOf(row.criterions))) {
    const weight = numberOf(weights[dimension]);
    if (weight === null) throw new FileFault(place, `the dimension ${dimension} has no weight`);
    const own = objectsIn(list, dimension, place).map((one, k): RubricNode => {
      const [text, share, explanation] = [wordsOf(one.criterion), numberOf(one.weight), wordsOf(one.explanation)];
      if (text === null || share === null)
        throw new FileFault(place, `a criterion of ${dimension} has no text or no weight`);
      left.see(one, ['criterion', 'explanation', 'weight'], 'criterions[].');
      return {
        ...{ key: `${dimension}-${String(k + 1)}`, text, weight: share },
        ...(explanation !== null && { explanation })
      };
    });
    if (own.length > 0) criteria.push({ key: dimension, title: dimension.replaceAll('_', ' '), weight, criteria: own });
  }
  left.see(weights, Object.keys(fieldsOf(row.criterions)), 'dimension_weight.');
  return { qid, query, criteria };
}

export const raceFiles: PublishedForm = {
  name: 'deep-research-bench-race',
  isTasks: (row) => 'criterions' in row && 'dimension_weight' in row,
  tasks: (rows, { left }) => rows.map((row) => taskOf(row, left)),
  isTotals: (row) => 'overall_score' in row || ('error' in row && 'prompt' in row),
  whyTotals: 'RACE’s results hold totals of a report and not the judge’s scores of its criteria',
  totals: (rows, { left }) =>
    rows.flatMap((place): StatedFigure[] => {
      const { row } = place;
      const qid = idOf(row.id);
      if (qid === null) throw new FileFault(place, 'id is missing');
      left.see(row, ['id', 'prompt', 'error', ...figures]);
      const by = { system: null, qid, judge: null, repeat: null, equals: null };
      if ('error' in row) return [{ ...by, figure: 'overall_score', value: null, words: String(row.error) }];
      return figures.flatMap((figure) =>
        row[figure] === undefined ? [] : [{ ...by, figure, ...givenFigure(row[figure]) }]
      );
    })
};
