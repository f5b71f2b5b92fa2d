import { chance } from './faults.ts';

export interface AskedItem {
  id: string;
  question: string;
}

/** What a request asks, as far as a stand-in understands it. */
export interface Asked {
  model: string;
  system: string;
  user: string;
  items: AskedItem[];
  /** The text between the marked lines of the report. */
  report: string;
}

export interface Answer {
  label: 'yes' | 'no';
  rationale: string;
  quotes: string[];
}

export type AnswerFunction = (item: AskedItem, asked: Asked) => Answer;

const isItem = (value: unknown): value is AskedItem =>
  typeof value === 'object' && value !== null && 'id' in value && 'question' in value;

const itemsIn = (user: string): AskedItem[] => {
  for (let start = user.indexOf('\n['); start >= 0; start = user.indexOf('\n[', start + 1)) {
    const end = user.indexOf('\n]', start);
    if (end < 0) return [];
    try {
      const value: unknown = JSON.parse(user.slice(start, end + 2));
      if (Array.isArray(value) && value.length > 0 && value.every(isItem)) return value;
    } catch {
      continue;
    }
  }
  return [];
};

export const understand = (model: string, system: string, user: string): Asked => ({
  model,
  system,
  user,
  items: itemsIn(user),
  report: /<<<report (\w+)>>>\n([\s\S]*)\n<<<end of report \1>>>/.exec(user)?.[2] ?? ''
});

/**
 * Answers that look like a judge's: each item and report has a latent answer, and each seed deviates from it in about one
 * answer of seven. The same seed, item and report always give the same answer.
 */
export const seededAnswers =
  (seed: number): AnswerFunction =>
  (item, asked) => {
    const latent = chance('latent', item.question, asked.report) < 0.6;
    const deviates = chance('deviates', seed, item.question, asked.report) < 0.15;
    const yes = latent !== deviates;
    const line = asked.report.split('\n').find((one) => one.trim() !== '') ?? '';
    return {
      label: yes ? 'yes' : 'no',
      rationale: `Stand-in ${seed}: the report ${yes ? 'meets' : 'does not meet'} item ${item.id}.`,
      quotes: yes && line !== '' ? [line.slice(0, 80)] : []
    };
  };

export const replyText = (asked: Asked, answer: AnswerFunction): string =>
  JSON.stringify({ items: asked.items.map((item) => ({ id: item.id, ...answer(item, asked) })) });
