/** So deep are objects looked into; what lies deeper is refused or passed over elsewhere. */
const DEEPEST = 200;

/** The place after the string that begins at `from`. */
export function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
}

/**
 * Names that an object of a JSON text gives more than once: `JSON.parse` keeps the last value and drops the others without a
 * word. Takes one pass; the text has been read as JSON before.
 */
export function repeatedKeys(text: string): string[] {
  const repeated = new Set<string>();
  /** Of each open object its names, of each open list null. */
  const open: (Set<string> | null)[] = [];
  let last = '';
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') {
      const end = endOfString(text, at);
      // Longer strings are values: no name of a field is told from another by what comes after.
      last = text.slice(at, Math.min(end, at + 1_000));
      at = end - 1;
    } else if (sign === '{' || sign === '[') open.push(sign === '{' && open.length < DEEPEST ? new Set() : null);
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ':') {
      const names = open.at(-1);
      const name = nameOf(last);
      if (names?.has(name)) repeated.add(name);
      else names?.add(name);
    }
  }
  return [...repeated];
}

/** `"\u0061"` and `"a"` are one name. */
function nameOf(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1);
  try {
    return JSON.parse(token) as string;
  } catch {
    return token;
  }
}

/** Names in a note or problem. */
export const shownKeys = (names: readonly string[]): string =>
  names
    .slice(0, 10)
    .map((name) => `"${name.slice(0, 60)}"`)
    .join(', ') + (names.length > 10 ? ', …' : '');
