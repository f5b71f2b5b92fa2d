import { topicContent, type TopicContent } from '../topics/topics.ts';

/** The content of a dataset version: what verification has settled on. Criteria are not in it until they are worded as yes/no. */
export interface VersionContent {
  queries: {
    qid: string;
    text: string;
    /** The text without placeholders; absent if there is none. */
    placeholderFree?: string | null;
    domain: string | null;
    category: string | null;
    /** Absent if it is not known. */
    language?: string | null;
    items: { key: string; text: string; placeholderFree?: string | null }[];
    /** By suite, members in the order of their names; absent if no suite has any of the query. */
    material?: Record<string, unknown>;
  }[];
  /** Rubrics of the project, by the name of their metric; absent if it has none. Their words are in their hash. */
  rubrics?: { metric: string; title: string; version: string; hash: string }[];
  /** Topics that people accepted, from which tasks are made; absent if there are none. */
  topics?: TopicContent[];
}

/** Absent fields leave the hash of a content without them as it was. */
const free = (placeholderFree: string | null | undefined) => (placeholderFree == null ? {} : { placeholderFree });

/**
 * The one text that a content has, over which it is hashed: queries by qid (by code unit), items in their order, which judges
 * see; fixed field order; no blanks.
 */
export function canonicalForm(content: VersionContent): string {
  const queries = [...content.queries].sort((a, b) => (a.qid < b.qid ? -1 : a.qid > b.qid ? 1 : 0));
  const topics = [...(content.topics ?? [])].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const rubrics = [...(content.rubrics ?? [])].sort((a, b) => (a.metric < b.metric ? -1 : 1));
  return JSON.stringify({
    queries: queries.map(({ qid, text, placeholderFree, domain, category, language, items, material }) => ({
      qid,
      text,
      ...free(placeholderFree),
      domain,
      category,
      ...(language != null && { language }),
      items: items.map(({ key, text, placeholderFree }) => ({ key, text, ...free(placeholderFree) })),
      ...(material && { material })
    })),
    ...(rubrics.length > 0 && {
      rubrics: rubrics.map(({ metric, title, version, hash }) => ({ metric, title, version, hash }))
    }),
    ...(topics.length > 0 && { topics: topics.map(topicContent) })
  });
}
