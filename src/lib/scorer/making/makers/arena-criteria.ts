import { z } from 'zod';
import { askFor, REASK, type ReplyValue } from '../../protocols/asking.ts';
import { schemaOf, schemaPieces } from '../../protocols/reading/reply-parts.ts';
import { fill } from '../../protocols/reading/template.ts';
import { readShape } from '../../protocols/reply-shape.ts';
import { needed } from '../../protocols/wording.ts';
import { fingerprint } from '../../runs/fingerprint.ts';
import { type ArenaCriterion, criteriaList, researchTask } from '../../suites/research-arena/material.ts';
import { CRITERIA } from '../../suites/research-arena/prompts/making-1.ts';
import { difficulties, disciplines, families, phases } from '../../suites/research-arena/vocabulary.ts';
import type { Maker } from './contract.ts';

const { listOf, object, string } = schemaPieces;

const input = z.strictObject({
  text: z.string().min(1),
  ...researchTask.pick({ discipline: true, family: true, difficulty: true }).shape
});
export type TaskForCriteria = z.infer<typeof input>;

const schema = schemaOf('task_criteria', {
  criteria: listOf(
    'Three to six criteria, the one with the most weight first.',
    object({
      title: string('A few words that name the aspect.'),
      description: string('What to look at, and what earns a high rating.'),
      weight: { type: 'number', description: 'Above 0; all weights sum to 1.' }
    })
  )
});

const words = z.string().max(4_000);
const shape = z.strictObject({
  criteria: z.array(z.strictObject({ title: words, description: words, weight: z.number() }))
});

/** Criteria as the material has them, or what is wrong with the reply, for one repair. */
function readCriteria(reply: string): ReplyValue<ArenaCriterion[]> {
  const read = readShape(reply, shape);
  if (!read.ok) return read;
  const kept = (text: string): string => text.toWellFormed().trim();
  const criteria = criteriaList.safeParse(
    read.value.criteria.map(({ title, description, weight }, at) => ({
      ...{ key: `c${at + 1}`, title: kept(title), description: kept(description), weight }
    }))
  );
  if (criteria.success) return { ok: true, value: criteria.data };
  const { path, message } = criteria.error.issues[0]!;
  const where = typeof path[0] === 'number' ? `criterion ${path[0] + 1}: ` : '';
  return { ok: false, fault: `${where}${message.replace(/\.$/, '')}` };
}

/** One line for each criterion, as people read it before they accept. */
const linesOf = (criteria: readonly ArenaCriterion[]): string =>
  criteria.map(({ title, description, weight }) => `${weight} · ${title}: ${description}`).join('\n');

/**
 * Criteria with weights for one task (arXiv 2509.01396, ACE, first stage). Weights that do not sum to 1 ± .05 are asked for once
 * more; then the unit is unmade. The piece is the whole list: `data.part` is the part of the task's material that it fills.
 */
export const arenaCriteria: Maker<TaskForCriteria> = {
  name: 'arena-criteria',
  title: 'Criteria of research tasks',
  about: 'Three to six weighted criteria for each research task, by which reports on it are rated.',
  input,
  prompt: {
    ...{ name: 'research-arena/criteria', version: '1', system: CRITERIA },
    hash: fingerprint({ CRITERIA, families, schema, REASK })
  },
  texts: ({ system }) => [
    {
      ...{ name: 'instructions', title: 'Instructions', text: system },
      holes: [needed('emphasis', 'what weighs most in tasks of this family')]
    }
  ],
  make: async ({ text, discipline, family, difficulty }, { name, version, hash, system }, can) => {
    const { title, phase, emphasis } = families[family];
    const task = {
      ...{ task: text, discipline: disciplines[discipline], phase: phases[phase] },
      ...{ kind: title, difficulty: difficulties[difficulty] }
    };
    const question = {
      ...{ prompt: { name, version, hash }, system: fill(system, { emphasis }) },
      ...{ user: JSON.stringify(task), schema }
    };
    const asked = await askFor(can, question, readCriteria);
    if (!asked.ok) return asked;
    const data = { suite: 'research-arena', part: { criteria: asked.value }, madeBy: 'criteriaBy' };
    return { ok: true, pieces: [{ text: linesOf(asked.value), why: '', data }], prose: asked.prose };
  }
};
