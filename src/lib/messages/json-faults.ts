import { sayingsOf, type Saying } from './sayings.ts';

const say = sayingsOf('importProblems');

/** Why a text is not JSON, from the English error of `JSON.parse`, for readers of any language. */
export function jsonFault(error: unknown): Saying {
  const message = error instanceof Error ? error.message : '';
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return say('jsonSyntax', { n: Number(position) + 1 });
  const token = /^Unexpected token '(.+?)'/su.exec(message)?.[1];
  return token === undefined ? say('jsonEnds') : say('jsonUnexpected', { token });
}
