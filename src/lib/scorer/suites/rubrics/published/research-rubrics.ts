/** ResearchRubrics: `processed_data.jsonl` and results by criterion, and the earlier table `compiled_dataset.csv` that holds both. */
import { fieldsOf, numberOf } from '../official/numbers.ts';
import type { RubricNode } from '../rubric.ts';
import { shortened } from '../../../../messages/shortened.ts';
import { demandWeight } from './draco.ts';
import { slugOf, type PublishedForm, type PublishedTask, type SaidInFile } from './form.ts';
import {
  FileFault,
  fieldsIn,
  idOf,
  objectsIn,
  unwrapJson,
  wordsOf,
  type GivenRow,
  type LeftFields
} from './given-files.ts';

const valueOf: Readonly<Record<string, number>> = { Satisfied: 1, 'Partially Satisfied': 0.5, 'Not Satisfied': 0 };
const isTable = (row: GivenRow['row']) => 'final_presence' in row && 'rubrics' in row;

function taskOf(place: GivenRow, left: LeftFields): PublishedTask {
  const { row } = place;
  const [qid, query] = [idOf(row.sample_id), wordsOf(row.prompt)];
  if (qid === null || query === null) throw new FileFault(place, 'sample_id or prompt is missing');
  left.see(row, ['sample_id', 'prompt', 'rubrics', ...(isTable(row) ? ['final_presence'] : [])]);
  const criteria = objectsIn(unwrapJson(row.rubrics), 'rubrics', place).map((one, k): RubricNode => {
    const text = wordsOf(one.criterion) ?? wordsOf(one.title);
    const [weight, axis] = [numberOf(one.weight), wordsOf(one.axis) ?? wordsOf(one.category)];
    if (text === null || weight === null)
      throw new FileFault(place, `criterion ${String(k + 1)} has no text or no weight`);
    left.see(
      one,
      ['weight', 'criterion' in one ? 'criterion' : 'title', 'axis' in one ? 'axis' : 'category'],
      'rubrics[].'
    );
    return { text, weight, ...(axis !== null && { tags: [slugOf(axis)] }) };
  });
  return { qid, query, criteria };
}

/** The words of a verdict; null if there is none. */
function verdictOf(value: unknown, what: string, place: GivenRow): string | null {
  if (value === null || value === undefined || typeof value === 'string') return wordsOf(value);
  const found = JSON.stringify(value);
  throw new FileFault(place, `${shortened(what, 80)}: the verdict is ${found}, not ${Object.keys(valueOf).join(', ')}`);
}

/** The table: verdicts of each model by the position of the criterion. */
function ofTable(place: GivenRow, criteria: readonly { key: string }[], left: LeftFields): SaidInFile[] {
  const qid = idOf(place.row.sample_id);
  if (qid === null) throw new FileFault(place, 'sample_id is missing');
  left.see(place.row, ['sample_id', 'prompt', 'rubrics', 'final_presence']);
  const cell = unwrapJson(place.row.final_presence);
  const given = cell === '' || cell === null ? {} : fieldsIn(cell, `final_presence of ${qid}`, place);
  return Object.entries(given).flatMap(([model, own]) => {
    const { values } = fieldsOf(own);
    if (!Array.isArray(values)) throw new FileFault(place, `final_presence.${model} has no list of values`);
    left.see(own, ['values', 'null_count', 'total_count'], 'final_presence[].');
    if (values.length > criteria.length)
      throw new FileFault(place, `${qid}: ${model} has ${String(values.length)} verdicts on ${String(criteria.length)} criteria`); // prettier-ignore
    return criteria.map(({ key }, k): SaidInFile => {
      const label = verdictOf(values[k], `${qid}: ${model}`, place);
      return {
        ...{ place, system: model.replace(/_present$/u, ''), judge: null, qid, repeat: 0, of: { key }, label },
        ...{ rationale: '', reason: label === null ? 'The table has no verdict on it.' : null }
      };
    });
  });
}

export const researchRubricsFiles: PublishedForm = {
  name: 'research-rubrics',
  isTasks: (row) => 'sample_id' in row && 'rubrics' in row,
  tasks: (rows, { left }) => rows.map((row) => taskOf(row, left)),
  isResults: (row) => ('sample_id' in row && 'rubric_title' in row) || isTable(row),
  results: (rows, { left, criteriaOf }) => {
    const used = new Map<string, number>();
    return rows.flatMap((place): SaidInFile[] => {
      const { row } = place;
      if (isTable(row)) return ofTable(place, criteriaOf(idOf(row.sample_id) ?? ''), left);
      const [qid, text] = [idOf(row.sample_id), wordsOf(row.rubric_title)];
      if (qid === null || text === null) throw new FileFault(place, 'sample_id or rubric_title is missing');
      left.see(row, ['sample_id', 'rubric_title', 'verdict', 'reasoning', 'success', 'error', 'score', 'weight']);
      const about = JSON.stringify([qid, text.trim()]);
      const nth = used.get(about) ?? 0;
      used.set(about, nth + 1);
      const own = criteriaOf(qid).filter((one) => one.text.trim() === text.trim())[nth];
      demandWeight(own?.weight, row.weight, `${qid}: ${text}`, place);
      const said = verdictOf(row.verdict, `${qid}: ${text}`, place);
      const failed = row.success === false || said === 'Error';
      const [score, value] = [numberOf(row.score), valueOf[said ?? '']];
      if (!failed && said === null && score !== null)
        throw new FileFault(place, `${qid}: the score is ${String(score)}, and there is no verdict`);
      // The published score reads the number and not the words: a file in which they differ has two scores.
      if (!failed && score !== null && value !== undefined && score !== value)
        throw new FileFault(place, `${qid}: the verdict is ${JSON.stringify(said)} and the score ${String(score)}`);
      return [
        {
          ...{ place, system: null, judge: null, qid, repeat: 0, of: { text }, label: failed ? null : said },
          rationale: wordsOf(row.reasoning) ?? '',
          reason:
            failed || said === null
              ? (wordsOf(row.error) ?? (failed ? 'The suite’s call failed.' : 'The suite has no verdict on it.'))
              : null
        }
      ];
    });
  }
};
