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
 * Which of two reports on one query is better: A, B or a tie, in the metric's own words if it has some. Kept as seen from the
 * report that the run compared, so that the order in which a person saw the two does not matter afterwards.
 */
export const preferenceKind: StudyKind = {
  name: 'preference',
  title: 'Preference between two reports',
  about:
    'People see two reports on one query side by side and say which is better under the metric, or that neither is.',
  units: 'comparison',
  whole: true,
  reports: 'pair',
  question: 'Which report is better under this metric?',
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
    'Two reports: which is better',
    `Two reports on one query stand side by side. Say which is better under the metric of the study, whose question stands above them.

| Key | Answer | When |
| --- | --- | --- |
| A | Left | The left report is better in what the metric asks about. |
| B | Right | The right one is. |
| T | Tie | You would have to look for a reason to prefer either. |

Leave aside whatever the metric does not ask about.`,
    `- The metric asks about sources. Left: primary sources for each figure, plain prose. Right: better written, no source. **A**.
- The metric asks about clarity. Left: a summary, then reasons. Right: the same content in one long paragraph. **A**.
- Both are equally good in what is asked, and one is longer. **T**: length was not asked about.`,
    `- Length, number of citations and headings catch the eye; they count only where the metric asks about them.
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
