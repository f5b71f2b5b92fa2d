import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { log } from '../../../server/log.ts';
import { quickStart } from '../../confined/quick-start.ts';
import type { Driving } from './driving.server.ts';
import type { Env, JudgeConfig } from '../../judges/index.ts';
import type { TrialOptions } from './judges-here.server.ts';
import type { Live } from './run-live.ts';
import type { FromScoring, ScoredRun, ScoringPlace, ToScoring } from './scoring-messages.server.ts';
import type { Trial } from '../trial/trial-call.ts';

/** How long the process may take to stop its runs before it is killed, in milliseconds. */
const STOP_MS = 4_000;

/** It starts again this long after it ended, and twice as long after each further end within a minute; in milliseconds. */
const AGAIN_MS = 1_000;
const LONGEST_AGAIN_MS = 30_000;
const MINUTE = 60_000;

/** Live figures of a run of which nothing was told yet. */
const beginning: Live = {
  ...{ inFlight: 0, rate: 0, left: null, lastRetry: null, waiting: null, down: [] }
};

type Unnumbered<T> = T extends unknown ? Omit<T, 'number'> : never;
type Command = Unnumbered<ToScoring>;

/** A caller that waits for a test of judges. */
interface Testing {
  resolve: (trials: Trial[]) => void;
  reject: (error: Error) => void;
}

/**
 * Drives runs in a process of its own, so that the one that answers people stays free, and so that nothing that a judge's server
 * or a report does to the scorer takes the web pages with it. The process is started when there is something to drive. It reads
 * and writes runs in the database like any other; through messages go only commands and live figures. All runs of a server are
 * driven in this one process, so that the limits of a provider hold for them together.
 */
export class DrivingAside implements Driving {
  readonly #place: ScoringPlace;
  readonly #env: Env;
  #child: ChildProcess | null = null;
  #starting: Promise<ChildProcess> | null = null;
  #startedAt = 0;
  #againMs: number;
  readonly #firstAgainMs: number;
  #stopped = false;
  #number = 0;
  /** Runs that the process was told to drive and did not speak of yet, by the command's number. */
  readonly #asked = new Map<string, number>();
  #runs = new Map<string, ScoredRun>();
  readonly #tests = new Map<number, Testing>();
  readonly #waiting = new Set<() => void>();

  /** Called when the process has ended unasked and may start again: what is to be driven has to be told anew. */
  onLost: () => void = () => undefined;

  /** @param env Environment of the process: keys and servers of judges */
  constructor(place: ScoringPlace, env: Env, againMs = AGAIN_MS) {
    this.#place = place;
    this.#env = env;
    this.#firstAgainMs = this.#againMs = againMs;
  }

  /** The number of the process; null while there is none. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  drive(runId: string): void {
    this.#asked.set(runId, this.#tell({ say: 'drive', run: runId }));
  }

  look(runId: string): void {
    if (this.#child) this.#tell({ say: 'look', run: runId });
  }

  live(runId: string): Live | null {
    return this.#runs.get(runId)?.live ?? (this.#asked.has(runId) ? beginning : null);
  }

  outOfRoom(runId: string): string | null {
    return this.#runs.get(runId)?.outOfRoom ?? null;
  }

  async ended(runId: string): Promise<void> {
    while (this.live(runId) !== null) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  test(configs: readonly JudgeConfig[], options: TrialOptions): Promise<Trial[]> {
    const { promise, resolve, reject } = Promise.withResolvers<Trial[]>();
    this.#tests.set(this.#tell({ say: 'test', configs, options }), { resolve, reject });
    return promise;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const child = await this.#starting?.catch(() => null);
    if (!child || child !== this.#child) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    this.#tell({ say: 'stop' });
    await gone;
    clearTimeout(timer);
  }

  #tell(command: Command): number {
    const number = ++this.#number;
    this.#starting ??= this.#start();
    this.#starting.then(
      (child) => child.connected && child.send({ ...command, number }),
      (error: unknown) => this.#lose(null, `did not start: ${String(error)}`)
    );
    return number;
  }

  async #start(): Promise<ChildProcess> {
    const { NAME, file } = await import('./scoring-process.server.ts');
    const { execArgv, env } = quickStart();
    const child = fork(fileURLToPath(file), [NAME, JSON.stringify(this.#place)], {
      ...{ execArgv, serialization: 'advanced', env: { ...env, ...this.#env } },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc']
    });
    this.#child = child;
    this.#startedAt = performance.now();
    child.on('message', (message: FromScoring) => this.#hear(message));
    child.once('error', (error) => this.#lose(child, String(error)));
    child.once('exit', (code, signal) => this.#lose(child, `ended with ${signal ?? `code ${code}`}`));
    return child;
  }

  #hear(message: FromScoring): void {
    if (message.say === 'runs') {
      this.#runs = new Map(message.runs.map((one) => [one.run, one]));
      for (const [run, number] of this.#asked) if (number <= message.upTo) this.#asked.delete(run);
      return this.#wake();
    }
    const testing = this.#tests.get(message.number);
    this.#tests.delete(message.number);
    if (message.say === 'tested') testing?.resolve(message.trials);
    else testing?.reject(new Error(message.message));
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  /** The process is gone. Runs that it drove are still recorded as running: they continue in the next one. */
  #lose(child: ChildProcess | null, how: string): void {
    if (child !== this.#child) return;
    this.#child = null;
    this.#starting = null;
    this.#asked.clear();
    this.#runs.clear();
    for (const { reject } of this.#tests.values()) reject(new Error(`The scoring process ${how}.`));
    this.#tests.clear();
    this.#wake();
    if (this.#stopped) return;
    log().error(`The scoring process ${how}. Its runs continue in a new one.`);
    if (performance.now() - this.#startedAt > MINUTE) this.#againMs = this.#firstAgainMs;
    this.#goOn();
  }

  /** A moment later, and again if that fails: the database may not answer at this moment either. */
  #goOn(): void {
    const wait = this.#againMs;
    this.#againMs = Math.min(LONGEST_AGAIN_MS, 2 * wait);
    setTimeout(() => {
      if (this.#stopped) return;
      try {
        this.onLost();
      } catch (error) {
        log().error({ err: error }, 'Runs do not continue yet');
        this.#goOn();
      }
    }, wait).unref();
  }
}
