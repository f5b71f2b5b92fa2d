import { writeJsonLines } from '../../format/json-lines.ts';
import { votedPair } from '../readers/arena-votes.ts';
import { eachLabel, labelIdOf, labelScore, numberOrText, ratersIn, type WrittenStudy } from './written-labels.ts';

/** Votes between two systems as MT-Bench publishes them; judges are a list of name and metric, people a name. For preferences only. */
export const writeArenaVotes = (study: WrittenStudy): string =>
  writeJsonLines(
    eachLabel(study, (item, { rater, kind, value }) => {
      const { scale } = study;
      const winner =
        scale.level === 'preference' ? ['model_a', 'tie', 'model_b'][scale.labels.indexOf(value)] : undefined;
      const known = item.pair ? null : votedPair(item.id);
      const [model_a, model_b] = item.pair ?? known?.models ?? ['A', 'B'];
      const turn = known?.turn ?? null;
      return {
        ...{ question_id: known?.qid ?? item.qid, model_a, model_b, winner: winner ?? value },
        ...{ judge: kind === 'judge' ? [rater, ''] : rater, kind, ...(turn !== null && { turn: Number(turn) }) },
        ...(known === null && { unit: item.id })
      };
    })
  );

/**
 * A table like SummEval's: one text per line, each rater at the same place of `expert_annotations` or `model_annotations` in all
 * lines, empty if the rater has not labelled it. `expert_raters` and `model_raters` name the raters.
 */
export function writeSummevalTable(study: WrittenStudy): string {
  const raters = ratersIn(study);
  return writeJsonLines(
    study.items.map((item) => {
      const group = (kind: 'person' | 'judge', name: string): object => {
        const of = raters.filter((one) => one.kind === kind).map(({ rater }) => rater);
        const label = (rater: string) => item.labels.find((one) => one.kind === kind && one.rater === rater);
        if (of.length === 0) return {};
        return {
          [`${name}_annotations`]: of.map((rater) => {
            const given = label(rater);
            return given ? { [study.question]: numberOrText(given.value) } : {};
          }),
          [`${name}_raters`]: of
        };
      };
      return {
        ...{ id: item.id, item: item.id, qid: item.qid, model_id: item.system, decoded: item.text },
        ...{ ...group('person', 'expert'), ...group('judge', 'model') }
      };
    })
  );
}

/** Samples of Every Eval Ever 0.3, one label per line. A score is a number there: the label is in the metadata, with the rater. */
export const writeEveryEvalEverSamples = (study: WrittenStudy): string =>
  writeJsonLines(
    eachLabel(study, (item, label) => ({
      ...{ schema_version: '0.3.0', evaluation_id: labelIdOf(study, item, label), model_id: item.system || 'unknown' },
      ...{ evaluation_name: study.question, sample_id: item.qid, interaction_type: 'single_turn' },
      ...{ input: { raw: item.text, reference: [] }, output: null, answer_attribution: [] },
      evaluation: { score: labelScore(study.scale, label.value) },
      metadata: { item: item.id, rater: label.rater, kind: label.kind, label: label.value, comment: label.comment }
    }))
  );
