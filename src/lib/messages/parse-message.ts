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

/** A message with its choices made: text and parameters. */
export interface Variant {
  pieces: readonly (string | readonly [name: string])[];
  /** The variant that was chosen for each parameter with a choice. */
  chosen: Readonly<Record<string, string>>;
}

/** All variants of a message. Choices by one parameter go together. */
export function variantsOf(message: Message): Variant[] {
  const pieces: readonly Piece[] = typeof message === 'string' ? [message] : message;
  return pieces.reduce<Variant[]>(
    (before, piece) => before.flatMap((variant) => withPiece(variant, piece)),
    [{ pieces: [], chosen: {} }]
  );
}

function withPiece({ pieces, chosen }: Variant, piece: Piece): Variant[] {
  if (typeof piece === 'string') return [{ pieces: [...pieces, piece], chosen }];
  const [name, , variants] = piece;
  if (!variants) return [{ pieces: [...pieces, [name]], chosen }];
  const keys = Object.keys(variants).filter((key) => !Object.hasOwn(chosen, name) || chosen[name] === key);
  return keys.flatMap((key) =>
    variants[key]!.reduce<Variant[]>(
      (before, inner) => before.flatMap((variant) => withPiece(variant, inner)),
      [{ pieces, chosen: { ...chosen, [name]: key } }]
    )
  );
}
