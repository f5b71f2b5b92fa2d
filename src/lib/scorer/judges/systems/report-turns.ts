import type { Call, Reply, Usage } from '../../call.ts';
import { JudgeCallError } from '../../judge.ts';
import { addedUsage, withEarlier } from '../providers/wire/counted-usage.ts';
import type { JudgeSettings } from '../settings/config.ts';
import { contextBudget, type ContextBudget, type ContextMessage } from './context-manager.ts';

/** Asks for the rest of a report that was cut off. A changed text is a new version of the compatible provider. */
const CONTINUE = 'Your report was cut off. Continue it exactly where it stops, without repeating anything.';

/** The budget of each call for a report; null if the settings of the server name none. */
export const reportBudget = ({ contextTokens, outputShare }: JudgeSettings): ContextBudget | null =>
  contextTokens === undefined ? null : contextBudget(contextTokens, outputShare);

/** A turn without the thoughts in front of it; nothing if they never end. Blanks stay, because a turn may begin within a paragraph. */
export const reportAlone = (text: string): string => {
  if (!/^\s*<think>/.test(text)) return text;
  const end = text.indexOf('</think>');
  return end < 0 ? '' : text.slice(end + '</think>'.length).trimStart();
};

/**
 * A report in at most so many turns: an answer that is cut off is continued in the next one. The reply has the text and the tokens of
 * all turns, and is cut off itself if the last turn is.
 */
export async function inTurns(
  { system, user }: Pick<Call, 'system' | 'user'>,
  turns: number,
  send: (messages: ContextMessage[]) => Promise<Reply>
): Promise<Reply> {
  const messages: ContextMessage[] = [
    ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
    { role: 'user', content: user }
  ];
  let [text, usage]: [string, Usage | null] = ['', null];
  for (let turn = 1; ; turn += 1) {
    const history: ContextMessage[] =
      text === '' ? messages : [...messages, { role: 'assistant', content: text }, { role: 'user', content: CONTINUE }];
    const reply: Reply = await send(history).catch((error: unknown) => {
      throw error instanceof JudgeCallError && turn > 1 ? withEarlier(error, usage) : error;
    });
    usage = turn === 1 ? reply.usage : addedUsage(usage, reply.usage);
    // A refusal takes the place of what came before.
    if (reply.ending === 'refused') return { ...reply, usage };
    text += reply.text;
    if (reply.ending !== 'cut' || turn >= turns) return { ...reply, text, usage };
  }
}
