import { fingerprint, sha256 } from '../fingerprint.ts';
import { type Judge, JudgeCallError } from '../pipeline.ts';

export interface ScriptedAnswer {
  /** The report's id, or the SHA-256 of its Markdown. */
  report: string;
  metric: string;
  item: string;
  label: 'yes' | 'no' | 'abstain';
  rationale: string;
  quotes?: string[];
}

/** Answers written down beforehand. */
export interface Script {
  name: string;
  answers: readonly ScriptedAnswer[];
}

const place = (report: string, metric: string, item: string): string => JSON.stringify([report, metric, item]);

/** A judge that gives answers written down beforehand: for the demo and for tests. It pretends to be nothing else. */
export const scriptedJudge = (script: Script): Judge => {
  const answers = new Map(script.answers.map((one) => [place(one.report, one.metric, one.item), one]));
  return {
    spec: `scripted:${script.name}`,
    provider: 'scripted',
    contextTokens: null,
    fingerprint: fingerprint({ provider: 'scripted', name: script.name, answers: script.answers }),
    abstains: true,
    async ask({ about, schema }) {
      if (schema.name !== 'checklist_verdicts')
        throw new JudgeCallError(`The script ${script.name} has answers to checklists only.`, { retryable: false });
      const digest = sha256(about.report.markdown);
      const items = about.items.map((item) => {
        const answer =
          answers.get(place(about.report.id, about.metric, item.key)) ??
          answers.get(place(digest, about.metric, item.key));
        if (!answer)
          throw new JudgeCallError(`The script ${script.name} has no answer to item ${item.key} of this report.`, {
            retryable: false
          });
        return { id: item.key, label: answer.label, rationale: answer.rationale, quotes: answer.quotes ?? [] };
      });
      return { text: JSON.stringify({ items }), ending: 'complete', usage: null, model: null };
    }
  };
};
