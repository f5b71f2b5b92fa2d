import type { AskedOfPeople } from '../../metric.ts';

/** Question to people about the depth of two reports (arXiv 2510.14240, appendix C). Examples are made up. */
export const depthAsked: AskedOfPeople = {
  about: 'People see two reports on one query side by side and say which goes into more depth, or that neither does.',
  question: 'Which report goes into more depth?',
  guideline: {
    title: 'Two reports: which goes into more depth',
    asked: `Two reports on one query stand side by side. Say which goes into more depth.

| Key | Answer | When |
| --- | --- | --- |
| A | Left | The left report explains more: causes, mechanisms, conflicts between sources, consequences. |
| B | Right | The right one does. |
| T | Tie | You would have to look for a reason to prefer either. |

Depth is how far a report goes beyond listing what it found.`,
    examples: `- Left: a table of ten operators with fares. Right: four operators, and why fares and punctuality move against each other. **B**: fewer rows, more insight.
- Left: 3,000 words, half of them repeating the summary. Right: 1,200 words, each section adds a reason. **B**.
- Both name the same three causes with the same figures, one in bullets, one in prose. **T**: layout is not depth.
- Left weighs two studies that contradict each other and says which is sounder. Right cites one of them. **A**.`,
    traps: `- Length, number of citations and headings catch the eye and are not depth.
- The left text is read first and the right one last: neither is a merit.
- Where you know better than both, judge the reports and not the subject.`
  }
};
