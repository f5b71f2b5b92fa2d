import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Answers of the stand-in to the next sessions, in place of the usual ones. */
interface SmtpFaults {
  /** To the connection; `drop` closes it without a word, `silent` never answers. */
  greeting?: string | 'drop' | 'silent';
  auth?: string;
  sender?: string;
  recipient?: string;
  /** To the message; `drop` closes the connection after the message was received, before an answer; `endless` answers line by line without end. */
  message?: string | 'drop' | 'endless';
}

interface ReceivedMail {
  /** Of the envelope. */
  from: string;
  to: string[];
  /** Header lines, unfolded. */
  headers: string[];
  /** Body as it was sent, in its transfer encoding. */
  body: string;
}

export interface SmtpStandIn {
  port: number;
  faults: SmtpFaults;
  received: ReceivedMail[];
  /** Sign-ins as user and password. */
  signIns: string[];
  /** Connections that were opened. */
  sessions: number;
  stop(): Promise<void>;
}

/**
 * A mail server on loopback that speaks SMTP (RFC 5321) with AUTH PLAIN (RFC 4954), without TLS. It accepts every sender and recipient
 * unless a fault says otherwise.
 */
export async function startSmtp(): Promise<SmtpStandIn> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    converse(socket, standIn);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const standIn: SmtpStandIn = {
    ...{ port: (server.address() as AddressInfo).port, faults: {}, received: [], signIns: [], sessions: 0 },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    }
  };
  return standIn;
}

function converse(socket: Socket, standIn: SmtpStandIn): void {
  standIn.sessions += 1;
  const { faults } = standIn;
  if (faults.greeting === 'silent') return;
  if (faults.greeting === 'drop') return void socket.destroy();
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  say(faults.greeting ?? '220 stand-in ESMTP');
  let envelope = { from: '', to: [] as string[] };
  let text = '';
  let inMessage = false;
  socket.setEncoding('utf8');
  socket.on('data', (piece: string) => {
    text += piece;
    for (;;) {
      const end = inMessage ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n');
      if (end === -1) return;
      const part = text.slice(0, end);
      text = text.slice(end + (inMessage ? 5 : 2));
      if (inMessage) {
        inMessage = false;
        if (faults.message === 'drop') return void socket.destroy();
        if (faults.message === 'endless') {
          const lines = setInterval(() => say('250-one more line'), 5);
          return void socket.on('close', () => clearInterval(lines));
        }
        if (faults.message === undefined) standIn.received.push({ ...envelope, ...messageOf(part) });
        say(faults.message ?? '250 2.0.0 accepted');
      } else command(part);
    }
  });

  function command(line: string): void {
    const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
    const verb = line.split(/[ :]/)[0]!.toUpperCase();
    if (verb === 'EHLO') say('250-stand-in\r\n250-8BITMIME\r\n250 AUTH PLAIN');
    else if (verb === 'AUTH') {
      const [, user = '', password = ''] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .toString()
        .split('\0');
      standIn.signIns.push(`${user}:${password}`);
      say(faults.auth ?? '235 2.7.0 accepted');
    } else if (verb === 'MAIL') {
      envelope = { from: address, to: [] };
      say(faults.sender ?? '250 2.1.0 OK');
    } else if (verb === 'RCPT') {
      if (faults.recipient === undefined) envelope.to.push(address);
      say(faults.recipient ?? '250 2.1.5 OK');
    } else if (verb === 'DATA') {
      inMessage = true;
      say('354 go ahead');
    } else if (verb === 'QUIT') {
      say('221 2.0.0 bye');
      socket.end();
    } else say(['RSET', 'NOOP'].includes(verb) ? '250 2.0.0 OK' : '502 5.5.1 no such command');
  }
}

function messageOf(text: string): Pick<ReceivedMail, 'headers' | 'body'> {
  const at = text.indexOf('\r\n\r\n');
  const head = text.slice(0, at).replace(/\r\n[ \t]+/g, ' ');
  return { headers: head.split('\r\n'), body: text.slice(at + 4).replace(/^\.\./gm, '.') };
}

/** Text of a mail's body in its transfer encoding: base64, quoted-printable or none. */
export function textOf({ headers, body }: ReceivedMail): string {
  const encoding = headers
    .find((line) => /^content-transfer-encoding:/i.test(line))
    ?.split(':')[1]
    ?.trim()
    .toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  return bytesOf(body.replace(/=\r\n/g, '')).toString();
}

/** The value of a header, its encoded words (RFC 2047) decoded. */
export function headerOf({ headers }: ReceivedMail, name: string): string {
  const line = headers.find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? '';
  const value = line.slice(name.length + 1).trim();
  const words = value.replace(/\?=\s+=\?/g, '?==?').matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=|([^=]+|=)/gi);
  const bytes = [...words].map(([, kind, coded, plain]) =>
    plain !== undefined
      ? Buffer.from(plain)
      : kind!.toLowerCase() === 'b'
        ? Buffer.from(coded!, 'base64')
        : bytesOf(coded!.replaceAll('_', ' '))
  );
  return Buffer.concat(bytes).toString();
}

/** Bytes of a text in which some are written as `=` and two hexadecimal digits. */
const bytesOf = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1'
  );
