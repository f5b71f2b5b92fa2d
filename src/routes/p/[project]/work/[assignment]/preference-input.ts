import { z } from 'zod';
import {
  judgeErrors,
  preferenceReasons,
  type JudgeError,
  type PreferenceInput,
  type PreferenceReason
} from '$lib/studies/labels/preference.ts';
import { parseInput, readBefore } from './verdict-input.ts';

const preference = z.object({
  studyItemId: z.string(),
  choice: z.enum(['judges', 'tie', 'none']),
  aliases: z.array(z.string()).max(26),
  error: z.enum(Object.keys(judgeErrors) as JudgeError[]).nullish(),
  reasons: z.array(z.enum(Object.keys(preferenceReasons) as PreferenceReason[])).max(20),
  note: z.string().max(10_000),
  idempotencyKey: z.string().min(8).max(100),
  ...readBefore
});
const revision = z.object({
  studyItemId: z.string(),
  revise: z.string().max(40),
  note: z.string().max(10_000),
  idempotencyKey: z.string().min(8).max(100),
  ...readBefore
});

export const readPreference = (input: unknown): z.infer<typeof preference> | z.infer<typeof revision> =>
  parseInput(z.union([revision, preference]), input);

/** The preference as the domain takes it. */
export function preferenceIn({ choice, aliases, error = null, ...rest }: z.infer<typeof preference>): PreferenceInput {
  return { ...rest, error, choice: choice === 'judges' ? { aliases } : choice };
}

/** What was chosen in the form, for browsers without scripts; null where nothing was. */
export function preferenceAnswered(form: FormData, idempotencyKey: string): PreferenceInput | null {
  const all = form.get('all');
  if (all === null && !form.has('aliases')) return null;
  return preferenceIn(
    parseInput(preference, {
      studyItemId: form.get('studyItemId'),
      choice: all ?? 'judges',
      aliases: all === null ? form.getAll('aliases') : [],
      error: all === 'none' ? form.get('error') : null,
      reasons: form.getAll('reasons'),
      note: form.get('note') ?? '',
      basis: form.get('basis') ?? undefined,
      idempotencyKey
    })
  );
}
