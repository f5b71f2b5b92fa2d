import type { ContentBlock, Message, TextBlock } from '@anthropic-ai/sdk/resources/messages';
import type { Reply, Usage } from '../../../call.ts';
import { JudgeCallError } from '../../../judge.ts';
import { redact } from '../../endpoints/call-failure.ts';
import { citedText } from './cited-text.ts';
import { addedUsage, countedUsage, isCount } from './counted-usage.ts';
import { servedName } from './served.ts';

/** Reads a body whose status is a success: a message, or the failure that stands in its place. */
export const demandMessage = (body: unknown, secrets: readonly string[]): Message => {
  const { type, content, error } = (body ?? {}) as Partial<Message> & { error?: { message?: string } };
  if (type === 'message' && Array.isArray(content)) return body as Message;
  const said = error?.message
    ? `The judge’s server sent no answer: ${redact(error.message, secrets)}`
    : 'The judge’s server sent no answer.';
  throw new JudgeCallError(said, {
    retryable: true,
    status: 200,
    used: 'unknown'
  });
};

/** Input tokens include those written to and read from the cache, which `input_tokens` leaves out. */
const usageOfRound = ({ usage }: Message): Usage | null => {
  // Written for a message; a server may send something that lacks it.
  const said = usage as Message['usage'] | null | undefined;
  const [cachedTokens, cacheWriteTokens] = [said?.cache_read_input_tokens ?? 0, said?.cache_creation_input_tokens ?? 0];
  const plain = said?.input_tokens;
  if (!isCount(plain) || !isCount(cachedTokens) || !isCount(cacheWriteTokens)) return null;
  const inputTokens = plain + cachedTokens + cacheWriteTokens;
  return countedUsage({ inputTokens, outputTokens: said?.output_tokens, cachedTokens, cacheWriteTokens });
};

/** The usage of all rounds together; unknown if that of one is. */
export const usageOf = (rounds: readonly Message[]): Usage | null => rounds.map(usageOfRound).reduce(addedUsage);

/** Failures of the search tool itself. All others come from what the model asked of it. */
const outages = new Set(['unavailable', 'too_many_requests']);

/** Why the search tool was of no use at all; null if a search succeeded or none was made. */
const searchOutage = (blocks: readonly ContentBlock[]): string | null => {
  const results = blocks.flatMap((block) => (block.type === 'web_search_tool_result' ? [block.content] : []));
  if (results.some((content) => Array.isArray(content))) return null;
  const codes = results.flatMap((content) => (Array.isArray(content) ? [] : [content.error_code as string]));
  return codes.find((code) => outages.has(code)) ?? null;
};

/** A text block with its sources as links behind it. */
const cited = ({ text, citations }: TextBlock): string =>
  citedText(
    text,
    (citations ?? []).flatMap((one) =>
      one.type === 'web_search_result_location' ? [{ end: text.length, url: one.url, title: one.title }] : []
    )
  );

/** Number of calls of the provider's tool of that name. */
const callsOf = (blocks: readonly ContentBlock[], tool: string): number =>
  blocks.filter((block) => block.type === 'server_tool_use' && block.name === tool).length;

/**
 * The text of an answer: all text blocks without a separator, because citations cut the text into many. Where the model
 * searched, only what follows its last search: before, it says what it is about to look for.
 */
const textOf = (blocks: readonly ContentBlock[], isReport: boolean): string => {
  const texts = (from: readonly ContentBlock[]): string =>
    from.map((block) => (block.type !== 'text' ? '' : isReport ? cited(block) : block.text)).join('');
  const last = blocks.findLastIndex(({ type }) => type.endsWith('_tool_result'));
  return texts(blocks.slice(last + 1)) || texts(blocks);
};

/**
 * Reads the rounds of one call into a reply. A refusal and a cut are no answers, even if their text parses. A stop reason that
 * is not known here is a failure: it may mean either.
 *
 * @param isReport the answer is a report, of which sources and searches are kept
 */
export const readRounds = (rounds: readonly [Message, ...Message[]], isReport = false): Reply => {
  const final = rounds.at(-1) ?? rounds[0];
  const blocks = rounds.flatMap(({ content }) => content);
  const text = textOf(blocks, isReport);
  const common = {
    ...{ usage: usageOf(rounds), model: servedName(final.model) },
    ...(isReport && { trace: { searches: callsOf(blocks, 'web_search'), pages: callsOf(blocks, 'web_fetch') } })
  };
  const stop: string | null = final.stop_reason;
  if (stop === 'refusal') {
    const { category, explanation } = final.stop_details ?? { category: null, explanation: null };
    const why = explanation ?? (category ? `category ${category}` : null);
    return { ...common, text: `Refused${why ? `: ${why}` : '.'}`, ending: 'refused' };
  }
  // A turn that is still paused after the last round that is allowed has no end either.
  if (stop === 'max_tokens' || stop === 'model_context_window_exceeded' || stop === 'pause_turn')
    return { ...common, text, ending: 'cut' };
  const outage = searchOutage(blocks);
  if (outage !== null)
    throw new JudgeCallError(`The web search of the judge failed (${outage}), so its answer does not count.`, {
      retryable: true,
      status: 200,
      used: common.usage ?? 'unknown'
    });
  if ((stop !== 'end_turn' && stop !== 'stop_sequence') || text === '')
    throw new JudgeCallError(`The judge’s server sent no answer (stop reason ${stop ?? 'none'}).`, {
      retryable: true,
      status: 200,
      used: common.usage ?? 'unknown'
    });
  return { ...common, text, ending: 'complete' };
};
