const sentences: Readonly<Record<string, string>> = {
  started: 'The round is open. People find their work under Verification.',
  paused: 'The round is paused. Nobody can commit; what people type is kept.',
  resumed: 'The round goes on. People can commit again.',
  settings: 'The settings are changed, from what is handed out and drawn next.',
  reassigned: 'The query is reassigned. What was committed and typed on it stays stored.',
  reopened: 'The query is open again. What was committed on it stays and can be changed.',
  reworded: 'The wording is changed. Whoever rated the old one is asked again.',
  drawn: 'The sample is drawn. Reviewers who did not review a query can inspect it now.',
  noted: 'The note is kept. It stands above the work of those who do it again.',
  answered: 'The answer is kept. Who asked sees it beside the question.'
};

/** What the page was led to after: one sentence, or null where it was just opened. */
export const toldAt = (url: URL): string | null => sentences[url.searchParams.get('done') ?? ''] ?? null;

/** The same page after something was done there. */
export const doneAt = (url: URL, done: keyof typeof sentences): string => `${url.pathname}?done=${done}`;
