import type { Messages, MessageSection } from './catalogues/en/index.ts';
import type { Said } from './message.ts';

/**
 * A message with its values: which the library stores instead of text, so that each reader gets it in their language. Plain
 * data, which can be handed to another thread.
 */
export interface Saying {
  section: MessageSection;
  key: string;
  values: Readonly<Record<string, SayingValue>>;
}

/** A day in UTC, written as the language writes days; ms. */
interface SaidDay {
  day: number;
}

/** English text of the library, which readers get in their language if its message is known (`library-text.ts`). */
export interface RecognisedText {
  recognised: string;
}

/** Text as it is, a number, a day, a phrase of the catalogues, or several as a list (`A, B and C`). */
export type SayingValue = string | number | SaidDay | RecognisedText | Saying | readonly SayingValue[];

type ValuesOf<Text extends string> =
  Said<Text> extends (values: infer Values) => string ? [Readonly<Record<keyof Values & string, SayingValue>>] : [];

/** Sayings of one section: `const say = sayingsOf('gateFindings')`, then `say('size', { n })`. */
export const sayingsOf =
  <Section extends MessageSection>(section: Section) =>
  <Key extends keyof Messages[Section] & string>(
    key: Key,
    ...[values]: ValuesOf<Messages[Section][Key] & string>
  ): Saying => ({ section, key, values: values ?? {} });
