import { z } from 'zod';
import { refuse, worded } from '$lib/errors.ts';
import { itemLabels, queryLabels } from '$lib/verification/vocabulary/labels.ts';

const text = (most: number) => z.string().max(most);
const key = z.string().min(8).max(100);
const label = z.enum([...new Set([...queryLabels, ...itemLabels])]);

const readBefore = { basis: text(130).optional(), writers: z.array(text(40)).max(20).optional() };

const rating = z.object({
  subjectId: text(100),
  wordingRevision: z.coerce.number().int(),
  label: label.nullable(),
  wording: text(20_000).nullable(),
  comment: text(20_000),
  reasons: z.array(text(100)).max(20),
  seconds: z.number().nonnegative().nullable(),
  question: text(8000).optional(),
  idempotencyKey: key,
  ...readBefore
});
const draft = z.object({ about: text(100), content: z.record(z.string(), z.unknown()), ...readBefore });
const appended = z.object({
  text: text(20_000),
  comment: text(20_000),
  seconds: z.number().nonnegative().nullable(),
  idempotencyKey: key
});
const question = z.object({ subjectId: text(100).nullable(), question: text(8000) });
const review = z.object({
  ratingId: text(100),
  agrees: z.boolean(),
  label: label.nullable(),
  wording: text(20_000).nullable(),
  comment: text(20_000),
  seconds: z.number().nonnegative().nullable(),
  idempotencyKey: key,
  ...readBefore
});
const decision = z.object({
  basedOn: z.coerce.number().int(),
  label,
  keep: z.boolean().nullable(),
  wording: text(20_000).nullable(),
  basis: z.enum(['as-it-was', 'adopted', 'merged', 'own']),
  sources: z.array(text(100)).max(50),
  comment: text(20_000),
  seconds: z.number().nonnegative().nullable(),
  idempotencyKey: key
});

function read<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  return refuse.invalid(
    worded('entryInvalid'),
    result.error.issues.map((issue) => ({ row: null, column: issue.path.join('.'), reason: issue.message }))
  );
}

export const readRating = (input: unknown): z.infer<typeof rating> => read(rating, input);
export const readWorkDraft = (input: unknown): z.infer<typeof draft> => read(draft, input);
export const readAppended = (input: unknown): z.infer<typeof appended> => read(appended, input);
export const readQuestion = (input: unknown): z.infer<typeof question> => read(question, input);
export const readReviewInput = (input: unknown): z.infer<typeof review> => read(review, input);
export const readDecision = (input: unknown): z.infer<typeof decision> => read(decision, input);

/** A form's text field; an empty one is null. */
export const orNull = (value: FormDataEntryValue | null): string | null => {
  const written = String(value ?? '');
  return written.trim() === '' ? null : written;
};
