import type { Call } from '../pipeline.ts';

/** The system message for a server that can not be made to keep to a schema. It holds nothing of the report. */
export const wordedSchema = (call: Pick<Call, 'system' | 'schema'>): string =>
  `${call.system}\n\nThe reply is one JSON object that satisfies this JSON schema, without a code fence and without any text around it:\n${JSON.stringify(call.schema.json)}`;
