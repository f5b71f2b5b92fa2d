/**
 * Work that is done aside, named so that a worker thread knows it too. It falls into parts that can be done side by side and
 * in any order; how many there are depends on the input alone, never on the number of threads, so that the result does not
 * either. Everything handed over is data that can be copied between threads: no functions, no classes of ours.
 */
export interface Job<Input, Prepared, Part, Result> {
  /** How many parts the work has; quick, because the thread that answers people asks. */
  parts(input: Input): number;
  /** Preparation for all parts; done once by each thread that takes part. */
  prepare(input: Input): Prepared;
  /** One part; `tell` says which share of it is done, in [0, 1]. */
  part(prepared: Prepared, index: number, tell: (share: number) => void): Part | Promise<Part>;
  /** Memory of a part that need not be copied on its way to the other thread; this thread does not use it afterwards. */
  handedOver?(part: Part): ArrayBuffer[];
  /** The result from all parts in their order; quick, for the same reason. */
  join(input: Input, parts: Part[]): Result;
}
