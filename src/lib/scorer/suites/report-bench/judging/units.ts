import { z } from 'zod';
import { pageOutcomes } from '../../../page.ts';
import { type DetailOf, judged } from '../../../protocols/reading/unit-verdicts.ts';
import type { Verdict } from '../../../verdict.ts';
import { fingerprint } from '../../../runs/fingerprint.ts';
import { citationRows } from '../reference-scores.ts';
import { verdicts as truths } from '../uncited.ts';

const place = z.object({ block: z.number(), start: z.number(), end: z.number() }).nullable();
const outcome = z.enum(pageOutcomes).nullable();
/** Content hash of the page’s text that was judged. */
const content = z.string().nullable();
const title = z.string();

/** A work of the gold list as a verdict names it: by the key of its first entry, with the number of entries that are this work. */
const goldWork = z.object({ key: z.string(), title, entries: z.number(), quarter: z.enum(citationRows) });
export type GoldWork = z.infer<typeof goldWork>;

/** Detail of a verdict on a reference beside its label. */
export const referenceDetail = z.object({
  /** Null for a reference out of the report’s own list. */
  url: z.string().nullable(),
  ...{ outcome, content },
  title: title.nullable(),
  arxiv: z.string().nullable(),
  doi: z.string().nullable(),
  published: z.string().nullable(),
  match: goldWork.extend({ by: z.enum(['arxiv', 'doi', 'title']) }).nullable(),
  /** Works of the gold list that differ in a subtitle only. */
  near: z.array(z.object({ key: z.string(), title })),
  /** Key of the unit that it repeats. */
  repeats: z.string().nullable(),
  timing: z.enum(['before', 'same-month', 'later', 'undecidable', 'no-date', 'no-cut-off']).nullable(),
  isSourceSurvey: z.boolean()
});

/** The gold list as it was when the report was judged: what recall divides by. */
export const goldDetail = z.object({
  works: z.number(),
  entries: z.number(),
  quarters: z.record(z.enum(citationRows), z.number())
});

export const citedDetail = z.object({
  url: z.string(),
  ...{ outcome, content, place },
  /** `dead`: its page leads nowhere; `no-passage`: the page says nothing of it; `compared`: it was compared with passages. */
  why: z.enum(['dead', 'no-passage', 'compared']).nullable()
});

export const uncitedDetail = z.object({
  place,
  search: z.string(),
  /** Results of the search that voters were shown. */
  results: z.array(z.object({ url: z.string(), title, read: z.boolean() })),
  valid: z.number(),
  share: z.number().nullable(),
  votes: z.array(
    z.object({
      judge: z.string(),
      trial: z.number(),
      label: z.enum(truths).nullable(),
      rationale: z.string(),
      problem: z.string().nullable()
    })
  )
});

declare module '../../../verdict.ts' {
  interface UnitDetails {
    reference: z.infer<typeof referenceDetail>;
    'gold-list': z.infer<typeof goldDetail>;
    'cited-statement': z.infer<typeof citedDetail>;
    'uncited-statement': z.infer<typeof uncitedDetail>;
  }
}

export type ReferenceDetail = DetailOf<'reference'>;
export type GoldDetail = DetailOf<'gold-list'>;
export type CitedDetail = DetailOf<'cited-statement'>;
export type UncitedDetail = DetailOf<'uncited-statement'>;

/** Key of a statement's unit by its words, so that equal keys of two judges are one statement, and people are asked about it once. */
export const statementKey = (...words: string[]): string => `statement-${fingerprint(words).slice(0, 12)}`;

/** How many statements a report has, whether or not a run judges all of them. */
export const statementCount = (n: number, what: string): Verdict =>
  judged({ item: 'statements', kind: 'statement-count', text: what }, String(n), `The report has ${n} of them.`);

/** The number that `statementCount` gives; null if it is not known. */
export const reportStatements = (verdicts: readonly Verdict[]): number | null => {
  const label = verdicts.find(({ kind }) => kind === 'statement-count')?.label;
  return label == null ? null : Number(label);
};
