import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { refuse } from '../../../errors.ts';
import type { Env } from '../settings/config.ts';

/** A command that writes reports. It is started directly, never through a shell. */
const commandDefinition = z.strictObject({
  /** Program and arguments. `{query}` and `{qid}` in an argument are replaced by the text and the id of the query. */
  command: z.array(z.string().min(1)).min(1).max(200),
  /** Folder in which it starts; that of the server if absent. */
  directory: z.string().min(1).optional(),
  /** Names of variables that it receives besides PATH, HOME and those of language; `all`: the whole environment. */
  environment: z.union([z.literal('all'), z.array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/))]).optional(),
  /** Version of the agent, for the record: another version is another system. */
  version: z.string().min(1).max(200).optional()
});
export type CommandDefinition = z.infer<typeof commandDefinition>;

const commandsByName = z.record(
  z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'write small letters, digits and hyphens'),
  commandDefinition
);

/** The variable in which commands that a person typed are handed to systems, as JSON. */
export const TYPED_COMMANDS = 'VOIRDIRE_TYPED_COMMANDS';

const parse = (text: string, source: string): Record<string, CommandDefinition> => {
  const stop = (why: string): never =>
    refuse.notConfigured(source, `it is not valid: ${why}. docs/collecting.md describes the format`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return stop('it is not JSON');
  }
  const read = commandsByName.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  return stop(`${issue?.path.join('.') || 'the whole'}: ${issue?.message ?? 'unknown form'}`);
};

const ofFile = (path: string): Record<string, CommandDefinition> => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'error';
    return refuse.notConfigured(
      'The file of commands',
      `VOIRDIRE_COMMANDS names ${path}, which cannot be read (${code}). Correct the path, or unset the variable`
    );
  }
  return parse(text, `The file of commands ${path}`);
};

/**
 * Commands by name: those of the operator's file (`VOIRDIRE_COMMANDS`), and those typed on a command line, which replace them. A
 * command runs with the rights of its process, so that pages choose among names and never define one.
 */
export const commandsIn = (env: Env): Record<string, CommandDefinition> => {
  const file = env['VOIRDIRE_COMMANDS']?.trim();
  const typed = env[TYPED_COMMANDS]?.trim();
  return { ...(file ? ofFile(file) : {}), ...(typed ? parse(typed, 'The typed commands') : {}) };
};

/** The command of that name; refused if there is none. */
export const commandNamed = (env: Env, name: string): CommandDefinition => {
  const all = commandsIn(env);
  if (Object.hasOwn(all, name)) return all[name]!;
  const names = Object.keys(all).sort();
  const define = `Define it in the file that VOIRDIRE_COMMANDS names, or on the command line with --command '${name}=PROGRAM ARGUMENT …'`;
  return refuse.notConfigured(
    `The system command:${name}`,
    names.length > 0
      ? `there is no command of that name. Commands: ${names.join(', ')}. ${define}`
      : `there is no command of that name. ${define}`
  );
};

/**
 * Splits a typed command into program and arguments: at blanks, except in quotes. A backslash keeps the next character outside
 * single quotes. Nothing is expanded.
 *
 * @returns null if a quote is not closed
 */
export function splitCommand(text: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === '\\' && quote !== "'" && at + 1 < text.length) word = (word ?? '') + text[(at += 1)]!;
    else if (quote !== null) {
      if (character === quote) quote = null;
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + character;
  }
  if (quote !== null) return null;
  return word === null ? words : [...words, word];
}

/** Reads `NAME=PROGRAM ARGUMENT …` as typed, several of them, into the value of `TYPED_COMMANDS`. */
export function typedCommands(texts: readonly string[]): string {
  const all: Record<string, CommandDefinition> = {};
  for (const text of texts) {
    const equals = text.indexOf('=');
    const name = text.slice(0, Math.max(0, equals)).trim();
    const command = equals < 0 ? null : splitCommand(text.slice(equals + 1));
    if (!/^[a-z][a-z0-9-]{0,39}$/.test(name) || command === null || command.length === 0)
      return refuse.invalid(
        `--command ${JSON.stringify(text)} is not valid. Write 'NAME=PROGRAM ARGUMENT …', with a name of small letters, digits and hyphens, and close every quote.`
      );
    if (Object.hasOwn(all, name)) return refuse.invalid(`--command names ${name} twice.`);
    all[name] = { command, environment: 'all' };
  }
  return JSON.stringify(all);
}
