import { MARKED } from './daily-frame.ts';

/** Requirements of a task, one for each subtask. */
export const REQUIREMENTS = `The question: how well does this report follow each of the requirements below?

Labels:
- "satisfied": the text does everything that the requirement names: every subject, object, action and condition.
- "partly": the requirement names several subjects, objects or methods and the text satisfies it for some of them only, or a minor condition of it is missed.
- "not-satisfied": the text does nothing of it, or everything it says on the matter goes against the requirement.

Rules:
- Judge by the text of the report. Its list of references does not count. A heading counts for nothing unless the text below it does what is required.
- What is required has to be stated. Two things described separately are not the connection between them.
- Do not check facts. A statement may be wrong and still satisfy a requirement.
- For requirements about time, go by the dates that the report states. {today}
- If the text says explicitly that something required cannot be obtained, that satisfies the requirement. Then set "unobtainable" to "argued" if the text gives a reason and to "not-argued" if it gives none. In all other cases it is null.
- Add no requirement, leave none out, and change none.

For each requirement write the rationale first, one or two sentences. Then quote up to three passages of the report, word for word, that your label rests on. "satisfied" and "partly" need at least one that is neither a heading nor in the list of references.

The user’s question:

{query}

The requirements, as JSON; answer each by its id:

{requirements}

The report:

{report}

${MARKED} Answer every requirement once, as one JSON object of the form {"requirements":[{"id":"…","rationale":"…","quotes":["…"],"label":"satisfied","unobtainable":null}]}.`;
