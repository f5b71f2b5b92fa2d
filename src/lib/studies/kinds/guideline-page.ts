import type { StudyKind } from './kind.ts';

const CANNOT = `## When you cannot judge

“Cannot judge” is an answer like the others: choose it with a reason if a label would be a guess. It is counted separately and has no disadvantage for you. Do not use it only because a decision is close.`;

const BLIND = `Judge alone, and only from the content of the page. Authors and the labels of others are hidden on purpose: do not try to guess them, and do not discuss open items.`;

/**
 * The guideline with which a study of a kind starts, put together: what is asked, the labels, worked examples, traps. Examples are
 * made up; a lead writes what the project needs. Markdown.
 */
export const guidelinePage = (title: string, asked: string, examples: string, traps: string): string =>
  [`# ${title}`, asked, BLIND, '## Examples', examples, '## Traps', traps, CANNOT].join('\n\n') + '\n';

const parts = { key: 'Key', answer: 'Answer', when: 'When', blind: BLIND, cannot: CANNOT };

/** A part that every guideline has, in English. */
type GuidelinePart = keyof typeof parts;

/**
 * The guideline with which a study of the kind starts: that of the kind, else one that explains its answers. Markdown.
 *
 * @param say a part in the language of the kind's words
 */
export function guidelineOf(
  {
    title,
    about,
    question,
    options,
    guideline
  }: Pick<StudyKind, 'title' | 'about' | 'question' | 'options' | 'guideline'>,
  say: (name: GuidelinePart, text: string) => string = (_, text) => text
): string {
  if (guideline !== undefined) return guideline;
  const part = (name: GuidelinePart): string => say(name, parts[name]);
  const rows = options.map(({ key, title: name, hint }) => `| ${key.toUpperCase()} | ${name} | ${hint} |`);
  const head = `| ${part('key')} | ${part('answer')} | ${part('when')} |`;
  const table = [head, '| --- | --- | --- |', ...rows].join('\n');
  const asked = question === null ? [] : [question];
  return [`# ${title}`, about, ...asked, table, part('blind'), part('cannot')].join('\n\n') + '\n';
}
