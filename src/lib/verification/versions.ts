/** The content of a dataset version: what verification has settled on. Criteria are not in it until they are worded as yes/no. */
export interface VersionContent {
  queries: {
    qid: string;
    text: string;
    domain: string | null;
    category: string | null;
    items: { key: string; text: string }[];
  }[];
}

/**
 * The one text that a content has, over which it is hashed: queries by qid (by code unit), items in their order, which judges
 * see; fixed field order; no blanks.
 */
export function canonicalForm(content: VersionContent): string {
  const queries = [...content.queries].sort((a, b) => (a.qid < b.qid ? -1 : a.qid > b.qid ? 1 : 0));
  return JSON.stringify({
    queries: queries.map(({ qid, text, domain, category, items }) => ({
      qid,
      text,
      domain,
      category,
      items: items.map(({ key, text }) => ({ key, text }))
    }))
  });
}
