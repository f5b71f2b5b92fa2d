import { guidelinePage } from './guideline-page.ts';
import { CANNOT_JUDGE, withRefusal, type StudyKind } from './kind.ts';

const seenFromFirst = [
  ['A', 'win'],
  ['tie', 'tie'],
  ['B', 'loss'],
  [CANNOT_JUDGE, CANNOT_JUDGE]
] as const;
const labels = ['win', 'tie', 'loss'];

const turned = (label: string): string => (label === 'win' ? 'loss' : label === 'loss' ? 'win' : label);

/**
 * Which of two reports on one query answers in more depth: A, B or a tie (arXiv 2510.14240, appendix C). Kept as seen from the
 * report that the run compared, so that the order in which a person saw the two does not matter afterwards.
 */
export const preferenceKind: StudyKind = {
  name: 'preference',
  title: 'Preference between two reports',
  about: 'People see two reports on one query side by side and say which goes into more depth, or that neither does.',
  units: 'comparison',
  whole: true,
  reports: 'pair',
  question: 'Which report goes into more depth?',
  textTitle: null,
  options: [
    { label: 'A', title: 'A', hint: 'the left report', key: 'a' },
    { label: 'tie', title: 'Tie', hint: 'neither', key: 't' },
    { label: 'B', title: 'B', hint: 'the right report', key: 'b' }
  ],
  scale: withRefusal({ level: 'preference', labels: ['win', 'tie', 'loss'] }),
  judges: { from: 'label', read: (label) => (labels.includes(label) ? label : null) },
  multiSelect: true,
  dimensions: true,
  guideline: guidelinePage(
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
  kept: (shown, [left]) => {
    const label = seenFromFirst.find(([side]) => side === shown)?.[1] ?? null;
    return label !== null && left === 1 ? turned(label) : label;
  },
  shown: (kept, [left]) => {
    const label = left === 1 ? turned(kept) : kept;
    return seenFromFirst.find(([, one]) => one === label)?.[0] ?? kept;
  }
};
