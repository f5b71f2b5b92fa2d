import { labelScore, numberOrText, ratersIn, type WrittenItem, type WrittenLabel, type WrittenStudy } from './written-labels.ts'; // prettier-ignore
import { pathPart, zipped } from './zipped.ts';

/** Version of the form of Inspect's logs. */
const VERSION = 2;

/**
 * A log of Inspect as one JSON document: a sample for each item, and in it a precomputed score for each label. A scorer is a rater;
 * `metadata` of a score says whether the rater is a person or a judge, and on which question.
 */
export const writeInspectLog = (study: WrittenStudy): string =>
  `${JSON.stringify({ ...headerOf(study), samples: study.items.map((item) => sampleOf(study, item)) }, null, 2)}\n`;

/** The same log as `.eval`: a zip archive with a member for each sample, packed by deflate, which every version of Inspect reads. */
export function writeInspectEval(study: WrittenStudy): Uint8Array {
  const { version, status, eval: spec, plan, results, stats } = headerOf(study);
  const samples = study.items.map((item) => sampleOf(study, item));
  const summaries = samples.map(({ id, epoch, input, target, scores, metadata }) => ({
    ...{ id, epoch, input, target, scores, metadata }
  }));
  return zipped(
    Object.fromEntries(
      [
        ['_journal/start.json', { version, eval: spec, plan }] as const,
        ...samples.map((one) => [`samples/${memberName(one.id)}_epoch_1.json`, one] as const),
        ['_journal/summaries/1.json', summaries] as const,
        ['summaries.json', summaries] as const,
        ['reductions.json', []] as const,
        ['header.json', { version, status, eval: spec, plan, results, stats }] as const
      ].map(([path, value]) => [path, JSON.stringify(value)])
    )
  );
}

/** An id as Inspect names its member; encoded if it could be another path. */
const memberName = (id: string): string => (/^[\w.-][\w .-]*$/.test(id) && !id.includes('..') ? id : pathPart(id));

function headerOf(study: WrittenStudy) {
  const { number, name, question, items, createdAt } = study;
  const id = `voirdire-study${number}`;
  const created = new Date(createdAt).toISOString().replace(/\.\d+Z$/, '+00:00');
  const scorers = scorersOf(study);
  return {
    ...{ version: VERSION, status: 'success' },
    eval: {
      ...{ eval_id: id, run_id: id, created, task: question, task_id: id, task_version: 0 },
      dataset: { name, samples: items.length, sample_ids: items.map((item) => item.id), shuffled: false },
      ...{ model: 'none/none', model_args: {}, config: { epochs: 1 }, packages: {} },
      scorers: [...scorers.values()].map((scorer) => ({ name: scorer, options: {} }))
    },
    plan: { name: 'plan', steps: [], config: {} },
    results: {
      ...{ total_samples: items.length, completed_samples: items.length },
      scores: [...scorers].map(([key, scorer]) => {
        const given = items.filter(({ labels }) => labels.some((label) => raterKey(label) === key)).length;
        return {
          ...{ name: scorer, scorer, scored_samples: given, unscored_samples: items.length - given },
          ...{ params: {}, metrics: meanOf(study, key) }
        };
      })
    },
    stats: { started_at: created, completed_at: created, model_usage: {} }
  };
}

/** The mean of a rater's labels, if all of them have a score. */
function meanOf(
  { scale, items }: WrittenStudy,
  key: string
): Record<string, { name: string; value: number; params: object }> {
  const scores = items.flatMap(({ labels }) =>
    labels.filter((label) => raterKey(label) === key).map(({ value }) => labelScore(scale, value))
  );
  if (scores.length === 0 || scores.includes(null)) return {};
  const sum = scores.reduce<number>((total, score) => total + score!, 0);
  return { mean: { name: 'mean', value: sum / scores.length, params: {} } };
}

function sampleOf(study: WrittenStudy, { id, qid, system, text, labels }: WrittenItem) {
  const scorers = scorersOf(study);
  const scores = labels.map((label) => [
    scorers.get(raterKey(label))!,
    {
      ...{ value: numberOrText(label.value), answer: null, explanation: label.comment || null },
      metadata: {
        ...{ rater: label.rater, kind: label.kind, question: study.question },
        ...(label.seconds !== null && { seconds: label.seconds })
      },
      history: []
    }
  ]);
  return {
    ...{ id, epoch: 1, input: text, target: '', messages: [] },
    output: { model: system, choices: [], completion: '' },
    scores: Object.fromEntries(scores) as Record<string, unknown>,
    metadata: { qid, system },
    ...{ store: {}, events: [], model_usage: {}, attachments: {} }
  };
}

const raterKey = ({ rater, kind }: Pick<WrittenLabel, 'rater' | 'kind'>): string => `${kind} ${rater}`;

/** Names of scorers by rater: a judge that is called like a person is marked. */
function scorersOf(study: WrittenStudy): Map<string, string> {
  const raters = ratersIn(study);
  const taken = new Set<string>();
  return new Map(
    raters.map(({ rater, kind }) => {
      let name = rater;
      while (taken.has(name)) name = `${name} (${kind})`;
      taken.add(name);
      return [raterKey({ rater, kind }), name];
    })
  );
}
