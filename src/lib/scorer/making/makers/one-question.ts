import type { z } from 'zod';
import { askFor, REASK } from '../../protocols/asking.ts';
import { readShape } from '../../protocols/reply-shape.ts';
import { fingerprint } from '../../runs/fingerprint.ts';
import type { Question } from '../../call.ts';
import type { Capabilities } from '../../capabilities.ts';
import type { MetricPrompt } from '../../metric.ts';
import type { MadePiece, Making } from './contract.ts';

type ReplySchema = Question['schema'];

/** A prompt in one version, with the hash over every word that a model is shown apart from the input. */
export const makerPrompt = (prompt: Omit<MetricPrompt, 'hash'>, schema: ReplySchema): MetricPrompt => ({
  ...prompt,
  hash: fingerprint({ system: prompt.system, schema, REASK })
});

/**
 * Asks one question about a text, which is given as a JSON string, so that nothing in it can end it or pass for an instruction.
 * A reply that does not fit is asked for once more with its fault named.
 */
export async function askOneQuestion<Reply>(
  can: Capabilities,
  { name, version, hash, system }: MetricPrompt,
  input: { text: string; schema: ReplySchema; shape: z.ZodType<Reply>; pieces: (reply: Reply) => readonly MadePiece[] }
): Promise<Making> {
  const question = { prompt: { name, version, hash }, system, user: JSON.stringify(input.text), schema: input.schema };
  const asked = await askFor(can, question, (text) => readShape(text, input.shape));
  return asked.ok ? { ok: true, pieces: input.pieces(asked.value), prose: asked.prose } : asked;
}
