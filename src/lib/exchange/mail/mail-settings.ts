/** A mail server as the operator sets it. */
export interface MailSettings {
  host: string;
  port: number;
  /** `start`: TLS from the first byte; `required`: STARTTLS or nothing is sent; `offered`: STARTTLS if the server offers it; `none`. */
  tls: 'start' | 'required' | 'offered' | 'none';
  login: { user: string; password: string } | null;
  from: { name: string; address: string };
  /** Public address of this server, with which links begin. */
  origin: string;
}

const ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;

/** Whether a text is exactly one e-mail address, without a name, a comment or a second address. */
export const isMailAddress = (text: string): boolean => text.length <= 254 && ADDRESS.test(text);

/**
 * The mail server of the environment: `VOIRDIRE_SMTP_URL` (smtp:// or smtps://, with user and password), `VOIRDIRE_MAIL_FROM` and
 * `ORIGIN`; null if neither of the first two is set.
 *
 * @throws Error that names the variable and never contains the password
 */
export function mailSettings(env: Readonly<Record<string, string | undefined>>): MailSettings | null {
  const read = (name: string): string => (env[name] ?? '').trim();
  const [address, sender] = [read('VOIRDIRE_SMTP_URL'), read('VOIRDIRE_MAIL_FROM')];
  if (address === '' && sender === '') return null;
  for (const [name, value] of Object.entries({ VOIRDIRE_SMTP_URL: address, VOIRDIRE_MAIL_FROM: sender }))
    if (value === '') throw new Error(`${name} is empty. Set VOIRDIRE_SMTP_URL and VOIRDIRE_MAIL_FROM, or neither.`);
  const origin = URL.parse(read('ORIGIN'));
  if (!origin || !['http:', 'https:'].includes(origin.protocol))
    throw new Error(
      'ORIGIN is not set to an http or https address, and e-mails need it for their links. Set it to the address of this server.'
    );
  return { ...serverOf(address), from: senderOf(sender), origin: origin.origin };
}

function serverOf(address: string): Pick<MailSettings, 'host' | 'port' | 'tls' | 'login'> {
  const url = URL.parse(address);
  const scheme = url?.protocol;
  if (!url || (scheme !== 'smtp:' && scheme !== 'smtps:') || url.hostname === '')
    throw new Error(
      'VOIRDIRE_SMTP_URL is not an address such as smtp://user:password@mail.example:587 or smtps://…:465.'
    );
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const login =
    url.username === '' ? null : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  const asked = url.searchParams.get('tls');
  if (asked !== null && !['required', 'none'].includes(asked))
    throw new Error('The parameter tls of VOIRDIRE_SMTP_URL is not one of required, none.');
  const loopback = ['localhost', '127.0.0.1', '::1'].includes(host);
  if (asked === 'none' && login && !loopback)
    throw new Error('VOIRDIRE_SMTP_URL has a password and tls=none. A password is sent through TLS only.');
  const standard = login && !loopback ? 'required' : 'offered';
  const tls = scheme === 'smtps:' ? 'start' : ((asked as 'required' | 'none' | null) ?? standard);
  return { host, port: Number(url.port) || (scheme === 'smtps:' ? 465 : 587), tls, login };
}

function senderOf(text: string): MailSettings['from'] {
  const named = /^"?([^"<>\p{Cc}]*?)"?\s*<([^<>]*)>$/u.exec(text);
  const from = named ? { name: named[1]!.trim(), address: named[2]!.trim() } : { name: '', address: text };
  if (!isMailAddress(from.address))
    throw new Error(
      'VOIRDIRE_MAIL_FROM is not an address such as voirdire@lab.example or Voirdire <voirdire@lab.example>.'
    );
  return from;
}
