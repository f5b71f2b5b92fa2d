import { isObject, type JsonObject } from '../../format/json-value.ts';
import { labelText, objectUnder, objectsUnder } from './foreign-label.ts';
import { hasAll, type Neighbour } from './neighbour.ts';

const ofEvent = new Set(['run_id', 'event_id', 'sample_id', 'type', 'data', 'created_by', 'created_at']);

/**
 * A log of OpenAI's evals: a line with the spec, events, and a final report. Its labels are those of one judge, or of the person that
 * `run_config` tells. Logs of several systems have the same samples, each of which is then an item for each system.
 */
export const openaiEvals: Neighbour = {
  name: 'OpenAI evals',
  recognises: ({ first }) =>
    (isObject(first.spec) && hasAll(first.spec, 'eval_name')) || hasAll(first, 'event_id', 'sample_id', 'type') ? 1 : 0,
  reader: () => {
    let judge = 'eval';
    let system: string | null = null;
    let kind: 'judge' | 'person' = 'judge';
    const systems = new Map<string, string | null>();
    let isShared = false;
    return {
      survey({ value }) {
        if (!isObject(value)) return;
        if (isObject(value.spec)) system = systemOf(value.spec);
        const sample = labelText(value.sample_id);
        if (sample === null) return;
        if (systems.has(sample)) isShared ||= systems.get(sample) !== system;
        else systems.set(sample, system);
      },
      *labels({ value, number }, notTaken) {
        if (!isObject(value)) return;
        if (isObject(value.spec)) {
          judge = labelText(value.spec.eval_name) ?? judge;
          system = systemOf(value.spec);
          kind = objectUnder(value.spec, 'run_config').kind === 'person' ? 'person' : 'judge';
          return;
        }
        if (value.final_report !== undefined) return notTaken.add('aggregate', 'final_report');
        const data = objectUnder(value, 'data');
        const sample = labelText(value.sample_id) ?? `sample ${number}`;
        const by = {
          ...{ item: isShared && system !== null ? `${sample} ${system}` : sample, rater: judge, kind },
          ...{ at: labelText(value.created_at), about: { ...(isShared && { qid: sample }), ...(system !== null && { system }) } } // prettier-ignore
        };
        notTaken.fields(value, ofEvent);
        if (value.type === 'match') {
          notTaken.fields(data, new Set(['correct']), 'data.');
          const correct = labelText(data.correct);
          if (correct === null) notTaken.add('unscored', 'correct');
          else yield { ...by, question: 'correct', value: correct };
          return;
        }
        if (value.type !== 'metrics') {
          notTaken.add('field', `events of type ${labelText(value.type) ?? 'unknown'}`);
          return;
        }
        for (const [question, one] of Object.entries(data)) {
          const label = labelText(one);
          if (label !== null) yield { ...by, question, value: label };
          else notTaken.add(objectsUnder(data, question).length > 0 ? 'several' : 'unscored', question);
        }
      },
      scale: (question) => (question === 'correct' ? 'binary:true,false' : null)
    };
  }
};

function systemOf({ completion_fns: names }: JsonObject): string | null {
  return Array.isArray(names) ? labelText(names[0]) : null;
}
