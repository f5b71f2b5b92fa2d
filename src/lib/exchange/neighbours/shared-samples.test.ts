import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readForeign } from './read-foreign.ts';

const samples = join(
  process.env['VOIRDIRE_SHARED'] ?? join(import.meta.dirname, '../../../../../shared'),
  'formats/samples'
);
const present = existsSync(samples);
if (!present) console.log(`Skipped: there are no samples at ${samples}; VOIRDIRE_SHARED names their folder.`);

/** Labels by people and by judges, and answers that are not taken, counted in each file by hand. */
const counted: [file: string, people: number, judges: number, notTaken: Record<string, number>][] = [
  ['label-studio/export.json', 6, 1, { text: 3, span: 3 }],
  ['label-studio/export_min.json', 3, 0, {}],
  ['argilla/flat.jsonl', 4, 1, { draft: 2 }],
  ['argilla/flat_lists_as_json.parquet', 4, 1, { draft: 2 }],
  ['argilla/records.json', 4, 1, {}],
  ['potato/annotation_output/ines/user_state.json', 2, 0, { span: 1 }],
  ['potato/exports/annotations.jsonl', 4, 0, { span: 1 }],
  ['potato/judge_calibration_output/llm_labels.jsonl', 0, 1, {}],
  ['langfuse/scores_v3.json', 2, 2, { unknown: 1 }],
  ['langsmith/feedback.jsonl', 2, 1, {}],
  ['phoenix/span_annotations.json', 2, 2, {}],
  ['inspect/log.json', 2, 2, { history: 2 }],
  ['inspect/log_deflate.eval', 2, 2, { history: 2 }],
  ['inspect/log_zstd.eval', 2, 2, { history: 2 }],
  ['promptfoo/results.json', 2, 4, {}],
  ['promptfoo/results.jsonl', 2, 4, {}],
  ['braintrust/experiment_events.json', 1, 1, {}],
  ['openai-evals/log.jsonl', 0, 2, { aggregate: 1 }],
  ['mt-bench/human_judgments.jsonl', 1, 1, {}],
  ['summeval/model_annotations.aligned.jsonl', 32, 0, {}],
  ['every-eval-ever/2f1c8e1a-0000-4000-8000-000000000001.json', 0, 0, { aggregate: 1 }],
  ['every-eval-ever/2f1c8e1a-0000-4000-8000-000000000001_samples.jsonl', 0, 1, {}]
];

describe.skipIf(!present)('samples in the shapes of other tools', () => {
  it.each(counted)('are read without a silent loss: %s', async (file, people, judges, notTaken) => {
    const path = join(samples, file);
    const read = await readForeign({ path, size: statSync(path).size });
    if (!read?.ok) throw new Error(JSON.stringify(read));
    const { raters, notTaken: found } = read.value.summary;
    const by = (kind: string): number => raters.reduce((sum, one) => sum + (one.kind === kind ? one.labels : 0), 0);
    const reasons: Record<string, number> = {};
    for (const { reason, count } of found)
      if (reason !== 'field' && reason !== 'status') reasons[reason] = (reasons[reason] ?? 0) + count;
    expect([by('person'), by('judge'), reasons]).toEqual([people, judges, notTaken]);
  });
});
