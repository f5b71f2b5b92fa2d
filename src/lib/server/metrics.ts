import { timingSafeEqual } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { count, eq, gt, isNull, type SQL } from 'drizzle-orm';
import { sqliteOf, type Db } from './db/client.ts';
import { humanVerdict, run, session, study } from './db/schema/index.ts';

/** Upper bounds of the classes in which answers are counted by their time, in seconds. */
const BOUNDS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10] as const;
/** A shorter token could be guessed. */
const SHORTEST_TOKEN = 16;

interface Answers {
  count: number;
  seconds: number;
  /** Of each bound, how many took no longer. */
  within: number[];
}

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

const answers = new Map<string, Answers>();
const delays = monitorEventLoopDelay({ resolution: 20 });

/** Begins to measure the delay of the event loop. */
export const startMetrics = (): void => void delays.enable();

/** Counts one answer to a request. @param ms time that it took */
export function countAnswer(method: string, status: number, ms: number): void {
  const key = `${method} ${Math.floor(status / 100)}xx`;
  let one = answers.get(key);
  if (!one) answers.set(key, (one = { count: 0, seconds: 0, within: BOUNDS.map(() => 0) }));
  one.count++;
  one.seconds += ms / 1000;
  BOUNDS.forEach((bound, i) => {
    if (ms / 1000 <= bound) one.within[i]!++;
  });
}

/** @throws Error if the token is too short: every request for the metrics would be refused without a reason */
export function demandMetricsToken(token = ''): void {
  if (token !== '' && token.length < SHORTEST_TOKEN)
    throw new Error(
      `VOIRDIRE_METRICS_TOKEN has ${token.length} characters. Write ${SHORTEST_TOKEN} or more, or unset it.`
    );
}

/** Whether a request may read the metrics: `Authorization: Bearer TOKEN` with the token that the operator has set. */
export function mayReadMetrics(authorization: string | null, token: string | undefined): boolean {
  if (token === undefined || token.length < SHORTEST_TOKEN) return false;
  const [given, wanted] = [Buffer.from(authorization ?? ''), Buffer.from(`Bearer ${token}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/**
 * The state of this server in the text format of Prometheus (version 0.0.4). Counts alone: no names, addresses or texts.
 *
 * @param version of this program
 */
export async function metricsText(db: Db, version: string): Promise<string> {
  const all = [
    metric('voirdire_info', 'gauge', 'Version of the program.', [[{ version }, 1]]),
    metric('voirdire_runs', 'gauge', 'Runs by status, without archived ones.', byStatus(db, run)),
    metric('voirdire_studies', 'gauge', 'Studies by status, without archived ones.', byStatus(db, study)), // prettier-ignore
    metric('voirdire_sessions', 'gauge', 'Sessions that have not expired.', [
      [{}, rows(db, session, gt(session.expiresAt, Date.now()))]
    ]),
    metric('voirdire_labels', 'gauge', 'Blind labels that people have committed.', [
      [{}, rows(db, humanVerdict, eq(humanVerdict.phase, 'blind'))]
    ]),
    ...(await ofDisk(db)),
    ...ofProcess(),
    ...ofRequests()
  ];
  return all.join('');
}

const rows = (db: Db, table: typeof session | typeof humanVerdict, where: SQL): number =>
  db.select({ n: count() }).from(table).where(where).get()!.n;

/** Rows by status. */
function byStatus(db: Db, table: typeof run | typeof study): Sample[] {
  const found = db
    .select({ status: table.status, n: count() })
    .from(table)
    .where(isNull(table.archivedAt))
    .groupBy(table.status)
    .orderBy(table.status)
    .all();
  return found.map(({ status, n }) => [{ status }, n]);
}

async function ofDisk(db: Db): Promise<string[]> {
  const sqlite = sqliteOf(db);
  if (sqlite.memory) return [];
  const pragma = (name: string): number => sqlite.pragma(name, { simple: true }) as number;
  const { bavail, bsize } = await statfs(dirname(sqlite.name));
  return [
    metric('voirdire_database_bytes', 'gauge', 'Size of the database.', [
      [{}, pragma('page_count') * pragma('page_size')]
    ]),
    metric('voirdire_disk_free_bytes', 'gauge', 'Room that is left on its disk.', [[{}, bavail * bsize]])
  ];
}

function ofProcess(): string[] {
  const { user, system } = process.cpuUsage();
  // Without a sample yet the histogram has no percentile.
  const seconds = (percentile: number): number => (delays.count > 0 ? delays.percentile(percentile) / 1e9 : 0);
  return [
    metric('process_cpu_seconds_total', 'counter', 'Time of the processor.', [[{}, (user + system) / 1e6]]),
    metric('process_resident_memory_bytes', 'gauge', 'Memory of the process.', [[{}, process.memoryUsage.rss()]]),
    metric('process_start_time_seconds', 'gauge', 'Unix time of the start.', [[{}, Math.round(Date.now() / 1000 - process.uptime())]]), // prettier-ignore
    metric(
      'nodejs_eventloop_delay_seconds',
      'gauge',
      'Delay of the event loop since the start, by percentile.',
      [50, 99].map((percentile): Sample => [{ percentile: String(percentile) }, seconds(percentile)])
    )
  ];
}

function ofRequests(): string[] {
  const name = 'voirdire_http_request_duration_seconds';
  const lines = [...answers].flatMap(([key, { count, seconds, within }]) => {
    const [method = '', status = ''] = key.split(' ');
    const labels = { method, status };
    return [
      ...BOUNDS.map((bound, i) => line(`${name}_bucket`, { ...labels, le: String(bound) }, within[i]!)),
      line(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
      line(`${name}_sum`, labels, seconds),
      line(`${name}_count`, labels, count)
    ];
  });
  return [head(name, 'histogram', 'Time of answers by method and class of status.') + lines.join('')];
}

const metric = (name: string, type: 'gauge' | 'counter', help: string, samples: readonly Sample[]): string =>
  head(name, type, help) + samples.map(([labels, value]) => line(name, labels, value)).join('');

const head = (name: string, type: string, help: string): string => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;

function line(name: string, labels: Readonly<Record<string, string>>, value: number): string {
  const escaped = (text: string): string =>
    text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  const inside = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${inside.length > 0 ? `{${inside.join(',')}}` : ''} ${value}\n`;
}
