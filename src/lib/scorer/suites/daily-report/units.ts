import { z } from 'zod';
import { pageOutcomes } from '../../page.ts';
import { searchOutcomes } from '../../search.ts';
import { importances } from './material.ts';

const place = z.object({ block: z.number(), start: z.number(), end: z.number() }).nullable();

/** How a subtask follows its instruction: unit `daily-instruction`, key `SUBTASK/ins`. */
export const instructionLabels = { satisfied: 1, partly: 0.5, 'not-satisfied': 0 } as const;
export const instructionDetail = z.object({
  subtask: z.string(),
  /** The rubric as it was asked. */
  rubric: z.string(),
  importance: z.enum(importances).nullable(),
  group: z.string().nullable(),
  /** The report says explicitly that the thing cannot be obtained, and whether it argues why; null: it does not say so. */
  unobtainable: z.enum(['argued', 'not-argued']).nullable()
});

/** Labels of verified claims; the others are shown and enter no score. */
export const claimLabels = ['correct', 'incorrect', 'unknown'] as const;
/** `not-verified`: of the fallback rubric; `not-in-report`: the extractor named what the report does not say. */
export const claimUnitLabels = [...claimLabels, 'not-verified', 'not-in-report'] as const;

/** Verdict of one page on one query. `conflict`: it says the opposite; `irrelevant`: it says nothing about it. */
export const pageVerdicts = ['support', 'conflict', 'irrelevant'] as const;

const evidencePage = z.object({
  url: z.string(),
  title: z.string(),
  /** ISO date as the search or the page tells it; null: undated, which counts and is marked. */
  date: z.string().nullable(),
  outcome: z.enum(pageOutcomes).nullable(),
  /** Content hash of the text that was judged. */
  content: z.string().nullable(),
  /** Pages of one publisher are one source. */
  publisher: z.string(),
  official: z.boolean(),
  /** `undecided`: votes on it are tied, or too few are valid. */
  verdict: z.enum([...pageVerdicts, 'undecided']).nullable(),
  /** Votes on it, if several were taken; null: one that could not be used. */
  votes: z.array(z.enum(pageVerdicts).nullable()).optional(),
  quote: z.string(),
  /** It is the page that the report cites for the claim. */
  ownReference: z.boolean(),
  /** Why it was not used; null if it was. */
  unused: z.string().nullable()
});

const claimQuery = z.object({
  id: z.number(),
  /** A yes/no question; `yes` means that this part of the claim holds. */
  query: z.string(),
  dependsOn: z.array(z.number()),
  /** Searches made for it, in their order. */
  searches: z.array(
    z.object({ round: z.number(), query: z.string(), outcome: z.enum(searchOutcomes), results: z.number() })
  ),
  pages: z.array(evidencePage),
  /** Verdict of the pages by the rules of `aggregate.ts`. */
  verdict: z.enum(claimLabels),
  /** The rule that decided, in words. */
  because: z.string(),
  /** The model's own conclusion if it was asked; recorded, never used. */
  modelVerdict: z.enum(claimLabels).nullable()
});

/** A claim with the whole chain of its verification: unit `daily-claim`, key `SUBTASK/claim-HASH`. */
export const claimDetail = z.object({
  /** Null for claims of the fallback rubric, which are shown and not verified. */
  subtask: z.string().nullable(),
  /** The words of the report, and the self-contained wording that was verified. */
  fact: z.string(),
  place,
  from: z.enum(['text', 'table']),
  /** Citations of the report for it. */
  references: z.array(
    z.object({
      url: z.string(),
      outcome: z.enum(pageOutcomes).nullable(),
      /** Whether the page supports the claim; null if it was not read. */
      check: z.enum(['support', 'conflict', 'unknown']).nullable(),
      quote: z.string()
    })
  ),
  queries: z.array(claimQuery)
});

export const paragraphLabels = ['sound', 'flawed', 'not-in-report'] as const;

/** Errors of reasoning that a paragraph can have. */
export const paragraphErrors = {
  contradiction: 'Contradicts itself or another part of the report',
  'common-sense': 'Contradicts common sense',
  reasoning: 'Faulty reasoning',
  confusion: 'Confuses meanings'
} as const;

/** A paragraph that belongs to a rationality rubric: unit `daily-paragraph`, key `SUBTASK/paragraph-HASH`. */
export const paragraphDetail = z.object({
  subtask: z.string(),
  place,
  errors: z.array(z.enum(Object.keys(paragraphErrors) as [keyof typeof paragraphErrors])),
  /** Sentences of it that are claims and were set aside. */
  claims: z.array(z.string())
});

/**
 * State of a dimension of a subtask: `scored`; `no-rubric`; `skipped` by the cascade (ins = 0); `absent`: nothing to judge;
 * `unscored`; `not-judged`: the metric does not judge it.
 */
const dimensionStates = ['scored', 'no-rubric', 'skipped', 'absent', 'unscored', 'not-judged'] as const;

/** Outcome of a subtask: unit `daily-subtask`, key `SUBTASK/outcome`. */
export const subtaskDetail = z.object({
  subtask: z.string(),
  importance: z.enum(importances).nullable(),
  group: z.string().nullable(),
  /** Scores by dimension, 0 … 1; null if `states` says why. */
  ins: z.number().nullable(),
  fac: z.number().nullable(),
  rat: z.number().nullable(),
  states: z.record(z.enum(['ins', 'fac', 'rat']), z.enum(dimensionStates)),
  outcome: z.number().nullable(),
  pass: z.boolean().nullable()
});

/** How well the report serves its user: unit `daily-preference`, key `preference`, labels `1` … `4`. */
export const preferenceLabels = {
  '1': 'Unhelpful',
  '2': 'Deficient',
  '3': 'Acceptable',
  '4': 'Perfect'
} as const;

export type ClaimDetail = z.infer<typeof claimDetail>;
export type ClaimQuery = ClaimDetail['queries'][number];
export type EvidencePage = ClaimQuery['pages'][number];
export type ClaimLabel = (typeof claimLabels)[number];

declare module '../../verdict.ts' {
  interface UnitDetails {
    'daily-instruction': z.infer<typeof instructionDetail>;
    'daily-claim': ClaimDetail;
    'daily-paragraph': z.infer<typeof paragraphDetail>;
    'daily-subtask': z.infer<typeof subtaskDetail>;
  }
}
