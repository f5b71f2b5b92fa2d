import { refuse } from '../../../errors.ts';

/**
 * Returns how often batches are looked at, in milliseconds: `VOIRDIRE_BATCH_POLL_SECONDS`, at first that long and then up to twelve
 * times as long. Null if the setting is empty.
 *
 * @throws a refusal if it is no number above 0
 */
export function paceOfBatches(
  setting: string | undefined,
  name = 'VOIRDIRE_BATCH_POLL_SECONDS'
): { pollMs: number; maxPollMs: number } | null {
  const text = setting?.trim() ?? '';
  if (text === '') return null;
  const seconds = Number(text);
  if (!(seconds > 0)) refuse.invalid(`${name} is ${JSON.stringify(text)}. Write seconds above 0, or unset it.`);
  return { pollMs: 1_000 * seconds, maxPollMs: 12_000 * seconds };
}
