import { expect, it } from 'vitest';
import { schema } from '../../server/db/client.ts';
import { differingSettings, judgesAsked, metricsAsked } from './asked-of-judges.server.ts';
import { RunDriver } from './driving/driver.server.ts';
import { planned, scene, sourcesOf, yes } from './runs.fixture.ts';
import { baselineOf } from './runs.server.ts';

const given = scene();
const driver = new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds)));
const borealis = given.db
  .select()
  .from(schema.system)
  .all()
  .find(({ name }) => name === 'borealis')!;
const price = { input: 2, output: 8, asOf: null };
const run = planned(given, driver, {
  metrics: ['presentation', 'depth', 'consistency'],
  settings: { depth: { baseline: borealis.id } },
  specs: ['scripted:yes', 'rules'],
  options: { prices: { 'scripted:yes': price } }
});
const destination = { origin: 'https://judge.example', key: 'JUDGE_KEY' };

it('the judges of a run are told with the price, limits and destination of each model', () => {
  const [scripted, rules] = judgesAsked(given.db, run, ({ provider }) => (provider === 'rules' ? null : destination));
  expect(scripted).toMatchObject({ name: 'scripted:yes', spec: 'scripted:yes', settings: '' });
  expect(scripted!.models).toMatchObject([{ line: 'scripted:yes', price, destination }]);
  expect(rules!.models).toMatchObject([{ line: 'rules', price: null, destination: null }]);
});

it('of an imported run nothing is said of where its judges were asked', () => {
  const [scripted] = judgesAsked(given.db, { ...run, origin: 'imported' }, () => destination);
  expect(scripted!.models[0]!.destination).toBeNull();
});

it('the metrics of a run are told with prompt, penalties and the system that they compare with', () => {
  const [presentation, depth, consistency] = metricsAsked(given.db, run);
  expect(presentation).toMatchObject({ name: 'presentation', penalties: null, baseline: null });
  expect(presentation!.prompt).toMatch(/^[\w/-]+@\d/);
  expect(depth).toMatchObject({ name: 'depth', baseline: 'borealis' });
  expect(consistency!.penalties).toMatch(/0:100/);
  expect(baselineOf(given.db, run.id)).toBe('borealis');
  expect(baselineOf(given.db, planned(given, driver, { name: 'Other' }).id)).toBeNull();
});

it('two runs differ in the settings under which a metric asks and scores, each with its value in both', () => {
  const settings = { consistency: { penalties: [{ upTo: null, score: 50 }] } };
  const strict = planned(given, driver, { metrics: ['consistency'], settings, options: { repeats: 2 } });
  const other = planned(given, driver, { metrics: ['consistency'], specs: ['scripted:yes', 'rules'] });
  expect(differingSettings(given.db, 'consistency', strict, other)).toEqual([
    { setting: 'judges', a: 'scripted:yes', b: 'scripted:yes, rules' },
    { setting: 'repeats', a: '2', b: '1' },
    { setting: 'penalties', a: 'more:50', b: expect.stringContaining('0:100') as string }
  ]);
  expect(differingSettings(given.db, 'consistency', other, run)).toEqual([]);
});
