import { z } from 'zod';
import { refuse, worded } from '$lib/errors.ts';
import { cannotJudgeReasons, type CannotJudgeReason } from '$lib/studies/judging/cannot-judge.ts';
import { CANNOT_JUDGE } from '$lib/studies/kinds/index.ts';

/** The state that the page had read, and the names of the pages that wrote it (`verification/work/draft-basis.ts`). */
export const readBefore = {
  basis: z.string().max(130).optional(),
  writers: z.array(z.string().max(40)).max(20).optional()
};
/** Points by the names of dimensions; which ones a study asks for is checked where they are kept. */
const byDimension = <T extends z.ZodType>(one: T) =>
  z.record(z.string().max(60), one).refine((points) => Object.keys(points).length <= 20, 'Too many dimensions.');
const given = z.int().min(0).max(1000);
const points = byDimension(given);
export const verdictInput = z.object({
  studyItemId: z.string(),
  label: z.string().max(40).nullable(),
  reason: z.enum(Object.keys(cannotJudgeReasons) as CannotJudgeReason[]).nullish(),
  acceptable: z.array(z.string().max(40)).max(11).optional(),
  points: z.array(points).max(4).nullish(),
  note: z.string().max(10_000),
  passages: z.array(z.int().positive()).max(200),
  seconds: z.number().nonnegative().nullable(),
  idempotencyKey: z.string().min(8).max(100),
  ...readBefore
});
const someGiven = given.nullable().catch(null);
const somePoints = byDimension(someGiven);
const draft = verdictInput.pick({ studyItemId: true, note: true, passages: true }).extend({
  ...readBefore,
  label: z.string().max(40).nullish(),
  reason: z.string().max(40).nullish(),
  acceptable: z.array(z.string().max(40)).max(11).optional(),
  places: z.array(z.int().min(1).max(4).nullable()).max(4).optional(),
  points: z.array(somePoints).max(4).optional()
});
const place = z.object({
  blocks: z.array(z.int().positive().nullable()).max(4),
  pins: z.array(z.object({ text: z.int().nonnegative(), block: z.int().positive() })).max(2)
});
/** Input in the form that the schema requires; else a refusal that names each fault. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  return refuse.invalid(
    worded('entryInvalid'),
    result.error.issues.map((issue) => ({ row: null, column: issue.path.join('.'), reason: issue.message }))
  );
}

const TEXTS = [0, 1, 2, 3];

/** Places and points as far as they were given in the form, field by field. */
export function partsIn(form: FormData): { places: (number | null)[]; points: unknown[] } {
  const number = (field: string): number | null => (form.get(field) ? Number(form.get(field)) : null);
  const names = (i: number): string[] =>
    [...new Set(form.keys())].flatMap((field) =>
      field.startsWith(`points-${i}-`) ? field.slice(`points-${i}-`.length) : []
    );
  const texts = TEXTS.filter((i) => names(i).length > 0);
  const places = TEXTS.map((i) => number(`place-${i}`));
  return {
    places: places.slice(0, 1 + places.findLastIndex((place) => place !== null)),
    points: texts.map((i) => Object.fromEntries(names(i).map((name) => [name, number(`points-${i}-${name}`)])))
  };
}

/** Answer in the form, for browsers without scripts. */
export function answerIn(form: FormData): Record<'label' | 'reason' | 'acceptable' | 'points', unknown> {
  const { places, points } = partsIn(form);
  const label = form.get('label') ?? (places.length > 0 && !places.includes(null) ? places.join(',') : null);
  return {
    label,
    reason: label === CANNOT_JUDGE ? form.get('reason') : null,
    acceptable: form.getAll('acceptable').filter((one) => one !== label),
    points: points.length > 0 && label !== CANNOT_JUDGE ? points : null
  };
}

export const readVerdict = (input: unknown): z.infer<typeof verdictInput> => parseInput(verdictInput, input);
export const readVerdictDraft = (input: unknown): z.infer<typeof draft> => parseInput(draft, input);
export const readPlace = (input: unknown): z.infer<typeof place> => parseInput(place, input);
