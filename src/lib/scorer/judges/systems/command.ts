import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Call, isFreeText, LONGEST_REPLY, type Reply } from '../../call.ts';
import { type Judge, JudgeCallError } from '../../judge.ts';
import { fingerprint } from '../../runs/fingerprint.ts';
import { redact } from '../endpoints/call-failure.ts';
import type { Env, JudgeConfig } from '../settings/config.ts';
import { judgeSpec } from '../settings/spec.ts';
import { type CommandDefinition, commandNamed } from './commands.ts';
import { runCommand } from './run-command.ts';

const VERSION = 'command@1';

/** Variables that every command receives. */
const usual = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'SystemRoot', 'PATHEXT', 'TEMP'];

/** Bytes that one argument or variable may have; systems refuse those above 128 KiB. */
const MOST_ARGUMENT = 100_000;
const MOST_TRACE = 65_536;

const count = z.int().min(0);
const traceFile = z.object({
  searches: count.nullish(),
  pages: count.nullish(),
  inputTokens: count.nullish(),
  outputTokens: count.nullish(),
  model: z.string().min(1).max(200).nullish()
});

/** Reads the trace file that the command wrote; nothing if it wrote none, or one that cannot be read. */
const readTrace = (file: string): z.infer<typeof traceFile> => {
  try {
    if (statSync(file).size > MOST_TRACE) return {};
    return traceFile.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? {};
  } catch {
    return {};
  }
};

const environmentOf = ({ environment = [] }: CommandDefinition, env: Env): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]): [string, string][] =>
      value !== undefined && (environment === 'all' || usual.includes(name) || environment.includes(name))
        ? [[name, value]]
        : []
    )
  );

/** Words for the end of a command that brought no report. */
const tailOf = (stderr: string): string => {
  const said = redact(stderr.slice(-1_000), []);
  return said === '' ? ' It wrote nothing to stderr.' : ` It wrote to stderr: ${said}`;
};

const failed = (message: string): JudgeCallError => new JudgeCallError(message, { retryable: true, status: 200 });

/**
 * A command that writes reports: it receives the query on stdin, and as VOIRDIRE_QUERY, and writes Markdown to stdout. It may write
 * its counts as JSON into the file VOIRDIRE_TRACE_FILE. A code other than 0, an empty
 * output and one that is not UTF-8 are failures.
 */
export const commandSystem = (config: JudgeConfig, env: Env): Judge => {
  const definition = commandNamed(env, config.model);
  const { command, directory, version } = definition;

  const write = async ({ user, about }: Call, signal: AbortSignal): Promise<Reply> => {
    const { qid } = about.query;
    const long = Buffer.byteLength(user) > MOST_ARGUMENT;
    if (long && command.some((argument) => argument.includes('{query}')))
      throw new JudgeCallError(
        `The query has more than ${MOST_ARGUMENT.toLocaleString('en')} bytes, too many for an argument. Remove {query} from the command ${config.model} and read stdin.`,
        { retryable: false }
      );
    const [program = '', ...args] = command.map((argument) =>
      argument.replace(/\{(query|qid)\}/g, (_all, name: string) => (name === 'query' ? user : qid))
    );
    const folder = mkdtempSync(join(tmpdir(), 'voirdire-command-'));
    const trace = join(folder, 'trace.json');
    try {
      const ended = await runCommand({
        command: [program, ...args],
        directory,
        env: {
          ...environmentOf(definition, env),
          ...{ VOIRDIRE_QID: qid, VOIRDIRE_TRACE_FILE: trace, ...(!long && { VOIRDIRE_QUERY: user }) }
        },
        ...{ input: user, mostBytes: 4 * LONGEST_REPLY, signal }
      });
      return readEnd(ended, readTrace(trace));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

  const readEnd = (
    { stdout, stderr, code, signal, tooLong }: Awaited<ReturnType<typeof runCommand>>,
    { searches = null, pages = null, inputTokens, outputTokens, model }: z.infer<typeof traceFile>
  ): Reply => {
    if (tooLong)
      throw failed(`The command was ended because it wrote more than ${4 * LONGEST_REPLY} bytes.${tailOf(stderr)}`);
    if (code !== 0)
      throw failed(
        code === null
          ? `The command was ended by ${signal}.${tailOf(stderr)}`
          : `The command ended with code ${code}.${tailOf(stderr)}`
      );
    // Asking again would cost another report and change no encoding.
    if (stdout === null)
      throw new JudgeCallError(
        `The command wrote text that is not UTF-8. Have it write UTF-8, e.g. with LANG=C.UTF-8.${tailOf(stderr)}`,
        { retryable: false }
      );
    if (stdout.trim() === '') throw failed(`The command wrote no report.${tailOf(stderr)}`);
    const counted = inputTokens != null || outputTokens != null;
    return {
      text: stdout,
      ending: 'complete',
      usage: counted ? { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 } : null,
      model: model ?? version ?? null,
      ...((searches !== null || pages !== null) && { trace: { searches, pages } })
    };
  };

  return {
    spec: judgeSpec(config),
    provider: 'command',
    account: judgeSpec(config),
    contextTokens: null,
    fingerprint: fingerprint({
      VERSION,
      name: config.model,
      command,
      ...(directory && { directory }),
      ...(version && { version })
    }),
    async ask(call, { signal }) {
      if (!isFreeText(call))
        throw new JudgeCallError(`${judgeSpec(config)} writes reports. Collect reports with it; it cannot judge.`, {
          retryable: false
        });
      try {
        return await write(call, signal);
      } catch (error) {
        if (error instanceof JudgeCallError || signal.aborted) throw error;
        const said = redact(error instanceof Error ? error.message : String(error), []);
        throw new JudgeCallError(`The command could not be started: ${said}`, { retryable: false, closes: 'model' });
      }
    }
  };
};
