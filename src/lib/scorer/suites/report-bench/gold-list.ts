import { z } from 'zod';
import type { MaterialKind } from '../../suite.ts';

/** A work that the survey cites in its main text. Identifiers are as they were found; matching normalises them. */
const reference = z.strictObject({
  key: z.string().min(1),
  title: z.string(),
  authors: z.string().nullable().default(null),
  /** As printed: "2018", also "2018a". */
  year: z.string().nullable().default(null),
  /** arXiv id without a version, e.g. `1812.10528`. */
  arxiv: z.string().nullable().default(null),
  doi: z.string().nullable().default(null),
  /** How often it has been cited, if known: for recall by quartile. */
  citations: z.int().min(0).nullable().default(null)
});

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Write the month as YYYY-MM');

export const goldList = z.strictObject({
  survey: z.strictObject({
    arxiv: z.string().min(1),
    title: z.string().min(1),
    authors: z.string().nullable().default(null),
    /** Days on which its versions appeared, ISO dates, oldest first. */
    versions: z.array(z.iso.date()).default([])
  }),
  /** Works later than this month are errors; null if the prompt names none. */
  cutOff: month.nullable(),
  /** How closely the prompt describes the survey; null: unknown. */
  level: z.enum(['sentence', 'paragraph', 'detailed']).nullable().default(null),
  references: z.array(reference).min(1, 'A gold list holds at least one reference')
});

export type GoldReference = z.infer<typeof reference>;
/** The survey behind a prompt of ReportBench (arXiv 2508.15804, section 2) and the works that it cites. */
export type GoldList = z.infer<typeof goldList>;

export const goldListKind: MaterialKind<GoldList> = {
  title: 'Survey and gold references',
  schema: goldList,
  facts: ({ survey, cutOff, level, references }) => {
    const identified = references.filter(({ arxiv, doi }) => arxiv !== null || doi !== null).length;
    return [
      { term: 'Survey', value: `${survey.title} (arXiv ${survey.arxiv})` },
      { term: 'Gold references', value: `${references.length}, of which ${identified} have an arXiv id or DOI` },
      { term: 'Cut-off', value: cutOff ?? 'none stated in the prompt' },
      { term: 'Level of the prompt', value: level ?? 'unknown' }
    ];
  },
  lines: ({ survey, cutOff, references }) => [
    `Gold list: ${references.length} ${references.length === 1 ? 'work' : 'works'} that “${survey.title}” (arXiv ${survey.arxiv}) cites. Cut-off: ${cutOff ?? 'none'}.`,
    ...references.map(({ title, authors, year, arxiv, doi }, n) =>
      [
        `${n + 1}. ${
          title
            .replace(/[{}\\]/g, '')
            .replace(/\s+/g, ' ')
            .trim() || '(no title)'
        }`,
        ...[authors, year, arxiv && `arXiv ${arxiv}`, doi && `doi ${doi}`].filter((part) => !!part)
      ].join(' · ')
    )
  ]
};
