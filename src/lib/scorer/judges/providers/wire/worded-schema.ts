import { type Call, isFreeText, type ReplySchema } from '../../../call.ts';

const inWords = (schema: ReplySchema): string =>
  `The reply is one JSON object that satisfies this JSON schema, without a code fence and without any text around it:\n${JSON.stringify(schema.json)}`;

/** The system message for a server that cannot be made to keep to a schema. It holds nothing of the report. */
export const wordedSchema = (call: Pick<Call, 'system' | 'schema'>): string =>
  isFreeText(call) ? call.system : `${call.system}\n\n${inWords(call.schema)}`;

/** The user's message with the schema at its end, so that nothing of a metric stands before the report. */
export const schemaLast = (call: Pick<Call, 'user' | 'schema'>): string =>
  isFreeText(call) ? call.user : `${call.user}\n\n${inWords(call.schema)}`;
