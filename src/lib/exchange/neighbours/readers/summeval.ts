import { isObject, type JsonObject } from '../../format/json-value.ts';
import { labelText, shortFields } from './foreign-label.ts';
import type { Neighbour } from './neighbour.ts';

const GROUP = /^(.+)_annotations$/;

/** The list with the names of the raters of a group, if the table has it. */
const ratersField = (group: string): string => group.replace(GROUP, '$1_raters');

type Group = [name: string, rated: JsonObject[]];

const isGroup = (name: string, value: unknown): boolean =>
  GROUP.test(name) && Array.isArray(value) && value.length > 0 && value.every(isObject);

/** Tables like SummEval's: lists `expert_annotations` and `turker_annotations`, whose objects rate each dimension. */
export const summeval: Neighbour = {
  name: 'SummEval',
  recognises: ({ first, path }) =>
    path === '' && Object.entries(first).some(([name, value]) => isGroup(name, value)) ? 0.9 : 0,
  reader: () => ({
    *labels({ value, number }, notTaken) {
      if (!isObject(value)) return;
      const id = labelText(value.id) ?? labelText(value.doc_id) ?? `text ${number}`;
      const system = labelText(value.model_id) ?? labelText(value.system_id);
      const groups = Object.entries(value).filter((one): one is Group => isGroup(...one));
      const named = groups.map(([name]) => ratersField(name));
      const taken = new Set(['id', 'doc_id', 'model_id', 'system_id', ...groups.map(([name]) => name), ...named]);
      const about = { qid: id, ...(system !== null && { system }), ...shortFields(value, notTaken, '', taken) };
      for (const [name, group] of groups) {
        const who = GROUP.exec(name)![1]!;
        // Without names, the raters of a text are listed by place: the first expert of two texts need not be one person.
        const given = value[ratersField(name)];
        const names: unknown[] = Array.isArray(given) ? given : [];
        for (const [i, rated] of group.entries())
          for (const [question, score] of Object.entries(rated)) {
            const label = labelText(score);
            const rater = labelText(names[i]) ?? `${who} ${i + 1}`;
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
