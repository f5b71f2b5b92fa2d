import pino, { type DestinationStream, type Logger } from 'pino';
import { refuse } from '../errors.ts';
import { secretsIn, withoutSecrets } from '../secrets.ts';

/** Levels from least to most: `silent` writes nothing, `debug` adds requests and retried calls, `trace` every call. */
const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** Fields that are never written, wherever one or two objects hold them. */
const SECRET = ['password', 'token', 'key', 'apiKey', 'secret', 'cookie', 'authorization', 'headers', 'email'];
const secretPaths = SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

const HIDDEN = '[hidden]';

/** An e-mail address, with lengths that keep the search short in any line. */
const MAIL_ADDRESS = /[^\s"'<>()[\]{}@,;:=\\/]{1,64}@(?:[\p{L}\d-]{1,63}\.){1,8}\p{L}{2,24}/gu;

/** Hides secrets and e-mail addresses in a line, also if an error's message quotes them. */
const hideIn = (env: Record<string, string | undefined>): ((line: string) => string) => {
  const secrets = secretsIn(env).map((secret) => JSON.stringify(secret).slice(1, -1));
  return (line) => withoutSecrets(line, secrets, HIDDEN).replace(MAIL_ADDRESS, HIDDEN);
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
