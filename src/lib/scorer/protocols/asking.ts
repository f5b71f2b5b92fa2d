import type { Question, Reply } from '../call.ts';
import type { Capabilities } from '../capabilities.ts';
import type { Verdict } from '../verdict.ts';
import { hasProse } from './json-value.ts';

/** Result of reading a reply's text: a value, or the first fault in words that fit after "The reply was not usable:". */
export type ReplyValue<T> = { ok: true; value: T } | { ok: false; fault: string };

/** `prose`: the reply had words around its JSON. */
export type UsableReply<T> = { ok: true; value: T; prose: boolean } | { ok: false; reason: string };

export const REFUSED = 'The judge refused to answer.';
export const CUT = 'The reply was cut off at the token limit.';
const cutAgain = (room: number): string =>
  `The reply was cut off at the token limit, and again with room for ${room} tokens. Raise maxOutputTokens of the judge.`;
export const notUsable = (fault: string): string => `The reply was not usable: ${fault}.`;

/** Added to the message if the first reply could not be used; part of the prompt's hash. */
export const REASK =
  'Your last reply to this question was not usable: {fault}. Reply again, with one JSON object that satisfies the schema and nothing before or after it.';

/** A reply is foreign text: what breaks its reading is a fault of the reply, and must not end the run that reads it. */
const readSafely = <T>(read: (text: string) => ReplyValue<T>, text: string): ReplyValue<T> => {
  try {
    return read(text);
  } catch (error) {
    return { ok: false, fault: `it could not be read (${error instanceof Error ? error.message : String(error)})` };
  }
};

/** Verdicts with the mark of a reply that had words around its JSON. */
export const markProse = (verdicts: readonly Verdict[], prose: boolean): Verdict[] =>
  prose ? verdicts.map((verdict) => ({ ...verdict, prose: true })) : [...verdicts];

/**
 * Asks, believes nothing, and asks once more with the fault named. A reply that was cut off is asked for once more with more
 * room, if the judge has more. What was refused, is still cut off or still not usable comes back as the reason for leaving
 * units unscored; it is never repaired further.
 */
export const askFor = async <T>(
  can: Pick<Capabilities, 'ask' | 'moreRoom'>,
  question: Question,
  read: (text: string) => ReplyValue<T>,
  reask = REASK
): Promise<UsableReply<T>> => {
  let { user } = question;
  let fault = '';
  let room: number | null = null;
  for (const _try of ['first', 'again']) {
    let known: { text: string; reading: ReplyValue<T> } | null = null;
    // The engine reads a new reply before it keeps it, and this function after: once is enough.
    const readOnce = (text: string): ReplyValue<T> => {
      if (known?.text !== text) known = { text, reading: readSafely(read, text) };
      return known.reading;
    };
    const send = (): Promise<Reply> =>
      can.ask({ ...question, user, ...(room !== null && { moreRoom: true }) }, ({ text }) => readOnce(text).ok);
    let reply = await send();
    if (reply.ending === 'cut' && room === null && can.moreRoom !== undefined) {
      room = can.moreRoom;
      reply = await send();
    }
    if (reply.ending === 'refused') return { ok: false, reason: REFUSED };
    if (reply.ending === 'cut') return { ok: false, reason: room === null ? CUT : cutAgain(room) };
    const reading = readOnce(reply.text);
    if (reading.ok) return { ...reading, prose: hasProse(reply.text) };
    fault = reading.fault;
    user = `${question.user}\n\n${reask.replace('{fault}', () => fault)}`;
  }
  return { ok: false, reason: notUsable(`${fault}, and asking again did not help`) };
};
