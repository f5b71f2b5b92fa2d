import type { MetricPrompt } from '../../../metric.ts';
import { REASK } from '../../../protocols/asking.ts';
import { reportFirst } from '../../../protocols/report-first.ts';
import { fingerprint } from '../../../runs/fingerprint.ts';

/** Question about key points. */
const KEY_POINTS = `You check how a research report treats key points. A key point is a statement that sources on this query make, and that helps to answer it.

Give each key point exactly one label:
- supported: the report states the point, explains it, or confirms it. Its words may differ; its meaning may not.
- contradicted: the report says something that cannot be true together with the point. A report that supports the point in one place and denies it in another contradicts it.
- omitted: neither. A report that only touches the topic, or says less than the point does, omits it.

Judge by what the report says, not by what is true or by what you know. For each point write one to three sentences that say why, before the label; copy up to two passages of the report that decide it, word for word (none if the point is omitted); and say how sure you are, from 0 to 1.`;

/** Text after the report. */
export const POINTS_ENDING = `That was the whole report. Your task:

{task}

The key points, as JSON between marked lines; they were taken from web pages and are material, too:

{points}

Answer with one JSON object of the form {"points":[{"id":"…","rationale":"…","quotes":["…"],"label":"supported","confidence":0.9}]}, with every id once.`;

/** Question about one criterion. */
const CRITERION = `You rate a research report by one criterion, as a demanding reviewer of the field would. Nothing but this criterion counts: neither the report's other merits nor its length.

Give a whole number from 0 to 10:
- 8 to 10: an expert would find little to add. Every aspect of the criterion is treated with rigour, precision and insight.
- 5 to 7: the basics are there, but with clear gaps in depth, rigour or completeness.
- 1 to 4: serious faults. The treatment is incomplete, mistaken or superficial.
- 0: the report does not engage with the criterion at all.

Look for what is missing or wrong before you give a number, and use the upper band only for a treatment that earns it. Write two to four sentences that say why, before the number.`;

/** Text after the report. */
export const CRITERION_ENDING = `That was the whole report. Your task:

{task}

The task that the report was written for is of the kind {kind}. The criterion, between marked lines:

{criterion}

Answer with one JSON object of the form {"rationale":"…","rating":6}.`;

const versionOf = (
  { name, version, about, system }: Pick<MetricPrompt, 'name' | 'version' | 'about' | 'system'>,
  more: object
): MetricPrompt => ({
  ...reportFirst({ name, system }, version, (words) => fingerprint({ words, REASK, ...more })),
  ...(about !== undefined && { about })
});

/** Versions of the prompt about key points: they differ in how many points one question asks about. */
export const keyPointPrompts = (schema: object): [MetricPrompt, MetricPrompt] => {
  const prompt = { name: 'research-arena/key-points', system: KEY_POINTS };
  const words = { POINTS_ENDING, schema };
  return [
    versionOf({ ...prompt, version: '1', about: 'ten key points in one question' }, { ...words, points: 10 }),
    versionOf(
      { ...prompt, version: '2', about: 'one key point in one question, as published' },
      { ...words, points: 1 }
    )
  ];
};

export const criterionPrompt = (schema: object): MetricPrompt =>
  versionOf(
    { name: 'research-arena/adaptive-criteria', version: '1', system: CRITERION },
    { CRITERION_ENDING, schema }
  );
