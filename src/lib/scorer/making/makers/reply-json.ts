import type { Question } from '../../call.ts';

type Json = Question['schema']['json'];

/** An object of a reply's schema whose properties are all required, in the few words of JSON schema that every provider takes. */
export const replyObject = (properties: Record<string, object>): Json => ({
  ...{ type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
});

export const replyText = (description: string): object => ({ type: 'string', description });

export const replyList = (description: string, items: object): object => ({ type: 'array', description, items });

export const replyChoice = (description: string, names: readonly string[]): object => ({
  ...{ type: 'string', enum: names, description }
});
