import type { PageOutcome } from '../../src/lib/scorer/page.ts';
import type { DepthPoints } from './depth.ts';
import type { Language } from './words.ts';

/** Kinds of pages to which a cited address leads. */
export const pageKinds = [
  'article',
  'pdf',
  'redirect',
  'stray',
  'not-found',
  'gone',
  'no-such-name',
  'nobody-answers',
  'server-error',
  'redirect-loop',
  'robot-wall',
  'unauthorized',
  'sign-in-page',
  'rate-limited',
  'slow',
  'private-address',
  'image'
] as const;
export type PageKind = (typeof pageKinds)[number];

/** The outcome that the definitions give each kind; `stray` pages are read and found irrelevant. */
export const outcomeOf: Record<PageKind, PageOutcome> = {
  article: 'ok',
  pdf: 'ok',
  redirect: 'ok',
  stray: 'ok',
  'not-found': 'not-found',
  gone: 'not-found',
  'no-such-name': 'unresolved',
  'nobody-answers': 'unresolved',
  'server-error': 'server-error',
  'redirect-loop': 'redirects',
  'robot-wall': 'blocked',
  unauthorized: 'needs-sign-in',
  'sign-in-page': 'needs-sign-in',
  'rate-limited': 'rate-limited',
  slow: 'timed-out',
  'private-address': 'not-allowed',
  image: 'unreadable'
};

export interface PlantedPage {
  /** As reports cite it. */
  url: string;
  kind: PageKind;
  qid: string;
  title: string;
  language: Language;
  /** Readable text, a paragraph each; empty if the page has none. */
  paragraphs: string[];
  /** The statements that the page makes, by their ids, in its words. */
  states: Record<string, string>;
  /** A stray page whose address gives nothing away: only who opens it sees that it is irrelevant. */
  disguised: boolean;
}

/** One sentence of a report. */
export interface Sentence {
  /** Without marks of citation, and without its full stop. */
  text: string;
  /** Id of what it states; null if it states nothing that a source could bear out. */
  statement: string | null;
  numeric: boolean;
  /** Addresses that it cites, by marks of its own or by those at the end of its paragraph. */
  sources: string[];
  /** The cells of a table's row: the sentence is what they say together. */
  cells?: string[];
}

type Gap = 'numeric' | 'words' | 'mismatched';

/** How a checklist item fares: only `met` earns anything. */
export type Delivery = 'met' | 'half' | 'planned' | 'not-available' | 'left-out';

export interface Finding {
  label: 'yes' | 'no';
  /** Whether code can tell; if it cannot, it has to abstain. */
  code: boolean;
}

/** Everything that was planted in one report. */
export interface Truth {
  /** By key of the presentation checklist. */
  presentation: Record<string, Finding>;
  contradictions: [string, string][];
  gaps: { quote: string; gap: Gap }[];
  /** In the order of the query's items. */
  coverage: Delivery[];
  depth: DepthPoints;
  /** Every sentence that cites something, whether or not it states anything. */
  cited: Sentence[];
  /** Every address cited in the text, once. */
  urls: string[];
  /** An address that stands in the list of references alone (p3). */
  listedOnly: string | null;
}

export interface PlantedQuery {
  qid: string;
  text: string;
  category: string;
  language: Language;
  items: string[];
}

export type Style =
  | 'brackets'
  | 'decimal-list'
  | 'footnotes'
  | 'superscript'
  | 'links'
  | 'links-without-list'
  | 'paragraph-urls'
  | 'none';

export interface PlantedReport {
  system: string;
  qid: string;
  style: Style;
  markdown: string;
  truth: Truth;
}

export interface Planted {
  seed: number;
  systems: readonly { name: string; category: string }[];
  /** The system with which the others are compared in depth. */
  baseline: string;
  queries: PlantedQuery[];
  reports: PlantedReport[];
  pages: PlantedPage[];
}

/** Letters and digits alone: by these a sentence is found again, however it was quoted. */
export const letters = (text: string): string =>
  [...text.normalize('NFKC').toLowerCase()].filter((char) => /[\p{L}\p{N}]/u.test(char)).join('');
