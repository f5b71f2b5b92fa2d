import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { clusterBootstrapTable, generatedRatings, kappaOfCells, scaleCodes, seededRandom } from '../../stats/index.ts';
import { inputHash } from './input-hash.server.ts';
import type { Job } from './job.ts';
import { jobs, type JobInput } from './jobs.server.ts';
import { AsidePool } from './pool.server.ts';
import { atMost, watchThread } from '../../../../tests/timing.ts';

/** Does a job in this thread: the same result as with workers. */
async function doHere<Input, Prepared, Part, Result>(
  job: Job<Input, Prepared, Part, Result>,
  input: Input,
  tell: (share: number) => void = () => {}
): Promise<Result> {
  const parts = job.parts(input);
  const prepared = job.prepare(input);
  const done: Part[] = [];
  for (let i = 0; i < parts; i++) {
    done.push(await job.part(prepared, i, (share) => tell((i + share) / parts)));
    tell((i + 1) / parts);
  }
  return job.join(input, done);
}

const quickImports = join(import.meta.dirname, '../../server/db/quick-imports.ts');
const entry = join(import.meta.dirname, 'worker.server.ts');
const pools: AsidePool[] = [];
const pool = (size: number): AsidePool => {
  const made = new AsidePool(entry, size);
  pools.push(made);
  return made;
};
afterEach(async () => {
  await Promise.all(pools.splice(0).map((one) => one.close()));
});

/** Threads for all tests that need no pool of their own: starting one takes longer than most work. They remember results. */
const [one, two] = [new AsidePool(entry, 1), new AsidePool(entry, 2)];
afterAll(() => Promise.all([one.close(), two.close()]));
const poolOf = (threads: number): AsidePool => (threads === 1 ? one : threads === 2 ? two : pool(threads));

const categories = [1, 2, 3, 4];
const data = generatedRatings(4000, 7);
const kappa = (more: Partial<JobInput<'table-bootstrap'>> = {}): JobInput<'table-bootstrap'> => ({
  ...{ a: scaleCodes(data.human, categories), b: scaleCodes(data.judge1, categories) },
  ...{ cluster: Uint32Array.from(data.cluster), clusters: 400, categories },
  ...{ statistic: 'cohen-kappa', weights: 'quadratic', replicates: 1700, seed: 3, confidence: 0.95 },
  ...more
});

describe('a bootstrap in chunks', () => {
  const inThisThread = doHere(jobs['table-bootstrap'], kappa());

  it('is spread as the one in one piece, around the same estimate', async () => {
    const here = await inThisThread;
    const whole = clusterBootstrapTable(
      ...([data.human, data.judge1, data.cluster, categories, kappaOfCells(categories, 'quadratic')] as const),
      { random: seededRandom(3), replicates: 1700 }
    );
    expect([here.value, here.n, here.clusters]).toEqual([whole.value, 4000, 400]);
    expect(here.replicates.length).toBe(1700);
    expect(Math.abs(here.se! / whole.se! - 1)).toBeLessThan(0.1);
  });

  it.each([1, 2, 3])('is the same, bit by bit, with %i worker threads as in this one', async (threads) => {
    expect(await poolOf(threads).run('table-bootstrap', kappa())).toEqual(await inThisThread);
  });

  it.each([
    ['nothing rated by both', kappa({ a: new Int32Array(4000).fill(-1) }), { value: null, reason: 'no-pairs' }],
    [
      'a single cluster',
      kappa({ cluster: new Uint32Array(4000), clusters: 1 }),
      { interval: null, intervalReason: 'too-few-clusters' }
    ],
    [
      'one category',
      kappa({ a: new Int32Array(4000), b: new Int32Array(4000) }),
      { value: null, reason: 'single-category' }
    ]
  ])('has no interval from %s, and says why', async (_, input, expected) => {
    expect(await one.run('table-bootstrap', input)).toMatchObject(expected);
  });
});

describe('a pool', () => {
  it('tells how far the work is, up to all of it', async () => {
    const told: number[] = [];
    await one.run('table-bootstrap', kappa({ seed: 10 }), { onProgress: (share) => told.push(share) });
    expect(told.length).toBeGreaterThanOrEqual(4);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
  });

  it('does the same work once, for those who ask meanwhile and for those who ask later', async () => {
    const [first, second] = await Promise.all([
      one.run('table-bootstrap', kappa({ seed: 11 })),
      one.run('table-bootstrap', kappa({ seed: 11 }))
    ]);
    expect(second).toBe(first);
    expect(await one.run('table-bootstrap', kappa({ seed: 11 }))).toBe(first);
    expect(await one.run('table-bootstrap', kappa({ seed: 12 }))).not.toEqual(first);
  });

  it('lets short work through while long work is under way', async () => {
    const ended: string[] = [];
    const long = one.run('table-bootstrap', kappa({ replicates: 8_000 })).then(() => ended.push('long'));
    await one.run('table-bootstrap', kappa({ replicates: 100 })).then(() => ended.push('short'));
    await long;
    expect(ended).toEqual(['short', 'long']);
  });

  it('passes on the error of a job, and continues', async () => {
    const wrong = kappa({ cluster: new Uint32Array(1) });
    await expect(one.run('table-bootstrap', wrong)).rejects.toThrow('requires equal lengths, got 4000, 4000 and 1');
    expect((await one.run('table-bootstrap', kappa({ seed: 13 }))).n).toBe(4000);
    expect(one.threads).toBe(1);
  });

  it('passes on that an input cannot be handed over, and continues', async () => {
    const input = kappa({ statistic: (() => null) as never });
    await expect(one.run('table-bootstrap', input, { key: 'x' })).rejects.toThrow('could not be cloned');
    expect((await one.run('table-bootstrap', kappa({ seed: 14 }))).n).toBe(4000);
  });

  it('gives up jobs that no caller waits for, and only those', async () => {
    const stop = new AbortController();
    const given = one.run('table-bootstrap', kappa({ replicates: 100_000 }), { signal: stop.signal });
    const kept = one.run('table-bootstrap', kappa({ seed: 15 }));
    stop.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
    expect((await kept).n).toBe(4000);
    await expect(one.run('table-bootstrap', kappa(), { signal: AbortSignal.abort() })).rejects.toThrow();
  });

  it('fails what is under way when it is closed, and takes nothing more', async () => {
    const own = two;
    const running = own.run('table-bootstrap', kappa({ replicates: 100_000 }));
    const told = expect(running).rejects.toThrow('The pool was closed');
    await own.close();
    await told;
    await expect(own.run('table-bootstrap', kappa())).rejects.toThrow('The pool is closed');
  });

  it('fails the work, and not the process, if a thread cannot be started', async () => {
    const broken = new AsidePool(join(import.meta.dirname, 'no-such-file.ts'), 1);
    await expect(broken.run('table-bootstrap', kappa())).rejects.toThrow(/no-such-file/);
    expect(broken.threads).toBe(0);
  });

  it('does not keep a process alive that has nothing else to do', async () => {
    const script = `
      import { AsidePool } from ${JSON.stringify(join(import.meta.dirname, 'pool.server.ts'))};
      const pool = new AsidePool(${JSON.stringify(entry)}, 2);
      const none = new Int8Array(2), cluster = Uint32Array.of(0, 1);
      const { value } = await pool.run('table-bootstrap', { a: none, b: none, cluster, clusters: 2, categories: [0, 1],
        statistic: 'percent-agreement', weights: 'unweighted', replicates: 10, seed: 1, confidence: 0.95 });
      console.log(value);`;
    const child = spawn(process.execPath, ['--import', quickImports, '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit']
    });
    let out = '';
    child.stdout.on('data', (part: Buffer) => (out += part.toString()));
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
    expect(out).toBe('1\n');
  });

  it('leaves this thread free: a server answers while three thousand resamples are drawn', async () => {
    const server = createServer((_, response) => response.end('here'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const many = generatedRatings(60_000, 1);
    const input = kappa({
      ...{ a: scaleCodes(many.human, categories), b: scaleCodes(many.judge1, categories), replicates: 3000 },
      ...{ cluster: Uint32Array.from(many.cluster), clusters: 6_000 }
    });
    try {
      await (await fetch(address)).text();
      let working = true;
      const work = one.run('table-bootstrap', input).finally(() => (working = false));
      const { longest } = watchThread();
      let answers = 0;
      while (working) {
        await (await fetch(address)).text();
        if (working) answers += 1;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await work;
      expect(answers).toBeGreaterThan(3);
      expect(longest()).toBeLessThan(atMost(50));
    } finally {
      server.close();
    }
  });
});

describe('the hash of an input', () => {
  it('is equal for equal data, whatever the order of members', () => {
    expect(inputHash({ a: 1, b: [1, 'x'] })).toBe(inputHash({ b: [1, 'x'], a: 1, c: undefined }));
    expect(inputHash(Int8Array.of(1, 2).subarray(1))).toBe(inputHash(Int8Array.of(2)));
  });

  it('tells data apart that merely look alike', () => {
    const different = [1, '1', [1], ['1'], { 1: 1 }, null, 'null', [], {}, '', [[], []], [[[]]], 1n, true, Int8Array.of(1), Uint8Array.of(1), Int32Array.of(1), { a: 'b,c' }, { a: ['b', 'c'] }]; // prettier-ignore
    expect(new Set(different.map((one) => inputHash(one))).size).toBe(different.length);
  });
});
