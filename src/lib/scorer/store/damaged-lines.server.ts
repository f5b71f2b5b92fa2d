import { appendFileSync } from 'node:fs';
import { sha256 } from '../fingerprint.ts';
import type { CallRow } from './statements.server.ts';

/** A line of a journal's tail that was not taken over. */
export interface NotTaken {
  /** The unit that it names and the reason, for people. */
  words: string;
  /** The line as it was. */
  text: string;
}

const nullableText = (value: unknown): boolean => value === null || typeof value === 'string';
const nullableNumber = (value: unknown): boolean => value === null || typeof value === 'number';

/** Whether a parsed line has the columns of a call; the columns of the prompt cache are younger and may be absent. */
export const isCallRow = (value: unknown): value is CallRow => {
  if (typeof value !== 'object' || value === null) return false;
  const row = value as Record<string, unknown>;
  return (
    ['reportId', 'metric', 'judgeId', 'key', 'outcome'].every((name) => typeof row[name] === 'string') &&
    ['repeat', 'attempts', 'milliseconds', 'at'].every((name) => Number.isFinite(row[name])) &&
    ['reply', 'error', 'modelVersion'].every((name) => nullableText(row[name])) &&
    ['status', 'inputTokens', 'outputTokens', 'cost'].every((name) => nullableNumber(row[name])) &&
    ['cachedTokens', 'cacheWriteTokens'].every((name) => nullableNumber(row[name] ?? null)) &&
    typeof row['cached'] === 'boolean'
  );
};

/** A member of a line by its name, also if the line is broken elsewhere. */
const memberOf = (text: string, name: string): string | null =>
  new RegExp(`"${name}"\\s*:\\s*(?:"([^"\\\\]{1,200})"|(\\d{1,9}))`).exec(text)?.slice(1).find(Boolean) ?? null;

/** Names a line that is not taken over by the report, metric and judge that it mentions. */
export const notTaken = (text: string, reason: string): NotTaken => {
  const unit = ['reportId', 'metric', 'judgeId', 'repeat'].flatMap((name) => {
    const value = memberOf(text, name);
    return value === null ? [] : [`${name.replace('Id', '')} ${value}`];
  });
  return { words: `${unit.length === 0 ? 'no unit named' : unit.join(', ')}: ${reason}`, text };
};

/** Keeps lines in a file that only its owner can read, each once with its reason. */
export const keepNotTaken = (file: string, lines: readonly NotTaken[]): void =>
  appendFileSync(
    file,
    lines.map(({ words, text }) => `${JSON.stringify({ sha256: sha256(text), words, text })}\n`).join(''),
    {
      mode: 0o600
    }
  );
