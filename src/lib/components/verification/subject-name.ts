/** A query by its id, an item by its key; the query's id goes before a key that does not begin with it. */
export const subjectName = (qid: string, key: string | null): string =>
  key === null || key === qid ? qid : key.startsWith(qid) ? key : `${qid} ${key}`;
