/** Messages as a browser gets them: parsed ICU MessageFormat, without the parser. */

/** A choice among variants by plural category (or `=0`, `=1`), or by a word. */
type Choice = [name: string, by: 'plural' | 'select', variants: Record<string, readonly Piece[]>];
/** Text as it is, the value of a parameter (`id` for a number that names something), or a choice. */
export type Piece = string | [name: string, form?: 'id'] | Choice;
/** A plain string if a message has no parameters. */
export type Message = string | readonly Piece[];

export type MessageValues = Readonly<Record<string, string | number>>;

type Letter =
  | 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm'
  | 'n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z'
  | '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9'; // prettier-ignore

type NameIn<Rest extends string> = Rest extends `${infer Inside}}${string}`
  ? Inside extends `${infer Name},${string}`
    ? Name
    : Inside
  : never;

/** Names of the parameters of a message. A brace that follows a letter or digit opens a variant, any other a parameter. */
type ParametersOf<Text extends string> = Text extends `${infer Before}{${infer Rest}`
  ? (Before extends `${string}${Letter}` ? never : NameIn<Rest>) | ParametersOf<Rest>
  : never;

/** Form of a message in a page: a string, or a function of the message's parameters. */
export type Said<Text extends string> = [ParametersOf<Text>] extends [never]
  ? string
  : (values: Readonly<Record<ParametersOf<Text>, string | number>>) => string;

/** A section of a catalogue, ready to be written in a page. */
export type Words<MessageSection extends Readonly<Record<string, string>>> = {
  readonly [Key in keyof MessageSection]: Said<MessageSection[Key]>;
};

/** The space beside a value (U+0000 marks its edge) between two Chinese characters: it belongs to values in another script. */
const GAP = /(?<=[⺀-鿿＀-￯])(\0 | \0)(?=[⺀-鿿＀-￯])/g;

/**
 * The text of a message. A variant is named like its value, with `_` for `-`, which no variant may contain. Numbers are written, and plural
 * categories chosen, by `Intl` for the language; numbers that name something are written without separators: “Run 1204”.
 */
export const formatMessage = (pieces: readonly Piece[], values: MessageValues, language: string): string =>
  pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      const [name, by, variants] = piece;
      const value = values[name]!;
      if (!variants) return by ? `${value}` : value.toLocaleString(language);
      const own = (key: string | number): readonly Piece[] | undefined =>
        Object.hasOwn(variants, key) ? variants[key] : undefined;
      const chosen =
        by === 'select'
          ? own(`${value}`.replaceAll('-', '_'))
          : (own(`=${value}`) ?? own(new Intl.PluralRules(language).select(value as number)));
      return formatMessage(chosen ?? variants['other']!, values, language);
    })
    .join('\0')
    .replace(GAP, '')
    .replaceAll('\0', '');

/** Messages of a section as a page writes them. */
export const speak = (section: Readonly<Record<string, Message>>, language: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(section).map(([key, message]) => [
      key,
      typeof message === 'string' ? message : (values: MessageValues) => formatMessage(message, values, language)
    ])
  );
