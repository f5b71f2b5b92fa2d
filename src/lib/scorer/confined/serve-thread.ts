import { isMainThread, parentPort, workerData } from 'node:worker_threads';

export type ThreadAnswer<Output> = { result: Output } | { fault: string };

/**
 * In the module that a confined thread starts from: does each piece of work that arrives. Does nothing in any other thread
 * that loads the same bundle.
 *
 * @param name the module's `THREAD`
 */
export function serveThread<Input, Output>(name: string, work: (input: Input) => Output | Promise<Output>): void {
  if (isMainThread || workerData !== name) return;
  const answer = (said: ThreadAnswer<Output>): void => parentPort!.postMessage(said);
  parentPort!.on('message', (input: Input) => {
    Promise.resolve(input)
      .then(work)
      .then(
        (result) => answer({ result }),
        (error: unknown) => answer({ fault: String(error) })
      );
  });
}
