import pino, { type DestinationStream, type Logger } from 'pino';
import { refuse } from '../errors.ts';

/** Levels from least to most: `silent` writes nothing, `debug` adds requests and retried calls, `trace` every call. */
const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** Fields that are never written, wherever one or two objects hold them. */
const SECRET = ['password', 'token', 'key', 'apiKey', 'secret', 'cookie', 'authorization', 'headers', 'email'];
const secretPaths = SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

const HIDDEN = '[hidden]';

/** Variables whose values are secrets: keys of judges and search providers, of backups, passwords, and the address of the mail server with one. */
const isSecret = (variable: string): boolean => /(KEY|TOKEN|SECRET|PASSWORD|SMTP_URL)/.test(variable);
/** A shorter value would hide ordinary words. */
const SHORTEST_SECRET = 8;

/** Hides values of secrets in a line, also if an error's message quotes them. */
const hideIn = (env: Record<string, string | undefined>): ((line: string) => string) => {
  const values = Object.entries(env).flatMap(([name, value]) =>
    isSecret(name) && value !== undefined && value.length >= SHORTEST_SECRET ? [JSON.stringify(value).slice(1, -1)] : []
  );
  return (line) => values.reduce((text, value) => text.replaceAll(value, HIDDEN), line);
};

let current: Logger = pino({ level: 'silent' });

/** The log of this process: silent until `startLog`, as in tests and in commands that were not asked for one. */
export const log = (): Logger => current;

/**
 * Starts the log of a process: one JSON object per line on standard error, with `time` (ISO 8601, UTC), `level`, `process`
 * and `msg`.
 * @param name The process: `web`, `scoring` or `command`
 * @param standard The level if `VOIRDIRE_LOG` names none
 * @throws Refusal `invalid` if `VOIRDIRE_LOG` names no level
 */
export function startLog(
  env: Record<string, string | undefined>,
  name: 'web' | 'scoring' | 'command',
  standard: (typeof logLevels)[number],
  to: DestinationStream = pino.destination({ fd: 2, sync: true })
): Logger {
  const level = env['VOIRDIRE_LOG'] || standard;
  if (!(logLevels as readonly string[]).includes(level))
    refuse.invalid(`VOIRDIRE_LOG is ${level}. Set it to one of ${logLevels.join(', ')}.`);
  const hide = hideIn(env);
  current = pino(
    {
      level,
      base: { process: name },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretPaths, censor: HIDDEN }
    },
    { write: (line) => to.write(hide(line)) }
  );
  return current;
}
