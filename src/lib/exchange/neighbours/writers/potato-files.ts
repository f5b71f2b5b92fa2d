import { writeJsonLines } from '../../format/json-lines.ts';
import { eachLabel, ratersIn, type WrittenStudy } from './written-labels.ts';
import { pathPart, zipped } from './zipped.ts';

/**
 * Potato's folders as a zip archive: `annotation_output/USER/user_state.json` for each annotator, and the judges' verdicts as
 * `judge_calibration_output/llm_labels.jsonl`.
 */
export function writePotatoFolders(study: WrittenStudy): Uint8Array {
  const people = ratersIn(study).filter(({ kind }) => kind === 'person');
  const verdicts = eachLabel(study, (item, { rater, kind, value }) =>
    kind === 'judge'
      ? [{ model: rater, instance_id: item.id, schema: study.question, modal_label: value, confidence: null, k: 1, samples: [value] }] // prettier-ignore
      : []
  ).flat();
  return zipped({
    ...Object.fromEntries(
      people.map(({ rater }) => [
        `annotation_output/${pathPart(rater)}/user_state.json`,
        `${JSON.stringify(stateOf(study, rater), null, 2)}\n`
      ])
    ),
    ...(verdicts.length > 0 && { 'judge_calibration_output/llm_labels.jsonl': writeJsonLines(verdicts) })
  });
}

function stateOf({ question, items }: WrittenStudy, rater: string): object {
  const labelled = items.flatMap(({ id, labels }) => {
    const label = labels.find((one) => one.kind === 'person' && one.rater === rater);
    return label ? [{ id, label }] : [];
  });
  return {
    user_id: rater,
    instance_id_ordering: labelled.map(({ id }) => id),
    instance_id_to_behavioral_data: Object.fromEntries(
      labelled.flatMap(({ id, label: { seconds } }) =>
        seconds === null ? [] : [[id, { instance_id: id, total_time_ms: seconds * 1000, annotation_changes: [] }]]
      )
    ),
    instance_id_to_label_to_value: Object.fromEntries(
      labelled.map(({ id, label: { value } }) => [id, [[{ schema: question, name: value }, 'true']]])
    ),
    instance_id_to_span_to_value: {}
  };
}
