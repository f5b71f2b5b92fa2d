import { z } from 'zod';
import { fingerprint } from '../../runs/fingerprint.ts';
import { freeText, type Question, type Reply } from '../../call.ts';
import type { Maker, Making } from './contract.ts';

const INSTRUCTION = `Research the question and write a report in Markdown that answers it. Cite each source where you use it, with its full URL. Write the report only. Do not ask questions, and do not comment on your work.`;

/** A prompt in one version, with the hash over its instruction. */
const promptOf = (version: string, system: string) => ({
  ...{ name: 'collect/report', version, system },
  hash: fingerprint({ system, schema: freeText })
});

const withInstruction = promptOf('1', INSTRUCTION);
/** The query alone, as a person would type it. */
const queryAlone = promptOf('query-only', '');

/** Query that a system is given. `text` is its wording as stored; `asked` the same with its dates filled in. */
const input = z.strictObject({
  qid: z.string().min(1),
  text: z.string().min(1),
  asked: z.string().min(1),
  /** Date on which it is asked. */
  on: z.iso.date(),
  /** How often it is asked until a report comes. */
  tries: z.int().min(1).max(20)
});

/** Stored data of a report beside its text. */
export const collectedData = z.object({
  /** Date on which the query was asked. */
  on: z.iso.date(),
  /** The answer that was a report; earlier ones were empty, refused or cut off. */
  tries: z.int(),
  model: z.string().nullable(),
  inputTokens: z.int().nullable(),
  outputTokens: z.int().nullable(),
  searches: z.int().nullable(),
  pages: z.int().nullable()
});

/** The report with which an estimate continues. */
const ASSUMED = 'A report.';

/** An answer in place of a report: short, without a heading or a link, and it begins as refusals begin. */
const refusing =
  /^(?:i[’']?m sorry|i am sorry|sorry,|i can[’']?t\b|i cannot\b|i am unable|i[’']?m unable|as an ai\b|抱歉|很抱歉|对不起|我无法|我不能)/i;
const LONGEST_REFUSAL = 600;

/** Reason why an answer is no report; null if it is one. */
export function faultOfReport({ text, ending }: Pick<Reply, 'text' | 'ending'>): string | null {
  const shown = text.replace(/\s+/g, ' ').trim();
  if (ending === 'refused') return `the system refused${shown === '' ? '' : `: ${shown.slice(0, 200)}`}`;
  if (ending === 'cut') return 'the report was cut off at the system’s limit';
  if (shown === '') return 'the answer was empty';
  if (shown.length <= LONGEST_REFUSAL && refusing.test(shown) && !/https?:\/\/|^#/m.test(text))
    return `the system refused: ${shown.slice(0, 200)}`;
  return null;
}

/** Reports of systems under test. An answer that is no report is asked for again, and never stored as one. */
export const reports: Maker<z.infer<typeof input>> = {
  name: 'reports',
  title: 'Reports of systems',
  about: 'Reports that systems under test write on queries.',
  collects: true,
  input,
  prompt: withInstruction,
  versions: [withInstruction, queryAlone],
  make: async ({ asked, on, tries }, { name, version, hash, system }, can): Promise<Making> => {
    const question: Question = { prompt: { name, version, hash }, system, user: asked, schema: freeText, assume: () => ASSUMED }; // prettier-ignore
    const faults: string[] = [];
    let room = false;
    while (faults.length < tries) {
      const reply = await can.ask(
        { ...question, ...(room && { moreRoom: true }) },
        (given) => faultOfReport(given) === null
      );
      const fault = faultOfReport(reply);
      if (fault === null) {
        const { usage, model, trace } = reply;
        const data: z.infer<typeof collectedData> = {
          ...{ on, tries: faults.length + 1, model },
          ...{ inputTokens: usage?.inputTokens ?? null, outputTokens: usage?.outputTokens ?? null },
          ...{ searches: trace?.searches ?? null, pages: trace?.pages ?? null }
        };
        return { ok: true, pieces: [{ text: reply.text, why: '', data }], prose: false };
      }
      faults.push(fault);
      if (reply.ending !== 'cut') continue;
      // The same room would cut it off again.
      if (room || can.moreRoom === undefined) break;
      room = true;
    }
    const last = faults.at(-1) ?? '';
    // A refusal is quoted with its own full stop.
    const end = /[.!?…。！？]$/.test(last) ? '' : '.';
    return {
      ok: false,
      reason: `No report after ${faults.length} ${faults.length === 1 ? 'try' : 'tries'}: ${last}${end}`
    };
  }
};
