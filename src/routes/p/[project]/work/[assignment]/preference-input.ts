import { z } from 'zod';
import {
  judgeErrors,
  preferenceReasons,
  type JudgeError,
  type PreferenceInput,
  type PreferenceReason
} from '$lib/studies/labels/preference.ts';
import type { Db } from '$lib/server/db/client.ts';
import type { AnnotatorGrant } from '$lib/studies/judging/leases/seat.server.ts';
import type { PreferenceDraftInput } from '$lib/studies/labels/preference-drafts.server.ts';
import { revealAssignment } from '$lib/studies/reveal/reveal.server.ts';
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

/** As far as it is given: nothing may be chosen yet. */
const draft = preference
  .omit({ idempotencyKey: true, reasons: true, error: true })
  .extend({ reasons: z.array(z.string().max(40)).max(20), error: z.string().max(40).nullish() });

export function readPreferenceDraft(input: unknown): PreferenceDraftInput {
  const { error = null, ...rest } = parseInput(draft, input);
  return { ...rest, error };
}

/** Current state of an item after the reveal, for a page whose data is older than another's. */
export function standingPreference(db: Db, grant: AnnotatorGrant, assignmentId: string, studyItemId: string) {
  const item = revealAssignment(db, grant, assignmentId).items.find(({ id }) => id === studyItemId);
  return item && { preference: item.preference, revised: item.revised?.label ?? null, revisedBasis: item.revisedBasis };
}

export const readPreference = (input: unknown): z.infer<typeof preference> | z.infer<typeof revision> =>
  parseInput(z.union([revision, preference]), input);

/** The preference as the domain takes it. */
export function preferenceIn({ choice, aliases, error = null, ...rest }: z.infer<typeof preference>): PreferenceInput {
  return { ...rest, error, choice: choice === 'judges' ? { aliases } : choice };
}

/** Choice in the form, for browsers without scripts; null if there is none. */
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
