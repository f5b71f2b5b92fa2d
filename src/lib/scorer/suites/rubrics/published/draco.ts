/** DRACO's `test.jsonl`, and result files of third parties with each run of the judge. */
import { fieldsOf, isFields, numberOf } from '../official/numbers.ts';
import { readDracoRubric } from '../official/draco.ts';
import type { RubricNode } from '../rubric.ts';
import { slugOf, type PublishedForm, type PublishedTask, type StatedFigure, type SaidInFile } from './form.ts';
import { FileFault, idOf, objectsIn, unwrapJson, wordsOf, type GivenRow, type LeftFields } from './given-files.ts';
import { shortened } from '../../../../messages/shortened.ts';

function taskOf(place: GivenRow, left: LeftFields): PublishedTask {
  const { row } = place;
  const [qid, query] = [idOf(row.id), wordsOf(row.problem)];
  if (qid === null || query === null || row.answer === undefined)
    throw new FileFault(place, 'id, problem or answer is missing');
  const answer = unwrapJson(row.answer);
  if (typeof answer === 'string' || answer === null) throw new FileFault(place, 'answer is not JSON');
  const rubric = readDracoRubric(answer);
  if (rubric.value === null) throw new FileFault(place, rubric.reason);
  left.see(row, ['id', 'problem', 'answer']);
  left.see(answer, ['sections', 'criteria'], 'answer.');
  for (const section of Array.isArray(fieldsOf(answer).sections) ? (fieldsOf(answer).sections as unknown[]) : []) {
    left.see(section, ['title', ...('title' in fieldsOf(section) ? [] : ['id']), 'criteria'], 'answer.sections[].');
    const own = fieldsOf(section).criteria;
    for (const one of Array.isArray(own) ? own : []) left.see(one, ['weight', 'requirement'], 'criteria[].');
  }
  const sections = [...new Set(rubric.value.map(({ section }) => section ?? 'criteria'))];
  const criteria = sections.map((section, s): RubricNode => {
    const own = rubric.value.filter((one) => (one.section ?? 'criteria') === section);
    const key = `${slugOf(section).slice(0, 60)}-${String(s + 1)}`;
    return {
      key,
      title: section,
      criteria: own.map(({ weight, requirement }, k) => ({ key: `${key}.${String(k + 1)}`, weight, text: requirement }))
    };
  });
  return { qid, query, criteria };
}

export const dracoFiles: PublishedForm = {
  name: 'draco',
  isTasks: (row) => 'problem' in row && 'answer' in row,
  tasks: (rows, { left }) => rows.map((row) => taskOf(row, left)),
  isResults: (row) => 'results' in row && 'judge_model' in row,
  results: (rows, { left, note, criteriaOf, report }) => {
    let unsaid = 0;
    const said = rows.flatMap((place) => {
      const judge = wordsOf(place.row.judge_model);
      left.see(place.row, ['judge_model', 'runs_per_item', 'results']);
      return objectsIn(place.row.results, 'results', place).flatMap((result) => {
        const qid = idOf(result.id);
        if (qid === null) throw new FileFault(place, 'a result has no id');
        left.see(result, ['id', 'runs', 'normalized_score', 'pass_rate'], 'results[].');
        const figures = (of: typeof result, repeat: number | null) => {
          for (const [figure, equals] of [
            ['normalized_score', 'score'],
            ['pass_rate', 'pass_rate'],
            ['raw_score', null]
          ] as const)
            if (of[figure] !== undefined)
              report({ system: null, qid, judge, ...{ figure, equals, repeat }, ...givenFigure(of[figure]) });
        };
        figures(result, null);
        return objectsIn(result.runs, `the runs of ${qid}`, place).flatMap((run, repeat): SaidInFile[] => {
          left.see(run, ['criteria_results', 'normalized_score', 'pass_rate', 'raw_score'], 'runs[].');
          figures(run, repeat);
          const unsaidYet = [...criteriaOf(qid)];
          const own = objectsIn(run.criteria_results, `a run of ${qid}`, place).map((one): SaidInFile => {
            const text = wordsOf(one.requirement);
            if (text === null) throw new FileFault(place, `a criterion of ${qid} has no requirement`);
            left.see(one, ['requirement', 'weight', 'verdict', 'explanation'], 'criteria_results[].');
            const label = wordsOf(one.verdict);
            const at = unsaidYet.findIndex((criterion) => criterion.text.trim() === text.trim());
            const [found] = at === -1 ? [] : unsaidYet.splice(at, 1);
            demandWeight(found?.weight, one.weight, `${qid}: ${text}`, place);
            return {
              ...{ place, system: null, judge, qid, repeat, of: { text }, label },
              rationale: wordsOf(one.explanation) ?? '',
              reason: label === null ? 'The suite has no verdict on it.' : null
            };
          });
          unsaid += unsaidYet.length;
          return [
            ...own,
            ...unsaidYet.map(({ key }): SaidInFile => {
              const by = { place, system: null, judge, qid, repeat, of: { key }, label: 'UNMET', reason: null };
              return { ...by, rationale: 'The file has no verdict on it, which DRACO’s library counts as UNMET.' };
            })
          ];
        });
      });
    });
    if (unsaid > 0) note(`${String(unsaid)} criteria without a verdict count as UNMET, as in DRACO’s library`);
    return said;
  }
};

/** A number, or the words that stand in its place. */
export function givenFigure(value: unknown): Pick<StatedFigure, 'value' | 'words'> {
  const number = typeof value === 'boolean' ? null : numberOf(value);
  if (number !== null) return { value: number, words: null };
  return { value: null, words: isFields(value) || Array.isArray(value) ? JSON.stringify(value) : String(value) };
}

/** A result that was scored by another weight than the rubric's belongs to another version of the tasks. */
export function demandWeight(own: number | undefined, given: unknown, what: string, place: GivenRow): void {
  const weight = numberOf(given);
  if (own === undefined || weight === null || weight === own) return;
  throw new FileFault(
    place,
    `${shortened(what, 80)}: the weight is ${String(weight)}, and ${String(own)} in the rubric`
  );
}
