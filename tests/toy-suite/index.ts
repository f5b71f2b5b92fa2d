import type { Metric } from '../../src/lib/scorer/metric.ts';
import type { Suite } from '../../src/lib/scorer/suite.ts';
import { fingerprint } from '../../src/lib/scorer/runs/fingerprint.ts';
import { missingFacts, statedFacts } from './figures.ts';
import { form } from './form.ts';
import { almanacMaterial } from './material.ts';
import { factsProtocol, MESSAGE, SYSTEM } from './protocol.ts';
import { almanacFact } from './unit.ts';

const facts: Metric = {
  name: 'almanac-facts',
  title: 'Facts of the almanac',
  question: 'How much of what the almanac says does the report state?',
  protocol: factsProtocol,
  items: null,
  prompt: { name: 'almanac/facts', version: '1', hash: fingerprint({ SYSTEM, MESSAGE }), system: SYSTEM },
  settings: {},
  scale: { min: 0, max: 100, better: 'higher' },
  rejected: null,
  material: 'almanac'
};

/** A suite for tests: whether reports state the facts of an almanac. It lives in this folder alone. */
export const almanac: Suite = {
  name: 'almanac',
  title: 'Almanac',
  metrics: [facts, form],
  units: [almanacFact],
  material: almanacMaterial,
  figures: [missingFacts, statedFacts],
  grouping: { by: 'query-domain', titles: { coast: 'Towns on the coast', hills: 'Towns in the hills' } }
};
