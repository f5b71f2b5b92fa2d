/** Reading a report by asking: in parts if it is too long for the model, with what was found placed in it by code. */
import type { Question } from '../../call.ts';
import type { Capabilities, JudgeRoom } from '../../capabilities.ts';
import type { Metric, PromptHole } from '../../metric.ts';
import type { Sample } from '../../sample.ts';
import type { Evidence } from '../../verdict.ts';
import { type UsableReply, type ReplyValue } from '../asking.ts';
import { askAlone } from '../asking-alone.ts';
import { delimit } from '../delimiter.ts';
import { isLong, readLongReport } from '../../report/aside/long-reports.ts';
import { partsFor } from '../../report/aside/sections.ts';
import { mergeParts, verdictsOf } from '../../report/pointwise-issues.ts';
import type { ReportPart } from '../../report/split-report.ts';
import { textHash } from '../../runs/fingerprint.ts';
import { needed, optional, holes } from '../wording.ts';
import { fill, PART, REFERENCES } from './template.ts';
import { type Abstention, isAbstention } from './reply-parts.ts';

/** The capabilities of the model in a role. */
export const playing = (can: Capabilities, role: string): Capabilities => ({ ...can, ...can.roomFor(role) });

export const questionOf = (
  { prompt: { name, version, hash, system } }: Metric,
  question: Pick<Question, 'user' | 'schema' | 'role' | 'assume'>
): Question => ({ prompt: { name, version, hash }, system, ...question });

/** One thing that was found in a report: its words there, and what else the reply says of it. */
export interface FoundWork<More> {
  words: string;
  more: More;
}

/** Placeholders of a template that is asked about a report. */
export const readingHoles: readonly PromptHole[] = [
  holes.report,
  needed('part', 'which part of a long report follows'),
  needed('references', 'the entries of the list of references that a part cites'),
  optional('whole', 'whether the whole report was shown or which part')
];

type ReportReading<More> =
  | { ok: true; found: (FoundWork<More> & { evidence: Evidence })[]; prose: boolean; parts: number }
  | { ok: false; reason: string }
  | { ok: false; abstains: string };

const messageOf = (
  template: string,
  part: Pick<ReportPart, 'text' | 'references'>,
  position: { n: number; count: number } | null,
  key: string,
  values: Readonly<Record<string, string>> = {}
): string => {
  const at = { n: String(position?.n), count: String(position?.count) };
  const entries = part.references.join('\n');
  return fill(template, {
    ...values,
    part: position ? fill(PART, at) : '',
    report: delimit('report', part.text, key),
    references: entries === '' ? '' : fill(REFERENCES, { references: delimit('references', entries, key) }),
    whole: position ? `part ${at.n} of ${at.count}` : 'the whole report'
  });
};

/**
 * Asks a template's question about a report, part by part if it is too long, and looks up the words of each entry in the
 * report. Entries that two parts show in their overlap are one; words that are not in the report come with the place null.
 *
 * @param ask.values Further values of the template, by its placeholders
 * @param ask.read The entries of a reply: words and whatever else they hold
 * @param ask.assume Assumed reply, for an estimate
 */
export async function readByAsking<More>(
  sample: Sample,
  metric: Metric,
  can: Capabilities,
  ask: {
    template: string;
    values?: Readonly<Record<string, string>>;
    role: string;
    schema: Question['schema'];
    read: (text: string, can: JudgeRoom) => ReplyValue<FoundWork<More>[] | Abstention>;
    assume?: () => string;
  }
): Promise<ReportReading<More>> {
  const { template, role, schema } = ask;
  const player = playing(can, role);
  const { markdown } = sample.report;
  const key = can.delimiterKey;
  const frame = messageOf(template, { text: '', references: ['-'] }, { n: 1000, count: 1000 }, key, ask.values);
  const parts = await partsFor(player, { system: metric.prompt.system, user: frame }, markdown);
  if (parts === null)
    return { ok: false, reason: 'The context of this judge is too small for the report or parts of it.' };
  const read: { part: ReportPart; issues: { quotes: string[]; explanation: string }[] }[] = [];
  const kept: More[] = [];
  let prose = false;
  // One part after the other: if one fails, the rest need not be paid for.
  for (const [at, part] of parts.entries()) {
    const position = parts.length === 1 ? null : { n: at + 1, count: parts.length };
    const user = messageOf(template, part, position, key, ask.values);
    const asked: UsableReply<FoundWork<More>[] | Abstention> = await askAlone(
      player,
      questionOf(metric, { user, schema, role, ...(ask.assume && { assume: ask.assume }) }),
      (text) => ask.read(text, player)
    );
    if (!asked.ok)
      return {
        ok: false,
        reason: position ? `Part ${position.n} of ${position.count}: ${asked.reason}` : asked.reason
      };
    if (isAbstention(asked.value)) return { ok: false, abstains: asked.value.abstains };
    const issues = asked.value.map(({ words, more }) => ({
      quotes: [words],
      explanation: String(kept.push(more) - 1)
    }));
    read.push({ part, issues });
    prose ||= asked.prose;
  }
  const merged = mergeParts(read);
  const evidence = await statementPlaces(
    markdown,
    merged.map(({ quotes }) => quotes[0]!)
  );
  return {
    ok: true,
    found: merged.map(({ quotes, explanation }, at) => ({
      words: quotes[0]!,
      more: kept[Number(explanation)]!,
      evidence: evidence[at]!
    })),
    prose,
    parts: parts.length
  };
}

/**
 * As many values as a run judges, in their order. Which ones is decided by hashes of the report and the value: no judge and no place
 * in the text is favoured, and the same values are drawn wherever they are found.
 *
 * @param most Absent is all
 */
export const drawnStatements = <T>(
  values: readonly T[],
  markdown: string,
  nameOf: (value: T) => string,
  most = Infinity
): T[] => {
  if (values.length <= most) return [...values];
  const report = textHash(markdown);
  const rank = new Map(values.map((value) => [value, textHash(`${report} ${nameOf(value)}`)]));
  const kept = new Set(values.toSorted((a, b) => (rank.get(a)! < rank.get(b)! ? -1 : 1)).slice(0, most));
  return values.filter((value) => kept.has(value));
};

/**
 * Where words stand in a report: the place is null if they are not there, absent if they stand in a heading or an address.
 *
 * @throws JudgeCallError if the report is long and exceeds a limit
 */
export async function statementPlaces(markdown: string, words: readonly string[]): Promise<Evidence[]> {
  if (words.length === 0) return [];
  const list = {
    issues: words.map((one) => ({ quotes: [one], explanation: '' })),
    ...{ repeated: 0, abstains: null }
  };
  const options = { grounding: 'any-quote' } as const;
  const verdicts = isLong(markdown)
    ? await readLongReport('verdictsOf', list, markdown, options)
    : verdictsOf(list, markdown, options);
  const places = verdicts.slice(1).map(({ evidence }) => evidence[0]);
  return places.map((one, at) => one ?? { quote: words[at]!, place: null });
}
