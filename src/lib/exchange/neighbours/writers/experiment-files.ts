import { writeJsonLines } from '../../format/json-lines.ts';
import { eachLabel, labelIdOf, labelScore, annotatorMajority, numberOrText, ratersIn, type WrittenStudy } from './written-labels.ts'; // prettier-ignore
import { pathPart, zipped } from './zipped.ts';

/**
 * Results of promptfoo, one `EvaluateResult` per line: judges' verdicts as components of the grading, the majority of annotators as
 * its only rating by a person, which overrules `success`. Its components pass or fail: the first label of a binary scale passes.
 */
export const writePromptfooResults = ({ question, scale, items }: WrittenStudy): string =>
  writeJsonLines(
    items.flatMap((item, i) => {
      const passes = (value: string): boolean => labelScore(scale, value) === 1;
      const majority = annotatorMajority(item);
      const judged = item.labels
        .filter(({ kind }) => kind === 'judge')
        .map(({ rater, value, comment }) => ({
          ...{ pass: passes(value), score: Number(passes(value)), reason: comment },
          assertion: { type: 'llm-rubric', value: item.text, metric: question, provider: rater }
        }));
      const said =
        majority === null || majority.value === null
          ? []
          : [
              {
                ...{ pass: passes(majority.value), score: Number(passes(majority.value)) },
                ...{ reason: `${majority.most} of ${majority.annotators} annotators`, assertion: { type: 'human' } }
              }
            ];
      if (judged.length + said.length === 0) return [];
      const pass = said[0]?.pass ?? judged.every((one) => one.pass);
      const result = {
        ...{ id: item.id, testIdx: i, promptIdx: 0, promptId: question, provider: { id: item.system || 'system' } },
        vars: { item: item.id, ...(item.qid !== '' && { qid: item.qid }) },
        ...{ success: pass, score: Number(pass), failureReason: pass ? 0 : 1, namedScores: {} },
        gradingResult: { pass, score: Number(pass), reason: '', componentResults: [...judged, ...said] }
      };
      return [result];
    })
  );

/**
 * Events of a Braintrust experiment, as `POST /v1/experiment/ID/insert` takes them: one for each item, and under it a span of type
 * `score` for each label. A score is a number from 0 to 1: the label is in the metadata, with the rater.
 */
export const writeBraintrustEvents = (study: WrittenStudy): string =>
  `${JSON.stringify(
    {
      events: study.items.flatMap((item) => [
        {
          ...{ id: item.id, span_id: item.id, root_span_id: item.id, input: { qid: item.qid }, output: item.text },
          ...{ scores: {}, metadata: { system: item.system }, span_attributes: { name: 'eval', type: 'eval' } }
        },
        ...eachLabel({ ...study, items: [item] }, (_item, label) => {
          const id = labelIdOf(study, item, label);
          return {
            ...{ id, span_id: id, root_span_id: item.id, span_parents: [item.id] },
            scores: { [study.question]: unitScore(study, label.value) },
            metadata: {
              ...{ rater: label.rater, kind: label.kind, label: label.value },
              ...{ comment: label.comment, seconds: label.seconds, qid: item.qid, system: item.system }
            },
            span_attributes: { name: study.question, type: 'score' }
          };
        })
      ])
    },
    null,
    2
  )}\n`;

/** A label as a share of its scale; null if the scale has no order or the label no value. */
function unitScore({ scale }: WrittenStudy, value: string): number | null {
  if (scale.withoutValue?.includes(value) || scale.level === 'nominal') return null;
  if (scale.level === 'interval')
    return scale.high > scale.low ? (Number(value) - scale.low) / (scale.high - scale.low) : null;
  const places: readonly string[] = scale.level === 'ordinal' ? scale.labels : scale.labels.toReversed();
  const place = places.indexOf(value);
  return place === -1 ? null : place / (places.length - 1);
}

/** Logs of OpenAI's evals as a zip archive: one for each rater and system, since a log is of one eval and one completion function. */
export function writeOpenaiEvalsLogs(study: WrittenStudy): Uint8Array {
  const { number, name, question } = study;
  const logs: Record<string, string> = {};
  for (const { rater, kind } of ratersIn(study)) {
    const given = eachLabel(study, (item, label) =>
      label.rater === rater && label.kind === kind ? [{ item, value: label.value }] : []
    ).flat();
    for (const [system, of] of Map.groupBy(given, ({ item }) => item.system)) {
      const run = `voirdire-study${number}-${kind}-${pathPart(rater)}-${pathPart(system)}`;
      const spec = {
        completion_fns: [system],
        eval_name: rater,
        base_eval: question,
        split: name,
        run_config: { kind }
      };
      logs[`${run}.jsonl`] = writeJsonLines([
        { spec: { ...spec, created_by: '', run_id: run, created_at: '' } },
        ...of.map(({ item, value }, i) => ({
          ...{ run_id: run, event_id: i, sample_id: item.id, type: 'metrics' },
          ...{ data: { [question]: numberOrText(value) }, created_by: '', created_at: '' }
        }))
      ]);
    }
  }
  return zipped(logs);
}
