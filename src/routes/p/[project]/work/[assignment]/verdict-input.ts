import { z } from 'zod';
import { refuse } from '$lib/errors.ts';
import { preferenceReasons, type PreferenceReason } from '$lib/studies/preference.ts';

const verdict = z.object({
  studyItemId: z.string(),
  label: z.enum(['yes', 'no']).nullable(),
  note: z.string().max(10_000),
  passages: z.array(z.int().positive()).max(200),
  seconds: z.number().nonnegative().nullable(),
  idempotencyKey: z.string().min(8).max(100)
});
const draft = verdict.pick({ studyItemId: true, note: true, passages: true });
const preference = z.object({
  studyItemId: z.string(),
  choice: z.enum(['judges', 'tie', 'none']),
  aliases: z.array(z.string()).max(26),
  reasons: z.array(z.enum(Object.keys(preferenceReasons) as PreferenceReason[])).max(20),
  note: z.string().max(10_000),
  idempotencyKey: z.string().min(8).max(100)
});
const revision = z.object({
  studyItemId: z.string(),
  revise: z.enum(['yes', 'no']),
  note: z.string().max(10_000),
  idempotencyKey: z.string().min(8).max(100)
});

function read<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  return refuse.invalid(
    'The entry could not be read.',
    result.error.issues.map((issue) => ({ row: null, column: issue.path.join('.'), reason: issue.message }))
  );
}

export const readVerdict = (input: unknown): z.infer<typeof verdict> => read(verdict, input);
export const readDraft = (input: unknown): z.infer<typeof draft> => read(draft, input);
export const readPreference = (input: unknown): z.infer<typeof preference> | z.infer<typeof revision> =>
  read(z.union([revision, preference]), input);
