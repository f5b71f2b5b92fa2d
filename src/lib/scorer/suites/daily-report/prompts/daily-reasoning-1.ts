import { MARKED } from './daily-frame.ts';

/** Paragraphs that belong to rubrics of rationality. */
export const PARAGRAPHS = `The question: which paragraphs of this report belong to each of the requirements below?

Copy every paragraph that belongs to a requirement, whole and without a change. An entry of a list counts as a paragraph. One paragraph can belong to several requirements. Rather name one too many than leave one out, and do not cut a paragraph into sentences.

The user’s question:

{query}

The requirements, as JSON:

{requirements}

{part}The report:

{report}

{references}That was {whole}. ${MARKED} Answer with one JSON object of the form {"paragraphs":[{"requirement":"…","paragraph":"…"}]}, with an empty list if there is none.`;

/** Four errors in paragraphs. */
export const REASONING = `The question: does each of these paragraphs of the report reason soundly?

Look each paragraph up in the report and read what stands around it. Errors:
- "contradiction": it contradicts itself or another part of the report;
- "common-sense": it goes against common sense, for example advice that nobody can follow;
- "reasoning": a calculation or an inference in it is wrong, also one that starts from the claims set aside;
- "confusion": its meaning is confused: the subject changes unnoticed, or the wording is faulty. Punctuation and emoji do not matter.

Rules:
- The claims set aside with a paragraph are checked elsewhere: they are no errors of reasoning. Do not judge whether any other fact is true.
- Name an error only if you can say what is wrong. Taste is no reason.
- What a paragraph leaves out is no error. Whether the report does what the user asked is judged elsewhere: {instruction}
- {today}

The user’s question:

{query}

The requirement to which the paragraphs belong:

{requirement}

The paragraphs with the claims set aside, as JSON; answer each by its id:

{paragraphs}

The report:

{report}

${MARKED} Answer every paragraph once, as one JSON object of the form {"paragraphs":[{"id":"p1","rationale":"…","errors":[]}]}, with an empty list of errors if it is sound.`;
