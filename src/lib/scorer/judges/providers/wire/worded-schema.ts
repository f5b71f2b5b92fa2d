import type { Call } from '../../../call.ts';

const inWords = ({ schema }: Pick<Call, 'schema'>): string =>
  `The reply is one JSON object that satisfies this JSON schema, without a code fence and without any text around it:\n${JSON.stringify(schema.json)}`;

/** The system message for a server that cannot be made to keep to a schema. It holds nothing of the report. */
export const wordedSchema = (call: Pick<Call, 'system' | 'schema'>): string => `${call.system}\n\n${inWords(call)}`;

/** The user's message with the schema at its end, so that nothing of a metric stands before the report. */
export const schemaLast = (call: Pick<Call, 'user' | 'schema'>): string => `${call.user}\n\n${inWords(call)}`;
