import { JudgeCallError } from '../../judge.ts';
import { estimateTokens } from '../../report/split-report.ts';

/** One message of a conversation with a system. */
export interface ContextMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** Tokens of one call: its whole budget, split between what goes in and what may come out. */
export interface ContextBudget {
  input: number;
  output: number;
}

const OUTPUT_SHARE = 0.25;
/** Tokens of the frame of a message: its role and separators. */
const PER_MESSAGE = 8;

/** @param total tokens of one call, in and out @param outputShare share reserved for output */
export const contextBudget = (total: number, outputShare = OUTPUT_SHARE): ContextBudget => {
  const output = Math.max(1, Math.floor(total * outputShare));
  return { input: total - output, output };
};

const tokensOf = ({ content }: ContextMessage): number => estimateTokens(content) + PER_MESSAGE;

export const contextTokensOf = (messages: readonly ContextMessage[]): number =>
  messages.reduce((sum, message) => sum + tokensOf(message), 0);

const leftOut = (characters: number): string => `[${characters.toLocaleString('en')} earlier characters left out]\n`;

/** The end of a message that has at most so many tokens, with a mark in front; null if not even the mark fits. */
function shortened(message: ContextMessage, most: number): ContextMessage | null {
  const { content } = message;
  const from = (start: number): ContextMessage => ({ ...message, content: leftOut(start) + content.slice(start) });
  if (tokensOf(from(content.length)) > most) return null;
  let [fits, tooLong] = [content.length, 0];
  while (fits - tooLong > 1) {
    const middle = (fits + tooLong) >> 1;
    if (tokensOf(from(middle)) <= most) fits = middle;
    else tooLong = middle;
  }
  // Not between the halves of a character.
  const code = content.charCodeAt(fits);
  return from(code >= 0xdc00 && code <= 0xdfff ? fits + 1 : fits);
}

/**
 * Fits a conversation into the input budget of a call, as the context manager of DeerFlow+ does (arXiv 2510.14240, appendix D): tokens
 * are estimated before the call, and history is compressed from its oldest message on, each shortened from its beginning, so that what is
 * most recent stays. The instruction, the question and the last message are never shortened.
 *
 * @param messages an instruction (optional), the question, then history; the last one is the present request
 * @throws JudgeCallError if the messages that are never shortened do not fit
 */
export function fitContext(messages: readonly ContextMessage[], { input, output }: ContextBudget): ContextMessage[] {
  const question = messages.findIndex(({ role }) => role === 'user');
  const isFixed = (at: number): boolean => at <= question || at === messages.length - 1;
  const fixed = contextTokensOf(messages.filter((_, at) => isFixed(at)));
  if (fixed > input)
    throw new JudgeCallError(
      `The question needs about ${fixed.toLocaleString('en')} tokens, and contextTokens leaves ${input.toLocaleString('en')} for input (${output.toLocaleString('en')} for output). Raise contextTokens, or lower outputShare.`,
      { retryable: false }
    );
  let free = input - fixed;
  const kept: ContextMessage[] = [];
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at]!;
    if (isFixed(at)) {
      kept.unshift(message);
      continue;
    }
    const own = tokensOf(message) <= free ? message : shortened(message, free);
    free -= own === null ? 0 : tokensOf(own);
    if (own !== null) kept.unshift(own);
    // Messages that are older than a shortened one are left out.
    if (own !== message) free = 0;
  }
  return kept;
}
