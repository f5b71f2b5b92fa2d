import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type OpenDatabase } from './db/client.ts';
import { countAnswer, mayReadMetrics, metricsText } from './metrics.ts';

let folder: string;
let database: OpenDatabase;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'voirdire-metrics-'));
  database = openDatabase(join(folder, 'voirdire.db'), join(process.cwd(), 'drizzle'));
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** One value of the text, by its name and labels. */
const valueOf = (text: string, name: string): number => {
  const found = text.split('\n').find((line) => line.startsWith(`${name} `));
  expect(found, name).toBeDefined();
  return Number(found!.slice(name.length + 1));
};

describe('metrics', () => {
  it('are lines of Prometheus’s text format, each metric with its help and type once', async () => {
    const text = await metricsText(database.db, '1.2"3\\');
    const lines = text.split('\n').filter((line) => line !== '');
    const sample =
      /^[a-z_][a-z0-9_]*(?:\{[a-z]+="(?:[^"\\\n]|\\[\\"n])*"(?:,[a-z]+="(?:[^"\\\n]|\\[\\"n])*")*\})? [\d.e+-]+$/;
    for (const line of lines) if (!line.startsWith('#')) expect(line).toMatch(sample);
    const types = lines.filter((line) => line.startsWith('# TYPE')).map((line) => line.split(' ')[2]);
    expect(new Set(types).size).toBe(types.length);
    expect(text).toContain('voirdire_info{version="1.2\\"3\\\\"} 1\n');
    expect(text.endsWith('\n')).toBe(true);
  });

  it('count answers in every class of time that they do not exceed', async () => {
    const labels = 'method="PUT",status="5xx"';
    countAnswer('PUT', 503, 20);
    countAnswer('PUT', 500, 2_000);
    const text = await metricsText(database.db, '1');
    const name = 'voirdire_http_request_duration_seconds';
    const within = (bound: string): number => valueOf(text, `${name}_bucket{${labels},le="${bound}"}`);
    expect([within('0.01'), within('0.03'), within('1'), within('3'), within('+Inf')]).toEqual([0, 1, 1, 2, 2]);
    expect(valueOf(text, `${name}_sum{${labels}}`)).toBeCloseTo(2.02, 10);
    expect(valueOf(text, `${name}_count{${labels}}`)).toBe(2);
  });

  it('count what the database holds, and its size and room', async () => {
    const text = await metricsText(database.db, '1');
    expect(valueOf(text, 'voirdire_labels')).toBe(0);
    expect(valueOf(text, 'voirdire_sessions')).toBe(0);
    expect(valueOf(text, 'voirdire_database_bytes')).toBeGreaterThan(100_000);
    expect(valueOf(text, 'voirdire_disk_free_bytes')).toBeGreaterThan(0);
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
  });

  it('are read only with the operator’s token, which has 16 characters or more', () => {
    const token = 'a-token-of-24-characters';
    expect(mayReadMetrics(`Bearer ${token}`, token)).toBe(true);
    for (const given of [null, '', token, `bearer ${token}`, `Bearer ${token} `, `Bearer ${token.slice(1)}x`])
      expect(mayReadMetrics(given, token), String(given)).toBe(false);
    expect(mayReadMetrics('Bearer undefined', undefined)).toBe(false);
    expect(mayReadMetrics('Bearer short', 'short')).toBe(false);
    expect(mayReadMetrics('Bearer ', '')).toBe(false);
  });
});
