import { MATERIAL } from './frame.ts';

/** Statements with their sources. */
export const CITED = `The question: which statements of this report cite a web page, and which page does each cite?

A statement is a sentence, an item of a list or a row of a table that asserts something. It cites a page where a link, a number, a name or a note leads to the page’s address, directly or by way of the list of references. Entries of that list, headings and captions are no statements.

For each statement, in the order of the report:
- statement: its words, copied from the report without the marks of citations;
- urls: every address that it cites, each exactly as the report writes it.

{part}The report to read:

{report}

{references}That was {whole}. ${MATERIAL} Answer with one JSON object of the form {"cited":[{"statement":"…","urls":["…"]}]}, with an empty list where there is none.`;

/** Question about a page's passages on some statements. */
export const PASSAGES = `The question: what does this page say about each of these statements?

For each statement quote up to three passages from the page, word for word, that tell most about whether the page bears it out, for or against. Give no passage where the page says nothing about it; the page’s mere subject is nothing.

The statements, as JSON; answer each by its id:

{statements}

{extent}

{page}

That was the page. ${MATERIAL} Answer every statement once, as one JSON object of the form {"found":[{"id":"…","passages":["…"]}]}.`;

export const WHOLE_PAGE = 'Address, title and text of the page:';
export const PART_OF_PAGE =
  'Address, title and parts of the page, which is too long to be shown whole; “[…]” stands where something is left out, and what is shown has most in common with the statements:';

/** Statements compared with the passages found. */
export const COMPARE = `The question: do these passages bear out the statements for which they were quoted?

"match": the passages say what the statement says – of the same things, with the same names, numbers, conditions and degree of certainty. Other words are no fault.
"mismatch": something that the statement asserts is missing from the passages, weaker there, or different.
Judge by the passages alone, whatever you know otherwise.

Statements and their passages, as JSON; answer each by its id:

{pairs}

That was all. ${MATERIAL} Answer every statement once, as one JSON object of the form {"compared":[{"id":"…","rationale":"…","label":"match"}]}, with "match" or "mismatch" as label.`;

/** Statements without sources. */
export const UNCITED = `The question: which factual statements of this report have no citation?

A factual statement asserts something about the world – a finding, number, date, event, property or authorship – that can be checked in sources outside the report. Leave out statements that cite a source or stand with one in the same sentence, item or row; what is common knowledge in the field; opinions, plans, definitions by the report itself, and summaries of what it says elsewhere; and whatever is too vague to be checked.

For each statement, in the order of the report:
- statement: its words, copied from the report;
- search: up to twelve words that would find sources about it on the web, understandable without the report.

{part}The report to read:

{report}

{references}That was {whole}. ${MATERIAL} Answer with one JSON object of the form {"uncited":[{"statement":"…","search":"…"}]}, with an empty list where there is none.`;

/** One vote. */
export const VOTE = `The question: is this statement true?

The statement:

{statement}

What a web search found about it, as JSON; each result has its address, title and words of the page:

{results}

Weigh the results by how reliable their sources are and use what you know of the field; where results contradict each other, say so. "correct": the statement holds in all that it asserts. "incorrect": some of it is wrong. "cannot-tell": neither the results nor what you know decide it.

That was all. ${MATERIAL} Answer with one JSON object of the form {"rationale":"…","decision":"correct"}, with "correct", "incorrect" or "cannot-tell" as decision.`;
