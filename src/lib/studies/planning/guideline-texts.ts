import type { NamedStudyKind, StudyKind } from '../kinds/index.ts';

const CANNOT = `## When you can not judge

“Cannot judge” is an answer like the others: choose it with a reason where a label would be a guess. It is counted apart and never held against you. Do not use it because a decision is close.`;

const BLIND = `Judge by yourself and from what is on the page. Who wrote the texts and what others say of them is hidden on purpose; do not try to guess it, and talk to nobody about open items.`;

/** A guideline put together: what is asked, the labels, worked examples, traps. */
const page = (title: string, asked: string, examples: string, traps: string): string =>
  [`# ${title}`, asked, BLIND, '## Examples', examples, '## Traps', traps, CANNOT].join('\n\n') + '\n';

/**
 * The guideline with which a study of each kind starts, in our own words; a lead writes what the project needs. Examples are made
 * up. Markdown.
 */
export const firstGuidelines: Record<NamedStudyKind, string> = {
  'checklist-item': page(
    'A question about a report: yes or no',
    `You see one report and, one after the other, questions that it should settle.

| Key | Answer | When |
| --- | --- | --- |
| 1 | Yes | The report settles the question in full, in its own text. |
| 2 | No | It does not, or only in part, or it promises to and does not, or says that nothing is known without having tried. |

The question counts as it is worded. One that asks for an order that holds throughout (correct markup, one style of citation) is a yes only without exception. Read the whole report before the first answer: the place that settles a question is often not where its title suggests.`,
    `Question: *Does the report give the punctuality of each of the three bus operators in 2024?*

- “Fennline ran 91 % of its trips on time in 2024, Orla 88 %, Vell 84 %.” **Yes**: three operators, the year, numbers.
- “Fennline is the most punctual; the others lie below 90 %.” **No**: two of the three have no figure.
- “Punctuality figures are given in table 2”, and table 2 lists fares. **No**: announced and not delivered.
- “Orla publishes no figures; the regulator’s estimate is 88 % (2024). Fennline: 91 %, Vell: 84 %.” **Yes**: an estimate with its origin is an answer.`,
    `- A well written report is not therefore complete, nor a clumsy one incomplete.
- A source in the list of references does not answer for the text.
- Wrong facts are not asked here: “yes” means that the report settles the question, not that you checked it.`
  ),
  preference: page(
    'Two reports: which goes into more depth',
    `Two reports on one query stand side by side. Say which goes into more depth.

| Key | Answer | When |
| --- | --- | --- |
| A | Left | The left report explains more: causes, mechanisms, conflicts between sources, consequences. |
| B | Right | The right one does. |
| T | Tie | You would have to look for a reason to prefer either. |

Depth is how far a report goes beyond listing what it found.`,
    `- Left: a table of ten operators with fares. Right: four operators, and why fares and punctuality move against each other. **B**: fewer rows, more insight.
- Left: 3,000 words, half of them repeating the summary. Right: 1,200 words, each section adds a reason. **B**.
- Both name the same three causes with the same figures, one in bullets, one in prose. **T**: layout is not depth.
- Left weighs two studies that contradict each other and says which is sounder. Right cites one of them. **A**.`,
    `- Length, number of citations and headings catch the eye and are not depth.
- The left text is read first and the right one last: neither is a merit.
- Where you know better than both, judge the reports and not the subject.`
  ),
  'issue-validity': page(
    'A reported fault: is it one',
    `Somebody reported a fault in the report. Its quotes are marked in the text. Say whether the report does have this fault.

| Key | Answer | When |
| --- | --- | --- |
| 1 | Valid | The report has this fault, as described. |
| 2 | Not valid | It is no fault, or it is not in the report, or the quotes say something else in their context. |
| 3 | Unclear | The passage can fairly be read both ways. |

Go to each quote and read the paragraph around it before you answer.`,
    `Reported contradiction: *The market is given as 4.1 billion and as 5.6 billion.*

- First passage: “4.1 billion in 2022”; second: “5.6 billion in 2024”. **Not valid**: different years.
- First: “4.1 billion in 2024, worldwide”; second: “the world market of 2024, 5.6 billion”. **Valid**.
- First: “4.1 billion”; second: “about 5.6 billion including services”, and nothing says whether the first includes them. **Unclear**.

Reported missing citation: *“Most cities changed their tariffs” has no source.*

- The next sentence continues the thought and cites. **Not valid** where the citation plainly covers both.
- The paragraph has no citation and the claim is neither common knowledge nor the author’s own reckoning. **Valid**.`,
    `- A report can quote two sources that contradict each other: that is no contradiction of the report where it says so.
- Do not look for other faults; this one is asked.
- A fault that is there but described wrongly is not valid as reported: say so in the note.`
  ),
  'issue-search': page(
    'A report: list its issues',
    `You see one report and list every issue of the kind that the study names: contradictions within the report, or claims without a fitting citation.

| Key | Answer | When |
| --- | --- | --- |
| 1 | Issues listed | Your list has at least one issue. |
| 2 | No issue | You read the whole report and found none. |

Select a passage in the report and choose “Add the selected passage”. It appears in your list on a line that begins with “>”. Write what is wrong on the line below. Leave an empty line between two issues. A contradiction needs both of its passages.`,
    `- The summary gives the market of 2024 as 4.1 billion, section 3 as 5.6 billion. **Issues listed**: “> The market was worth 4.1 billion in 2024.”, “> In 2024 the market reached 5.6 billion.”, and below them “Two sizes of the same market.”
- The same report also gives two different founding years of the operator. **Issues listed**: an empty line, then the second issue in the same form.
- “Most cities changed their tariffs.” has no citation, and the study is about citations. **Issues listed**: “> Most cities changed their tariffs.”, “No source.”
- You have read everything, tables included, and found nothing. **No issue**.`,
    `- List as many issues as you find: the study measures what everybody else misses.
- Read the tables and the summary too. Contradictions often lie between a summary and a section.
- One issue is one entry. Do not list the same contradiction twice because it appears in two places.`
  ),
  'claim-support': page(
    'A claim and its source: does the page bear it out',
    `You see a claim of a report and the text of the page that it cites, as it was when it was read.

| Key | Answer | When |
| --- | --- | --- |
| 1 | Supported | The page says it: same thing, same number, same strength. |
| 2 | Partly | The page says some of it, or says it less surely. |
| 3 | Not supported | The page says nothing of it, or the opposite. |
| 4 | Source unusable | A login, an error, an empty or cut text: nothing from which one could tell. |

Judge from this text alone, not from what you know or could look up.`,
    `Claim: *In 2024 the operator ran 91 % of its trips on time.*

- Page: “On-time trips rose to 91.2 % in 2024.” **Supported**: rounded.
- Page: “More than nine in ten trips were on time.” **Partly**: no year.
- Page: “The operator aims at 91 % by 2024.” **Not supported**: an aim is not a result.
- Page: “Accept cookies to continue.” **Source unusable**.`,
    `- The right subject is not support: look for the sentence.
- A number off by more than rounding is not supported.
- A page that itself quotes the claim from elsewhere supports it, where it adopts the claim.`
  ),
  'user-preference': page(
    'A report as a whole: would you use it',
    `Imagine that you had asked the query for your own work and have an hour. Say how far you would use the report.

| Key | Answer | When |
| --- | --- | --- |
| 4 | As it is | You would hand it on or work from it today. |
| 3 | After small changes | Some cutting or checking, under an hour. |
| 2 | In parts | You would take passages or sources and write the rest yourself. |
| 1 | Not | You would start from nothing. |`,
    `- Answers the query with figures and sources, two sections too many. **3**.
- Good list of sources, conclusions that do not follow from them. **2**.
- Well written, on another question than was asked. **1**.
- Short, complete, says what is not known. **4**: length is no duty.`,
    `- Use all four answers; 3 is not the polite one.
- Ask what you would do with it, not how much work it must have been.`
  ),
  score: page(
    'Points for a report, 0 to 10',
    `Give the report as many points as it deserves on the question of this study. Keys 0 to 9; x gives 10.

| Points | When |
| --- | --- |
| 0 | Worthless for the query. |
| 3 | Some of it helps; more of it misleads or is missing. |
| 5 | Helps as much as it misleads or leaves out. |
| 8 | Good; what is missing is small. |
| 10 | Nothing to wish for. |`,
    `- Covers two of four things that were asked, both well sourced. **5**.
- Covers all four, one with a figure that nothing supports. **7**.
- Fluent throughout and answers another query. **1**.
- Covers all four, weighs the sources, says what is not known. **9** or **10**.`,
    `- Use the whole range: a study in which everything is a 7 tells nothing.
- Keep your measure. Look back at what you gave before, not at how tired you are.
- Points are for this question of the study, not for taste.`
  ),
  ranking: page(
    'Reports on one query: put them in order',
    `Up to four reports on one query stand side by side. Give each a place, 1 for the best. Equal reports share a place.`,
    `- The second report answers all that was asked, the first and third half of it in the same depth, the fourth something else: **2, 1, 2, 4**.
- Two reports can not be told apart after a fair look: the same place. That is an answer, not a refusal.
- One is best in figures, another in reasoning: ask which answers the *query* better.`,
    `- Read all of them before you place any; the first that you read is not the measure.
- Rank by how well the query is answered, not by length or looks.
- Compare neighbours at the end: would you swap them?`
  )
};

/**
 * The guideline with which a study starts that is made from the definition of a kind of units: that of the definition, else one
 * that explains the answers. Markdown.
 */
export function guidelineOfUnit({ title, about, question, options, unit }: StudyKind): string {
  if (unit?.asked?.guideline !== undefined) return unit.asked.guideline;
  const rows = options.map(({ key, title: name, hint }) => `| ${key.toUpperCase()} | ${name} | ${hint} |`);
  const table = ['| Key | Answer | When |', '| --- | --- | --- |', ...rows].join('\n');
  return [`# ${title}`, about, ...(question === null ? [] : [question]), table, BLIND, CANNOT].join('\n\n') + '\n';
}
