const sentences: Readonly<Record<string, string>> = {
  started: 'The round is open. Work appears under Verification.',
  paused: 'The round is paused. No rating can be committed; texts are saved as drafts.',
  resumed: 'The round is resumed. Ratings can be committed again.',
  settings: 'The settings are saved. They apply to new assignments and samples.',
  reassigned: 'The query is reassigned. Committed ratings and drafts are retained.',
  reopened: 'The query is reopened. Committed ratings are retained and can be changed.',
  reworded: 'The wording is changed. Annotators of the old wording must rate it again.',
  drawn: 'The sample is drawn. Reviewers can inspect queries that they did not review.',
  noted: 'The note is saved. Annotators see it above their work.',
  answered: 'The answer is saved. The annotator sees it beside the question.'
};

/** What the page was led to after: one sentence, or null where it was just opened. */
export const toldAt = (url: URL): string | null => sentences[url.searchParams.get('done') ?? ''] ?? null;

/** The same page after something was done there. */
export const doneAt = (url: URL, done: keyof typeof sentences): string => `${url.pathname}?done=${done}`;
