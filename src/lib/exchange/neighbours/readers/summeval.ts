import { isObject } from '../../format/json-value.ts';
import { labelText, LONGEST_LABEL } from './foreign-label.ts';
import type { Neighbour } from './neighbour.ts';

const GROUP = /^(.+)_annotations$/;

const isGroup = (name: string, value: unknown): value is Record<string, unknown>[] =>
  GROUP.test(name) && Array.isArray(value) && value.length > 0 && value.every(isObject);

/** Tables like SummEval's: lists `expert_annotations` and `turker_annotations`, whose objects rate each dimension. */
export const summeval: Neighbour = {
  id: 'summeval',
  name: 'SummEval',
  recognises: ({ first, path }) =>
    path === '' && Object.entries(first).some(([name, value]) => isGroup(name, value)) ? 0.9 : 0,
  reader: () => ({
    *labels({ value }, notTaken) {
      if (!isObject(value)) return;
      const id = labelText(value.id) ?? labelText(value.doc_id) ?? 'text';
      const system = labelText(value.model_id) ?? labelText(value.system_id);
      const about: Record<string, string> = { qid: id, ...(system !== null && { system }) };
      for (const [name, one] of Object.entries(value)) {
        if (isGroup(name, one) || ['id', 'doc_id', 'model_id', 'system_id'].includes(name)) continue;
        const text = labelText(one);
        if (text !== null && text.length <= LONGEST_LABEL && !text.includes('\n')) about[name] = text;
        else notTaken.fields({ [name]: one }, new Set());
      }
      for (const [name, group] of Object.entries(value)) {
        if (!isGroup(name, group)) continue;
        const who = GROUP.exec(name)![1]!;
        // The raters of a text are listed by place: the first expert of two texts need not be one person.
        for (const [i, rated] of group.entries())
          for (const [question, score] of Object.entries(rated)) {
            const label = labelText(score);
            const rater = `${who} ${i + 1}`;
            const item = system === null ? id : `${id} ${system}`;
            const kind = /model|llm|judge|metric/i.test(who) ? 'judge' : 'person';
            if (label === null) notTaken.add('unscored', question);
            else yield { item, rater, kind, question, value: label, at: null, about };
          }
      }
    },
    scale: (_question, values) => (values.every((one) => /^[1-5]$/.test(one)) ? 'ordinal:1..5' : null)
  })
};
