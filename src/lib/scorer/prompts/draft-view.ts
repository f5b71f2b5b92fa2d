import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import type { MetricPrompt, PromptWording } from '../metric.ts';
import type { TextsChecked } from './check-texts.ts';
import { type DiffLine, lineDiff, shortDiff } from './line-diff.ts';

/** A line of the list of checks: what was checked, and what came of it. */
interface PromptCheck {
  tone: 'ok' | 'warn' | 'danger';
  /** Exact strings, e.g. placeholders. */
  codes: string[];
  title: string;
  says: string;
}

/** One text of a prompt beside the version that was edited. */
export interface DraftText {
  name: string;
  title: string;
  text: string;
  holes: { name: string; about: string; required: boolean }[];
  diff: ReturnType<typeof shortDiff>;
  added: number;
  removed: number;
}

export interface PromptDraftView {
  hash: string;
  changed: boolean;
  texts: DraftText[];
  checks: PromptCheck[];
  problems: { text: string; line: number | null; column: number | null; problem: string; fix: string }[];
}

const inBraces = (name: string): string => `{${name}}`;

/** A draft for people: its texts beside those of the edited version, and what was checked. */
export function draftView(
  before: PromptWording,
  after: PromptWording,
  prompt: MetricPrompt,
  checked: TextsChecked,
  words: Words<Messages['promptDraft']>
): PromptDraftView {
  const texts = after.texts.map(({ name, title, text, holes }, at): DraftText => {
    const lines = lineDiff(before.texts[at]!.text, text);
    const count = (kind: DiffLine['kind']): number => lines.filter((line) => line.kind === kind).length;
    return {
      ...{ name, title, text, holes: [...holes], diff: shortDiff(lines) },
      ...{ added: count('added'), removed: count('removed') }
    };
  });
  const titles = new Map(texts.map(({ name, title }) => [name, title]));
  return {
    hash: prompt.hash,
    changed: texts.some(({ added, removed }) => added + removed > 0),
    texts,
    checks: checksOf(checked, words),
    problems: checked.problems.map((problem) => ({ ...problem, text: titles.get(problem.text) ?? problem.text }))
  };
}

function checksOf(
  { problems, required, fields, labels, unused }: TextsChecked,
  words: Words<Messages['promptDraft']>
): PromptCheck[] {
  const about = (start: string): number => problems.filter(({ problem }) => problem.includes(start)).length;
  const holes = problems.filter(({ problem }) => problem.startsWith('{')).length;
  const wrongFields = about('field ');
  const wrongLabels = about('label ');
  const tone = (faults: number): PromptCheck['tone'] => (faults === 0 ? 'ok' : 'danger');
  return [
    {
      ...{ tone: tone(holes), codes: required.map(inBraces), title: '' },
      says: holes === 0 ? words.eachOnce : words.seeBelow
    },
    { tone: tone(wrongFields), codes: [], title: words.schema, says: fields.join(', ') },
    ...(labels.length > 0
      ? [{ tone: tone(wrongLabels), codes: [], title: words.labels, says: labels.join(', ') }]
      : []),
    ...unused.map(({ name, about: brings }): PromptCheck => ({
      ...{ tone: 'warn', codes: [inBraces(name)], title: '' },
      says: words.unused({ about: brings })
    }))
  ];
}
