import { MARKED } from './daily-frame.ts';

/** Whether a page that the report cites supports its claims. */
export const CHECK = `The question: does this page, which the report cites, support each of these claims?

"support": the facts of the claim stand on the page, all or in part; rounded figures count.
"conflict": the page explicitly says something that contradicts the claim.
"unknown": the page neither supports nor contradicts it, or holds nothing to read.

For "support" and "conflict" quote the passage of the page, word for word; for "unknown" the quote is empty.

The claims, as JSON; answer each by its id:

{claims}

{page}

${MARKED} Answer every claim once, as one JSON object of the form {"claims":[{"id":"c1","rationale":"…","result":"support","quote":"…"}]}.`;

/** Search on, or answer. */
export const NEXT = `The question: what is the next step in verifying this claim?

"search": the pages below do not suffice to answer every query. Write what to search for: one complete sentence that keeps the time, place, persons and figures of the queries. Name in "for" the id of the query that it serves. Do not repeat a search.
"answer": the pages suffice. Give in "conclusions" for each query "correct", "incorrect" or "unknown".

A statement counts as shown by two independent pages or by one of an official or authoritative body. Prefer public authorities, official media, encyclopedias, large organisations and well-known news media; be wary of personal accounts. Only pages count, never what you know. {limit}

The user’s question, for context:

{query}

The claim and its queries, in the order in which they are answered, with the searches made and the pages read so far, as JSON:

{evidence}

${MARKED} Answer with one JSON object of the form {"reason":"…","action":"search","for":0,"search":"…","conclusions":[]} or {"reason":"…","action":"answer","for":null,"search":null,"conclusions":[{"id":0,"verdict":"correct"}]}.`;

/** Question about one page's evidence on the queries of a claim. */
export const PAGE_VERDICT = `The question: what does this page say about each of these queries?

"support": by the page, the answer is yes.
"conflict": by the page, the answer is no.
"irrelevant": the page does not answer it.
Judge by the words of the page alone. Infer nothing and add nothing that you know.

Do not compare figures yourself. If page and query each give a figure for the same thing, judge as if both were the same and list the pair in "numbers", each figure copied as it is written, with its unit or word of magnitude. Both ends of a range are pairs of their own.

For "support" and "conflict" quote the passage of the page, word for word, with the figures that you list.
Also say of the page:
- published: its date as YYYY-MM-DD if the page shows it, else null;
- official: true if its publisher is a public authority, the body that the claim is about, or another institution that is authoritative on the matter; false for everything else.

The claim:

{claim}

The queries, as JSON; answer each by its id:

{queries}

{page}

${MARKED} Answer every query once, as one JSON object of the form {"published":null,"official":false,"queries":[{"id":0,"rationale":"…","verdict":"support","quote":"…","numbers":[{"claimed":"…","found":"…"}]}]}.`;

export const SHOWN_WHOLE = 'Address, title, date and text of the page:';
export const SHOWN_IN_PART =
  'Address, title, date and parts of the page, which is too long to be shown whole; “[…]” stands where something is left out, and what is shown has most in common with the claim:';
/** Said if the task limits the dates of evidence. */
export const LIMIT_UNTIL = 'Pages have to date from {date} or earlier.';
export const LIMIT_FROM = 'Pages have to date from {date} or later.';
