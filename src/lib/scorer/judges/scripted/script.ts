import { z } from 'zod';

/** By dimension of the metric. */
const points = z.record(z.string(), z.int().min(0));

/** Which report an answer is about: its id, or the SHA-256 of its Markdown. */
const report = z.string();
const about = { report, metric: z.string() };
const said = { rationale: z.string() };
const quotes = z.array(z.string());

/** Answers written down beforehand: one list for each form in which a protocol asks. */
export const scriptedAnswers = z.object({
  /** The model version that it says it is, as providers do; absent: it names none. */
  served: z.string().min(1).optional(),
  /**
   * Stands for its answers in the judge's fingerprint. Scripts of one name and identity are one judge, whatever they answer: as a
   * model does whose provider serves another version under the same name.
   */
  identity: z.string().min(1).optional(),
  /** To the items of a checklist. */
  answers: z.array(
    z.object({
      ...about,
      item: z.string(),
      label: z.enum(['yes', 'no', 'abstain']),
      ...said,
      quotes: quotes.optional()
    })
  ),
  /** All issues of a report under a pointwise metric; `abstains` if the list is not to be counted. */
  issues: z
    .array(
      z.object({
        ...about,
        issues: z.array(z.object({ quotes, explanation: z.string() })),
        abstains: z.string().optional()
      })
    )
    .optional(),
  /** Two reports in the order in which they are shown. */
  comparisons: z
    .array(
      z.object({
        metric: z.string(),
        A: report,
        B: report,
        points: z.object({ A: points, B: points }),
        /** Absent: none, if the prompt asks for them. */
        flaws: z.object({ A: z.array(z.string()), B: z.array(z.string()) }).optional(),
        ...said
      })
    )
    .optional(),
  /** To the pages that a report cites. */
  sources: z
    .array(z.object({ ...about, url: z.string(), label: z.enum(['relevant', 'irrelevant', 'abstain']), ...said }))
    .optional(),
  /** To the claims that cite a page, by the claim's text. */
  claims: z
    .array(
      z.object({
        ...about,
        url: z.string(),
        claim: z.string(),
        label: z.enum(['supported', 'unsupported', 'no-claim', 'abstain']),
        ...said,
        quotes: quotes.optional()
      })
    )
    .optional(),
  /** To the criteria of a rubric, by the rubric's name or that of its metric. */
  criteria: z
    .array(
      z.object({
        ...about,
        criterion: z.string(),
        label: z.string(),
        /** Label of the reference report, if the rubric scores against one. */
        reference: z.string().optional(),
        ...said,
        quotes: quotes.optional()
      })
    )
    .optional(),
  /** Replies as they are, to questions of a suite's own form: by the name of the reply's schema, and words that the question holds. */
  replies: z
    .array(
      z.object({ ...about, form: z.string(), holds: z.string().optional(), reply: z.record(z.string(), z.unknown()) })
    )
    .optional(),
  /** Direct ratings of whole reports. */
  ratings: z.array(z.object({ ...about, rating: z.int().min(0).max(10), ...said })).optional()
});

export type ScriptedAnswers = z.infer<typeof scriptedAnswers>;
export type ScriptedAnswer = ScriptedAnswers['answers'][number];

/** Replies of a judge to everything that it can be asked about. */
export type Script = { name: string } & Readonly<ScriptedAnswers>;
