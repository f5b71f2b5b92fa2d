import type { z } from 'zod';
import type { ReplyValue } from './asking.ts';
import { readJsonValue } from './json-value.ts';

/** The first place where a reply does not fit its schema, in words that fit after "The reply was not usable:". */
export function shapeFault(error: z.ZodError): { ok: false; fault: string } {
  const issue = error.issues[0];
  const where = issue?.path.join('.') || 'the reply';
  return { ok: false, fault: `${where} does not fit the schema (${issue?.message.slice(0, 120) ?? 'unknown'})` };
}

/** The one JSON value of a reply, if it fits the schema. */
export function readShape<T>(text: string, shape: z.ZodType<T>): ReplyValue<T> {
  const json = readJsonValue(text);
  if (!json.ok) return json;
  const parsed = shape.safeParse(json.value);
  return parsed.success ? { ok: true, value: parsed.data } : shapeFault(parsed.error);
}
