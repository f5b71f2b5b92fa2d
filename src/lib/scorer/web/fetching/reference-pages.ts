import { refuse } from '../../../errors.ts';
import { request, type RequestMeans } from './request.ts';

const TIMEOUT = 5_000;

/** Whether any of the pages answers: over https with a valid certificate, so that no gate on the way can answer for it. */
export const answersOf = (pages: readonly string[], means: RequestMeans) => async (): Promise<boolean> => {
  const limited = AbortSignal.timeout(TIMEOUT);
  const asked = pages.map(async (page) => {
    const message = await request(new URL(page), means, limited);
    message.destroy();
  });
  try {
    await Promise.any(asked);
    return true;
  } catch {
    return false;
  }
};

/**
 * Reads `VOIRDIRE_REACH_CHECK`: https pages, separated by commas or white space, of which one has to answer for this machine
 * to count as connected. `off` asks for none; absent or empty: the usual ones.
 */
export const parseReachCheck = (text: string | undefined, usual: readonly string[]): readonly string[] => {
  const words = (text ?? '').split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 0) return usual;
  if (words.length === 1 && words[0] === 'off') return [];
  const wrong = words.find((word) => URL.parse(word)?.protocol !== 'https:');
  if (wrong !== undefined)
    refuse.invalid(
      `VOIRDIRE_REACH_CHECK: “${wrong}” is not an https address. Write addresses like https://example.com/, or off.`
    );
  return words;
};
