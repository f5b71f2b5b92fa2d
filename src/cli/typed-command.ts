/** Number of values of an option; `many` ends with the next option. */
type Values = 0 | 1 | 'many';

// A password in an address is not repeated.
const shown = (word: string): string => word.replace(/^(--queue=)?(postgres(?:ql)?:\/\/[^:@/]+):[^@]*@/, '$1$2@');

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/**
 * The command line of this process as a person can enter it again in a shell.
 *
 * @param without options that are left out with their values, by long flag
 * @param more words at the end
 */
export function typedCommand(without: Readonly<Record<string, Values>> = {}, more: readonly string[] = []): string {
  const kept: string[] = [];
  let skipped: Values = 0;
  for (const word of process.argv.slice(2)) {
    const [flag = '', ...value] = word.split('=');
    if (Object.hasOwn(without, flag)) {
      skipped = value.length > 0 ? 0 : without[flag]!;
      continue;
    }
    if (word.startsWith('--')) skipped = 0;
    if (skipped === 0) kept.push(word);
    else if (skipped === 1) skipped = 0;
  }
  return ['npx voirdire', ...[...kept, ...more].map(shown).map(quoted)].join(' ');
}
