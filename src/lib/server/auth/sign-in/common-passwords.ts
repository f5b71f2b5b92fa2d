import { hash } from 'node:crypto';
import type { Messages } from '../../../messages/catalogues/en/index.ts';
import { commonPasswords } from './common-passwords-list.ts';

/** The sentence that says why a password is common. */
type CommonPassword = Extract<keyof Messages['refusals'], 'passwordRepeats' | 'passwordLeaked' | 'passwordOwn'>;

/** Bytes of a hash that the list keeps of each password. */
const kept = 6;
let listed: Set<string> | undefined;

/** Whether a password in lower case is on the list, which is read when the first password is set. */
function isListed(password: string): boolean {
  if (!listed) {
    const bytes = Buffer.from(commonPasswords, 'base64');
    listed = new Set();
    for (let i = 0; i < bytes.length; i += kept) listed.add(bytes.toString('hex', i, i + kept));
  }
  return listed.has(hash('sha256', password, 'hex').slice(0, 2 * kept));
}

const letters: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't'
};
const spelled = (text: string): string => text.replace(/[@431!0$57]/g, (sign) => letters[sign]!);

/** Without up to six digits and signs around it: what people append to a password that they use everywhere. */
const core = (text: string): string => /^[^\p{L}]{0,6}(.*\p{L})[^\p{L}]{0,6}$/u.exec(text)?.[1] ?? text;

/**
 * Reason why a password is among the first that an attacker would try, or null. It is compared with a list of leaked passwords,
 * also with signs in place of letters and with digits or signs around it, and with the person's name and e-mail.
 */
export function whyCommon(password: string, person: { name?: string; email?: string }): CommonPassword | null {
  const plain = password.normalize('NFKC').toLowerCase().trim();
  const forms = [plain, spelled(plain), core(plain), core(spelled(plain)), spelled(core(plain))];
  if (new Set(plain).size < 4) return 'passwordRepeats';
  if (forms.some(isListed)) return 'passwordLeaked';
  const own = [person.email, person.email?.split('@')[0], person.name, person.name?.replace(/\s+/g, ''), 'voirdire']
    .map((text) => text?.normalize('NFKC').toLowerCase().trim() ?? '')
    .filter((text) => text.length >= 3);
  return own.some((text) => forms.includes(text)) ? 'passwordOwn' : null;
}
