import { CommanderError } from 'commander';
import { isRefusal, type Problem, type Refusal } from '../lib/errors.ts';
import { WrongOption } from './read-option.ts';

/** Exit codes of the command line. Scripts rely on these numbers; docs/command-line.md lists them. */
export const exit = {
  done: 0,
  /** Refused, or failed on the way; stderr says why. */
  failed: 1,
  /** Called wrongly: an unknown command, a missing option. */
  usage: 2,
  /** Scored, but more units than `--max-unscored` allows have no verdict. */
  unscored: 3,
  /** Checked, and adopted judges drifted or were served as another version. */
  drift: 4,
  /** Scored, and a condition of `--fail-if` is met; held to thresholds, and one is not reached. */
  threshold: 5,
  /** Held to thresholds, and an interval holds its limit. */
  inconclusive: 6,
  /** Held to thresholds, and there was nothing sound to compare. */
  broken: 7,
  /** The reader of the output closed it, as `| head` does: the code of a program that ends by SIGPIPE. */
  closed: 141
} as const;

const place = ({ row, column }: Problem): string =>
  [row === null ? null : `row ${row}`, column === '' ? null : column].filter(Boolean).join(', ');

/** One problem as a line for people. */
const problemLine = (problem: Problem): string => {
  const reason = /[.!?…]$/.test(problem.reason) ? problem.reason : `${problem.reason}.`;
  const found = problem.found === undefined ? '' : ` Found: ${JSON.stringify(problem.found)}`;
  return `  ${[place(problem), reason].filter(Boolean).join(': ')}${found}`;
};

const MOST_LINES = 50;

function problemLines(problems: readonly Problem[]): string[] {
  const more = problems.length - MOST_LINES;
  const lines = problems.slice(0, MOST_LINES).map(problemLine);
  return more > 0 ? [...lines, `  … and ${more} more; use --json to list all.`] : lines;
}

/** A refusal with its problems, for people. */
export const refusalText = ({ message, problems }: Refusal): string => [message, ...problemLines(problems)].join('\n');

/**
 * Tells what went wrong (on stderr; with `json` as data on stdout as well) and returns the exit code.
 *
 * @param words for an error that is no refusal, instead of its own message
 */
export function fail(error: unknown, json: boolean, words: string | null = null): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exit.done;
    // Commander has written the text to stderr.
    if (json) printJson({ error: { code: 'usage', message: error.message.replace(/^error: /, ''), problems: [] } });
    return exit.usage;
  }
  const own = error instanceof Error ? error.message : String(error);
  const message = isRefusal(error) ? own : (words ?? own);
  if (isRefusal(error)) {
    if (json) printJson({ error: { code: error.code, message, problems: error.problems } });
    console.error(refusalText(error));
  } else {
    if (json) printJson({ error: { code: 'failed', message, problems: [] } });
    console.error(process.env.VOIRDIRE_DEBUG && error instanceof Error ? error.stack : message);
  }
  return error instanceof WrongOption ? exit.usage : exit.failed;
}

export const printJson = (value: unknown): void => console.log(JSON.stringify(value, null, 2));
