import type { MailSettings } from './mail-settings.ts';
import type { MailText } from './mail-text.ts';

/** The end of one try. */
export interface MailOutcome {
  /** Null if the mail server accepted it. Codes of the server only: its text could repeat a secret. */
  problem: string | null;
  /** Whether the server refused it for good, so that another try is useless. */
  final: boolean;
  /** Whether the server was not reached or did not let us in: other e-mails would fare no better now. */
  unreachable: boolean;
}

/** One e-mail to one reader. */
export interface Letter extends MailText {
  /** Stays the same with every try, so that mailboxes recognise a repeated e-mail. */
  id: string;
  to: string;
}

/** Sends e-mails, one after another. */
export interface MailTransport {
  send(letter: Letter): Promise<MailOutcome>;
}

/**
 * A transport to a mail server.
 *
 * @param timeoutMs longest time for connecting, and for each silence of the server
 * @param letterMs longest time for a letter: an answer without end is no silence
 */
export async function smtpTransport(
  settings: MailSettings,
  timeoutMs = 15_000,
  letterMs = 60_000
): Promise<MailTransport> {
  // Loaded at the first e-mail: most servers send none.
  const { createTransport } = await import('nodemailer');
  const { host, port, tls, login, from, origin } = settings;
  const transport = createTransport({
    ...{ host, port, secure: tls === 'start', requireTLS: tls === 'required', ignoreTLS: tls === 'none' },
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs, dnsTimeout: timeoutMs },
    ...{ disableFileAccess: true, disableUrlAccess: true, logger: false }
  });
  const domain = new URL(origin).hostname;
  return {
    async send({ id, to, subject, text }) {
      try {
        await transport.sendMail({
          ...{ from, to: { name: '', address: to }, envelope: { from: from.address, to: [to] }, subject, text },
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(letterMs)
        });
        return { problem: null, final: false, unreachable: false };
      } catch (error) {
        return outcomeOf(error);
      }
    }
  };
}

interface SmtpFault {
  /** Of nodemailer, such as `EAUTH`. */
  code?: unknown;
  /** Of the protocol, such as 550. */
  responseCode?: unknown;
  /** The command that failed, such as `RCPT TO`. */
  command?: unknown;
}

function outcomeOf(error: unknown): MailOutcome {
  if (!(error instanceof Error)) throw error;
  const { code, responseCode, command } = error as Error & SmtpFault;
  const status = typeof responseCode === 'number' ? responseCode : null;
  // The operator can correct a refused sign-in or sender; a refused recipient or message stays refused.
  const ofLetter = typeof command === 'string' && /^(RCPT TO|DATA)$/.test(command);
  if (status !== null && ofLetter)
    return {
      problem:
        command === 'DATA'
          ? `The mail server refused the message (${status}).`
          : `The mail server refused the recipient (${status}).`,
      ...{ final: status >= 500, unreachable: false }
    };
  return { problem: reasonOf(String(code), status), final: false, unreachable: true };
}

function reasonOf(code: string, status: number | null): string {
  const answered = status === null ? '' : ` (${status})`;
  if (code === 'EAUTH' || code === 'ENOAUTH') return `The mail server refused the sign-in${answered}.`;
  if (code === 'ETLS') return 'The mail server offers no valid TLS.';
  if (code === 'ETIMEDOUT' || code === 'EABORT') return 'The mail server did not answer in time.';
  if (code === 'EDNS') return 'The name of the mail server was not found.';
  if (code === 'EENVELOPE') return `The mail server refused the sender${answered}.`;
  return status === null
    ? 'The connection to the mail server failed.'
    : `The mail server refused the connection${answered}.`;
}
