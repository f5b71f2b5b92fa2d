/**
 * Surveys chosen from arXiv's metadata, the first step of ReportBench (arXiv 2508.15804, section 2.1.1). The snapshot that arXiv
 * publishes has one JSON object per line: id, title, comments, journal-ref, licence, abstract and the versions with their days.
 */

/** Fields that are read of one line. Texts are as arXiv gives them, with line breaks in them folded. */
export interface PaperMetadata {
  arxiv: string;
  title: string;
  authors: string | null;
  abstract: string;
  comments: string;
  journalRef: string;
  /** An address; '' if none is given. */
  licence: string;
  /** Days on which its versions appeared, ISO dates (UTC), oldest first; at least one. */
  versions: string[];
}

export interface SurveyRules {
  /** First day on which the first version may have appeared, ISO. */
  since: string;
  /** Whether a journal reference stands for the words "accepted" or "published" in the comments. The paper reads the comments alone. */
  journalReferenceCounts: boolean;
  /** `open`: Creative Commons and public domain alone. The official tasks have any: 62 of 100 allow arXiv alone to distribute them. */
  licences: 'any' | 'open';
}

export const paperRules: SurveyRules = { since: '2020-01-01', journalReferenceCounts: false, licences: 'any' };

/** Why a paper is not taken, by the first rule that refuses it, in this order. */
export const refusals = {
  title: 'title without “survey” or “review”',
  early: 'first version too early',
  unpublished: 'neither accepted nor published',
  licence: 'licence is not open'
} as const;
export type SurveyRefusal = keyof typeof refusals;

const TITLE = /\b(?:surveys?|reviews?)\b/i;
/** As the paper searches: "to be published" counts, and so does the rare "not yet accepted"; "submitted for publishing" does not. */
const PUBLISHED = /\b(?:accepted|published)\b/i;
const OPEN = /^https?:\/\/creativecommons\.org\/(?:licenses\/|publicdomain\/)/i;

/** Whether a line of the snapshot can be a survey at all: cheap, before it is parsed. */
export const mayBeSurvey = (line: string): boolean => /survey|review/i.test(line);

/** The first rule that refuses a paper; null if it may be a survey, which a model then checks by title and abstract. */
export function refusalOf(paper: PaperMetadata, rules: SurveyRules = paperRules): SurveyRefusal | null {
  if (!TITLE.test(paper.title)) return 'title';
  if (paper.versions[0]! < rules.since) return 'early';
  const said = PUBLISHED.test(paper.comments);
  if (!said && !(rules.journalReferenceCounts && paper.journalRef !== '')) return 'unpublished';
  return rules.licences === 'open' && !OPEN.test(paper.licence) ? 'licence' : null;
}

const folded = (value: unknown): string => (typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '');

const RFC_2822 = /^(?:[A-Z][a-z]{2}, )?(\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2}) GMT$/;

/** The UTC day of a time as arXiv writes it ("Fri, 8 Dec 2023 06:31:19 GMT"), ISO; null for any other form. */
function dayOfVersion(created: unknown): string | null {
  const written = typeof created === 'string' ? RFC_2822.exec(created.trim())?.[1] : undefined;
  const time = written === undefined ? NaN : Date.parse(`${written} GMT`);
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10);
}

/** A line of the snapshot as a paper, or the field that cannot be read. `arxiv_id` is how ReportBench names the id. */
export function readMetadata(
  value: Readonly<Record<string, unknown>>
): PaperMetadata | { field: string; reason: string } {
  const arxiv = folded(value['id'] ?? value['arxiv_id']);
  if (arxiv === '') return { field: 'id', reason: 'The id is missing. Use a line of arXiv’s metadata snapshot' };
  const title = folded(value['title']);
  if (title === '') return { field: 'title', reason: 'The title is missing' };
  const given = value['versions'];
  const versions = Array.isArray(given)
    ? given.map((one: unknown) => dayOfVersion((one as { created?: unknown } | null)?.created))
    : [];
  if (versions.length === 0 || versions.includes(null))
    return { field: 'versions', reason: 'A version’s day is missing or not of the form Fri, 8 Dec 2023 06:31:19 GMT' };
  return {
    ...{ arxiv, title, authors: folded(value['authors']) || null, abstract: folded(value['abstract']) },
    ...{ comments: folded(value['comments']), journalRef: folded(value['journal-ref']) },
    licence: folded(value['license']),
    versions: (versions as string[]).sort()
  };
}
