import { parse, type Token } from '@messageformat/parser';
import type { Message, Piece } from './message.ts';

/**
 * Parses a message in ICU MessageFormat: text, `{name}`, `{n, plural, one{# item} other{# items}}`, `{state, select, open{…} other{…}}`.
 * `#` is the number of the innermost plural. `{run, id}` is a number that names something, such as a run.
 *
 * @param language whose plural categories the message may use
 * @throws on a message that is not well-formed, or that asks for formats beyond these
 */
export function parseMessage(text: string, language: string): Message {
  const cardinal = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const tokens = parse(text, { strictPluralKeys: true, cardinal });
  const pieces = tokens.map((token) => pieceOf(token, null));
  return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : pieces;
}

function pieceOf(token: Token, counted: string | null): Piece {
  if (token.type === 'content') return token.value;
  if (token.type === 'argument') return [token.arg];
  if (token.type === 'octothorpe') return [counted!];
  if (token.type === 'function' && token.key === 'id' && !token.param) return [token.arg, 'id'];
  if (token.type === 'function' || token.type === 'selectordinal' || ('pluralOffset' in token && token.pluralOffset))
    throw new Error(`A message may use plural, select and id only, and no offset: {${token.arg}, …}.`);
  const { arg, type, cases } = token;
  if (!cases.some(({ key }) => key === 'other')) throw new Error(`The choice by {${arg}} has no variant “other”.`);
  const inside = type === 'plural' ? arg : counted;
  return [
    arg,
    type,
    Object.fromEntries(cases.map(({ key, tokens }) => [key, tokens.map((one) => pieceOf(one, inside))]))
  ];
}

/** Names of the parameters of a message, sorted, each once. */
export function parametersOf(message: Message): string[] {
  if (typeof message === 'string') return [];
  const names = message.flatMap((piece) => {
    if (typeof piece === 'string') return [];
    const [name, , variants = {}] = piece;
    return [name, ...Object.values(variants).flatMap(parametersOf)];
  });
  return [...new Set(names)].sort();
}
