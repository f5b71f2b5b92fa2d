import type { Capabilities, Question } from '../pipeline.ts';

/** What a protocol makes of a reply's text: a value, or the first fault in words that fit after "The reply was not usable:". */
export type Reading<T> = { ok: true; value: T } | { ok: false; fault: string };

export type Asked<T> = { ok: true; value: T } | { ok: false; reason: string };

export const REFUSED = 'The judge refused to answer.';
export const CUT = 'The reply was cut off at the token limit.';
export const notUsable = (fault: string): string => `The reply was not usable: ${fault}.`;

/** Added to the message where the first reply could not be used; part of the prompt's hash. */
export const REASK =
  'Your last reply to this question was not usable: {fault}. Reply again, with one JSON object that satisfies the schema and nothing before or after it.';

/** A reply is foreign text: what breaks its reading is a fault of the reply, and must not end the run that reads it. */
const readSafely = <T>(read: (text: string) => Reading<T>, text: string): Reading<T> => {
  try {
    return read(text);
  } catch (error) {
    return { ok: false, fault: `it could not be read (${error instanceof Error ? error.message : String(error)})` };
  }
};

/**
 * Asks, believes nothing, and asks once more with the fault named. What was refused, cut off or is still not usable comes
 * back as the reason for leaving units unscored; it is never repaired further.
 */
export const askFor = async <T>(
  can: Pick<Capabilities, 'ask'>,
  question: Question,
  read: (text: string) => Reading<T>,
  reask = REASK
): Promise<Asked<T>> => {
  let { user } = question;
  let fault = '';
  for (const _try of ['first', 'again']) {
    let known: { text: string; reading: Reading<T> } | null = null;
    // The engine reads a new reply before it keeps it, and this function after: once is enough.
    const readOnce = (text: string): Reading<T> => {
      if (known?.text !== text) known = { text, reading: readSafely(read, text) };
      return known.reading;
    };
    const reply = await can.ask({ ...question, user }, ({ text }) => readOnce(text).ok);
    if (reply.ending === 'refused') return { ok: false, reason: REFUSED };
    if (reply.ending === 'cut') return { ok: false, reason: CUT };
    const reading = readOnce(reply.text);
    if (reading.ok) return reading;
    fault = reading.fault;
    user = `${question.user}\n\n${reask.replace('{fault}', () => fault)}`;
  }
  return { ok: false, reason: notUsable(`${fault}, and asking again did not mend it`) };
};
