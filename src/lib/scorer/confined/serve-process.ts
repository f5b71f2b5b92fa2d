import { Worker } from 'node:worker_threads';

/**
 * `ready`, once, when the process has loaded what it needs; then `result`, `tooLarge` or `fault` for each piece of work, before it any
 * number of `progress`. `tooLarge`: a text or list would have been longer than any that V8 can hold.
 */
export type ProcessAnswer<Output> =
  | { ready: true }
  | { progress: unknown }
  | { result: Output }
  | { tooLarge: true }
  | { fault: string };

/**
 * In the module that a confined process starts from: does each piece of work that arrives, and ends with its parent. Does
 * nothing in any other process that loads the same bundle. The second argument of the process is the most memory that it may have, in
 * bytes beyond those that it has now.
 *
 * @param name the module's `NAME`
 */
export function serveProcess<Input, Output>(
  name: string,
  work: (input: Input, progress: (value: unknown) => void) => Output | Promise<Output>
): void {
  if (!process.send || process.argv[2] !== name) return;
  limitMemory(process.memoryUsage.rss() + Number(process.argv[3]));
  const answer = (said: ProcessAnswer<Output>): void => void process.send!(said);
  process.on('disconnect', () => process.exit());
  process.on('message', (input: Input) => {
    Promise.resolve(input)
      .then((given) => work(given, (progress) => answer({ progress })))
      .then(
        (result) => answer({ result }),
        (error: unknown) => answer(isTooLarge(error) ? { tooLarge: true } : { fault: String(error) })
      );
  });
  answer({ ready: true });
}

/** Milliseconds between two looks at the memory. */
const LOOK_MS = 100;

/**
 * Kills this process if it has more memory than `most` bytes. V8's own limit does not count buffers and the texts that are made of
 * them. A thread looks, because the work may keep the main one busy from beginning to end.
 */
function limitMemory(most: number): void {
  const look = `setInterval(() => {
    if (process.memoryUsage.rss() > ${most}) process.kill(process.pid, 'SIGKILL');
  }, ${LOOK_MS});`;
  new Worker(look, { eval: true, execArgv: [], env: {} }).unref();
}

const TOO_LARGE =
  /^(?:Invalid (?:string|array|typed array) length|Array buffer allocation failed|(?:Map|Set) maximum size)/;

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error &&
  (TOO_LARGE.test(error.message) ||
    ('code' in error && ['ERR_STRING_TOO_LONG', 'ERR_BUFFER_TOO_LARGE'].includes(String(error.code))));
