import { MARKED } from './daily-frame.ts';

/** Question of the fallback rubric: it takes the claims that belong to no other. */
export const REST = 'Every other factual claim of the report, whatever it is about.';

/** Claims of a report that belong to one rubric. */
export const CLAIMS = `The question: which factual claims does this report make that belong to the requirement below?

A claim is one specific, objective statement about the world that sources outside the report can confirm or refute.
- Running text: one claim for each fact. Split sentences that state several; join sentences that state one fact together.
- Tables: one claim for each cell, with what its row and column say.
- Lists: one claim for each entry.
- A statement that there are no data on something, or that something cannot be found, is a claim.
No claims are: opinions and evaluations; what everybody knows; symbols and metaphors; motives and purposes; analyses, summaries and causal conclusions; advice and instructions; assumptions, simulations and the report’s own calculations; statements too vague to be checked; descriptions of the cited sources; and statements about the report itself.

For each claim:
- fact: its words, copied from the report without a change;
- claim: the same as one sentence that is understood without the report. Say what pronouns stand for and add the subject, time and place from headings and context. Add no fact, drop none, and do not mention the report.
- from: "table" if its words stand in a table, else "text".

Leave out no claim that belongs to the requirement. Headings can tell what a section belongs to.

The user’s question:

{query}

The requirement:

{requirement}

{part}The report:

{report}

{references}That was {whole}. ${MARKED} Answer with one JSON object of the form {"claims":[{"fact":"…","claim":"…","from":"text"}]}, with an empty list if there is none.`;

/** Claims that repeat each other, and the requirement to which each belongs. */
export const DUPLICATES = `The question: which of these claims are the same claim twice, and does each stand under the requirement that it fits best?

Duplicates: a claim is a duplicate of another if both state the same fact, however worded, or if the other states everything that it states. Keep the one that is easier to check without losing a fact. Claims on one subject with another focus, or with other figures or details, are not duplicates. A claim from the text and one from a table are never duplicates. If in doubt, keep both.
Requirements: move a claim if another requirement fits it better. If several fit, the narrower one wins. "rest" is only for claims that fit no other.

The requirements with their claims, as JSON:

{claims}

${MARKED} Answer with one JSON object of the form {"duplicates":[{"id":"c2","of":"c1"}],"moved":[{"id":"c3","requirement":"…"}]}: the claims to drop, each with the claim that is kept, and the claims that belong elsewhere. Both lists are empty if nothing changes.`;

/** Yes/no queries by which claims are verified. */
export const QUERIES = `The question: which yes/no queries verify each of these claims on the web?

For each claim write one query, or several if its parts have to be checked one by one. "yes" has to mean that this part of the claim holds.
- A query uses only what its claim says, with all limits of time, place and subject, and changes no meaning. Mind negations.
- Leave out phrases such as "according to sources", but keep the subjects.
- Each query can be answered by comparing it with known facts. No claim stays without a query, however general it is: take the facts that it contains.
- If a query needs the answer to another query of the same claim, name that one in "depends_on". Queries must not depend on each other in a circle.

The user’s question:

{query}

The requirement to which the claims belong:

{requirement}

The claims, as JSON; answer each by its id:

{claims}

${MARKED} Answer every claim once, as one JSON object of the form {"claims":[{"id":"c1","queries":[{"id":0,"query":"…?","depends_on":[]}]}]}.`;

/** Question about the sources that a report cites for some claims. */
export const CITATIONS = `The question: which sources does this report cite for each of these claims?

Find each claim’s words in the report and read which citation belongs to them: a number, link, note or name in the sentence, cell or list entry, or at the end of the passage that it closes. A claim can have several sources or none.

The claims, as JSON; answer each by its id:

{claims}

The sources of the report, as JSON; name them by their ids:

{sources}

The report:

{report}

${MARKED} Answer every claim once, as one JSON object of the form {"claims":[{"id":"c1","sources":["r1"]}]}, with an empty list for a claim that cites nothing.`;
