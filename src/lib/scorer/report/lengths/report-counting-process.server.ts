import { serveProcess } from '../../confined/serve-process.ts';
import {
  type ReportLength,
  measureLength,
  reportTexts,
  type TokenLength
} from '../../leaderboard/figures/report-length.ts';
import { tokenCounter } from './tokenizer.server.ts';

/** Tells this process from others that load the same bundle. */
export const NAME = 'voirdire-report-counting';

/** The file to start the process from: this one, also after bundling. */
export const file = new URL(import.meta.url);

/** Lengths of a report in tokens of the tokenizer. */
export async function tokenLength(markdown: string): Promise<TokenLength> {
  const tokensIn = await tokenCounter();
  const { full, bare } = reportTexts(markdown);
  const tokens = tokensIn(full);
  return { full: tokens, bare: full === bare ? tokens : tokensIn(bare) };
}

export interface CountingJob {
  count: 'words' | 'tokens';
  markdown: string;
}

serveProcess<CountingJob, ReportLength | TokenLength>(NAME, ({ count, markdown }) =>
  count === 'words' ? measureLength(markdown) : tokenLength(markdown)
);
