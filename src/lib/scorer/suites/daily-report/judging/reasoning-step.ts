/** Paragraphs that belong to rubrics of rationality, located in the report and judged for four errors. */
import { delimit } from '../../../protocols/delimiter.ts';
import { byId, readReply } from '../../../protocols/reading/reply-parts.ts';
import { readByAsking } from '../../../protocols/reading/read-by-asking.ts';
import { fill } from '../../../protocols/reading/template.ts';
import { holdsQuote } from '../../../protocols/rubric-tree/rubric-tree-quotes.ts';
import { textOf } from '../../../protocols/wording.ts';
import { fingerprint } from '../../../runs/fingerprint.ts';
import type { Place } from '../../../verdict.ts';
import type { Subtask } from '../material.ts';
import { PARAGRAPHS, REASONING } from '../prompts/daily-reasoning-1.ts';
import type { paragraphErrors } from '../units.ts';
import type { DailyClaim } from './claims-step.ts';
import { paragraphsSchema, paragraphsShape, reasoningSchema, reasoningShape } from './daily-replies.ts';
import { askStep, type DailyReading, type Step, todayOf } from './steps.ts';

export interface DailyParagraph {
  subtask: string;
  words: string;
  place: Place | null;
  /** Whether its words are in the report. */
  there: boolean;
  /** Claims in it, which are set aside. */
  claims: string[];
}

export interface SaidOfParagraph {
  errors: (keyof typeof paragraphErrors)[];
  rationale: string;
}

export const paragraphKey = ({ subtask, words }: Pick<DailyParagraph, 'subtask' | 'words'>): string =>
  `${subtask}/paragraph-${fingerprint([words]).slice(0, 12)}`;

/** The paragraphs of these subtasks, each once for each subtask. */
export const findParagraphs = async (
  { sample, metric, can }: DailyReading,
  subtasks: readonly Subtask[],
  claims: readonly DailyClaim[]
): Promise<Step<DailyParagraph[]>> => {
  const own = subtasks.flatMap(({ key, rubrics }) =>
    rubrics.rat === null ? [] : [{ id: key, requirement: rubrics.rat }]
  );
  if (own.length === 0) return { ok: true, value: [] };
  const { markdown } = sample.report;
  const keys = own.map(({ id }) => id);
  const read = await readByAsking(sample, metric, can, {
    ...{ template: textOf(metric.prompt, 'paragraphs', PARAGRAPHS), role: 'extractor', schema: paragraphsSchema },
    values: {
      query: delimit('query', sample.query.text, can.delimiterKey),
      requirements: delimit('requirements', JSON.stringify(own, null, 1), can.delimiterKey)
    },
    read: (text, player) =>
      readReply(text, paragraphsShape, player, ({ paragraphs }) => {
        const unknown = paragraphs.find(({ requirement }) => !keys.includes(requirement));
        return unknown
          ? {
              ok: false,
              fault: `it names ${JSON.stringify(unknown.requirement.slice(0, 40))}, which is no requirement`
            }
          : {
              ok: true,
              value: paragraphs.map(({ requirement, paragraph }) => ({ words: paragraph, more: requirement }))
            };
      }),
    assume: () => {
      const paragraph = markdown.split(/\n{2,}/).find((one) => one.length >= 80) ?? markdown.slice(0, 80);
      return JSON.stringify({ paragraphs: keys.map((requirement) => ({ requirement, paragraph })) });
    }
  });
  if (!read.ok) return read;
  const found = read.found.map(({ words, more, evidence }): DailyParagraph => ({
    ...{ subtask: more, words, place: evidence.place ?? null, there: evidence.place !== null },
    claims: claims.filter(({ fact }) => holdsQuote(words, fact)).map(({ fact }) => fact)
  }));
  return { ok: true, value: [...new Map(found.map((one) => [paragraphKey(one), one])).values()] };
};

/** The errors of a subtask's paragraphs, in their order. */
export const judgeReasoning = async (
  reading: DailyReading,
  { rubrics }: Subtask,
  paragraphs: readonly DailyParagraph[]
): Promise<Step<SaidOfParagraph[]>> => {
  const { sample, metric, can } = reading;
  const ids = paragraphs.map((_, at) => `p${at + 1}`);
  const shown = paragraphs.map(({ words, claims }, at) => ({
    id: ids[at],
    paragraph: words,
    claims_set_aside: claims
  }));
  const user = fill(textOf(metric.prompt, 'reasoning', REASONING), {
    today: todayOf(sample),
    query: delimit('query', sample.query.text, can.delimiterKey),
    instruction: delimit('instruction', rubrics.ins, can.delimiterKey),
    requirement: delimit('requirement', rubrics.rat ?? '', can.delimiterKey),
    paragraphs: delimit('paragraphs', JSON.stringify(shown, null, 1), can.delimiterKey),
    report: delimit('report', sample.report.markdown, can.delimiterKey)
  });
  const assume = () => JSON.stringify({ paragraphs: ids.map((id) => ({ id, rationale: '', errors: [] })) });
  const step = await askStep(reading, { user, schema: reasoningSchema(ids), assume }, (text, player) =>
    readReply(text, reasoningShape, player, ({ paragraphs: said }) => byId(said, ids))
  );
  if (!step.ok) return step;
  return {
    ok: true,
    value: ids.map((id) => {
      const { errors, rationale } = step.value.get(id)!;
      return { errors: [...new Set(errors)], rationale };
    })
  };
};
