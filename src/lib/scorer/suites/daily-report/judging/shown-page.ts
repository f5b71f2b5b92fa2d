import type { JudgeRoom } from '../../../capabilities.ts';
import type { Page } from '../../../page.ts';
import { delimit } from '../../../protocols/delimiter.ts';
import { excerpt } from '../../../protocols/rubric-tree/rubric-tree-excerpt.ts';
import { SHOWN_IN_PART, SHOWN_WHOLE } from '../prompts/daily-evidence-1.ts';

/** Characters of a page that a judge is shown at most. */
const MOST = 48_000;
/** Characters that a token has at least, in scripts without spaces. */
const CHARACTERS_PER_TOKEN = 1;

/**
 * A page between marked lines, in parts if it is long or the model's context small: those that have most in common with the claims.
 * Null if the context has no room for a part worth reading.
 */
export function shownPage(
  page: Pick<Page, 'url' | 'title'> & { text: string },
  date: string | null,
  claims: readonly string[],
  { contextTokens, delimiterKey }: Pick<JudgeRoom, 'contextTokens'> & { delimiterKey: string }
): string | null {
  // A half of the context stays for the question and its answer.
  const most = contextTokens === null ? MOST : Math.min(MOST, Math.floor((contextTokens * CHARACTERS_PER_TOKEN) / 2));
  if (page.text.length > most && most < 1_000) return null;
  const text = excerpt(page.text, claims, most);
  const title = page.title?.replace(/\s+/g, ' ').slice(0, 300) ?? '(none)';
  const about = `Address: ${page.url}\nTitle: ${title}\nDate: ${date ?? '(not known)'}\n\n${text}`;
  return `${text === page.text ? SHOWN_WHOLE : SHOWN_IN_PART}\n\n${delimit('page', about.toWellFormed(), delimiterKey)}`;
}
