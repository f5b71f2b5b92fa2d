import type { StudyKind } from './kind.ts';

const CANNOT = `## When you cannot judge

“Cannot judge” is an answer like the others: choose it with a reason where a label would be a guess. It is counted apart and never held against you. Do not use it because a decision is close.`;

const BLIND = `Judge by yourself and from what is on the page. Who wrote the texts and what others say of them is hidden on purpose; do not try to guess it, and talk to nobody about open items.`;

/**
 * The guideline with which a study of a kind starts, put together: what is asked, the labels, worked examples, traps. Examples are
 * made up; a lead writes what the project needs. Markdown.
 */
export const guidelinePage = (title: string, asked: string, examples: string, traps: string): string =>
  [`# ${title}`, asked, BLIND, '## Examples', examples, '## Traps', traps, CANNOT].join('\n\n') + '\n';

/** The guideline with which a study of the kind starts: that of the kind, else one that explains its answers. Markdown. */
export function guidelineOf({ title, about, question, options, guideline }: StudyKind): string {
  if (guideline !== undefined) return guideline;
  const rows = options.map(({ key, title: name, hint }) => `| ${key.toUpperCase()} | ${name} | ${hint} |`);
  const table = ['| Key | Answer | When |', '| --- | --- | --- |', ...rows].join('\n');
  return [`# ${title}`, about, ...(question === null ? [] : [question]), table, BLIND, CANNOT].join('\n\n') + '\n';
}
