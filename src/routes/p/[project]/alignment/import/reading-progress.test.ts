import { describe, expect, it } from 'vitest';
import { filesAside } from '$lib/exchange/import/aside/reading-aside.ts';
import { ReadingProgress } from './reading-progress.ts';

const [ines, other] = [{ id: 'ines' }, { id: 'other' }];
const name = 'a1b2c3d4e5';

describe('the progress of a reading', () => {
  it('is told to the person whose file is read, while it is read', async () => {
    const readings = new ReadingProgress();
    const seen: (number | null)[] = [readings.of(ines, name)];
    const read = await readings.follow(ines, name, async (progress) => {
      seen.push(readings.of(ines, name));
      progress({ labels: 2_000 });
      seen.push(readings.of(ines, name), readings.of(other, name), readings.of(ines, null));
      return await Promise.resolve('read');
    });
    seen.push(readings.of(ines, name));
    expect([read, seen]).toEqual(['read', [null, 0, 2_000, null, null, null]]);
  });

  it('is forgotten if the reading fails, and not kept without a name', async () => {
    const readings = new ReadingProgress();
    const fails = readings.follow(ines, name, () => Promise.reject(new Error('damaged')));
    await expect(fails).rejects.toThrow('damaged');
    expect(readings.of(ines, name)).toBeNull();
    for (const none of [null, 'short', 'no spaces in it', 'x'.repeat(65)])
      await readings.follow(ines, none, (progress) => {
        progress({ labels: 1 });
        return Promise.resolve(expect(readings.of(ines, none)).toBeNull());
      });
  });

  it('arrives from the confined process that reads a file of another tool', async () => {
    const tasks = Array.from({ length: 4_500 }, (_, i) => ({
      ...{ id: i, data: { item: `i${i}` } },
      annotations: [{ completed_by: { email: 'ana@lab.example' }, result: [{ from_name: 'met', to_name: 't', type: 'choices', value: { choices: ['yes'] } }] }] // prettier-ignore
    }));
    const told: number[] = [];
    const read = await filesAside.readForeignTable(
      new TextEncoder().encode(JSON.stringify(tasks)),
      'export.json',
      ({ labels }) => told.push(labels)
    );
    expect(read).toMatchObject({ ok: true });
    expect(told).toEqual([2_000, 4_000, 4_500]);
  });
});
