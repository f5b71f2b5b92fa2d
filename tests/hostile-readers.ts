import { parseReportsJsonl } from '../src/lib/exchange/import/reports/reports-jsonl.ts';
import { reportChecks } from '../src/lib/scorer/judges/rules/checks.ts';
import { presentationChecks } from '../src/lib/scorer/suites/deep-eval/presentation.ts';
import { uncitedNumbers } from '../src/lib/scorer/judges/rules/numbers/uncited-numbers.ts';
import { pairClaims } from '../src/lib/scorer/report/claims/claims.ts';
import { renderReport } from '../src/lib/scorer/report/html/render.ts';
import { locateQuote } from '../src/lib/scorer/report/html/locate.ts';
import type { Structure } from '../src/lib/scorer/report/structure/parts.ts';
import { readStructure } from '../src/lib/scorer/report/structure/structure.ts';
import { tokenCounter } from '../src/lib/scorer/report/lengths/tokenizer.server.ts';

let known: { text: string; structure: Structure } | null = null;
/** The structure of a text for all readers that begin with it: the one that was timed last, as a reader of its own. */
const structureOf = (text: string): Structure => {
  if (known?.text !== text) known = { text, structure: readStructure(text) };
  return known.structure;
};

let shown: { text: string; page: ReturnType<typeof renderReport> } | null = null;
/** The same of its page. */
const pageOf = (text: string): ReturnType<typeof renderReport> => {
  if (shown?.text !== text) shown = { text, page: renderReport(text) };
  return shown.page;
};

/** Readers of texts that a stranger wrote: each receives the text, and returns the function to be timed. */
export const hostileReaders: Record<string, (text: string) => () => unknown> = {
  structure: (text) => () => (known = { text, structure: readStructure(text) }),
  page: (text) => () => (shown = { text, page: renderReport(text) }),
  claims: (text) => () => pairClaims(text),
  'uncited numbers': (text) => {
    const structure = structureOf(text);
    return () => uncitedNumbers(structure);
  },
  'place of a quote': (text) => {
    const { blocks } = pageOf(text);
    const quote = `words that stand nowhere ${text.slice(0, 100)}`;
    return () => locateQuote(blocks, quote);
  },
  tokens: (text) => () => count(text),
  'JSON lines': (text) => {
    const bytes = Buffer.from(text);
    return () => parseReportsJsonl(bytes, 'hostile.jsonl');
  },
  ...Object.fromEntries(
    Object.entries(presentationChecks).map(([key, check]) => [
      `rule ${key}`,
      (text: string) => {
        const structure = structureOf(text);
        return () => reportChecks[check](structure);
      }
    ])
  )
};

const count = await tokenCounter();
