/** A stretch of a message: text, or the text of an element that the message names. */
interface RichPart {
  text: string;
  element: string | null;
}

/** Stands for `<` in values while a message is split, so that what people wrote never reads as an element. */
const HELD = '\uE000';

/**
 * Splits a message at its elements, `<name>…</name>`, which do not nest.
 *
 * @param message a string, or a function of values as a section of a catalogue has it
 * @param values of its parameters
 */
export function richParts(
  message: string | ((values: never) => string),
  values: Readonly<Record<string, string | number>>
): RichPart[] {
  const held = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('<', HELD) : value
    ])
  );
  const text = typeof message === 'string' ? message : message(held as never);
  const parts: RichPart[] = [];
  let from = 0;
  const note = (piece: string, element: string | null): void => {
    if (piece !== '') parts.push({ text: piece.replaceAll(HELD, '<'), element });
  };
  for (const { index, 0: whole, 1: element, 2: inside } of text.matchAll(/<(\w+)>(.*?)<\/\1>/gs)) {
    note(text.slice(from, index), null);
    note(inside!, element!);
    from = index + whole.length;
  }
  note(text.slice(from), null);
  return parts;
}
