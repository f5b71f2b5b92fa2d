/** `ready`, once, when the process has loaded what it needs; then `result` or `fault` for each piece of work, before it any number of `progress`. */
export type ProcessAnswer<Output> = { ready: true } | { progress: unknown } | { result: Output } | { fault: string };

/**
 * In the module that a confined process starts from: does each piece of work that arrives, and ends with its parent. Does
 * nothing in any other process that loads the same bundle.
 *
 * @param name the module's `NAME`
 */
export function serveProcess<Input, Output>(
  name: string,
  work: (input: Input, progress: (value: unknown) => void) => Output | Promise<Output>
): void {
  if (!process.send || process.argv[2] !== name) return;
  const answer = (said: ProcessAnswer<Output>): void => void process.send!(said);
  process.on('disconnect', () => process.exit());
  process.on('message', (input: Input) => {
    Promise.resolve(input)
      .then((given) => work(given, (progress) => answer({ progress })))
      .then(
        (result) => answer({ result }),
        (error: unknown) => answer({ fault: String(error) })
      );
  });
  answer({ ready: true });
}
