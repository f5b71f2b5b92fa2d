import type { Item } from '../../src/lib/scorer/sample.ts';
import type { Metric } from '../../src/lib/scorer/metric.ts';
import { checklist } from '../../src/lib/scorer/protocols/checklist/checklist.ts';
import { fingerprint } from '../../src/lib/scorer/runs/fingerprint.ts';

const SYSTEM = 'You check the form of entries of an almanac. Each question is answered with yes or no.';
const items: Item[] = [
  { key: 'heading', text: 'Does the entry begin with a heading?' },
  { key: 'tables', text: 'Is each table filled?' },
  { key: 'tone', text: 'Is it written soberly?' }
];

/** A checklist for every query, asked by the shared protocol. */
export const form: Metric = {
  name: 'almanac-form',
  title: 'Form of an entry',
  question: 'Is the report written like an entry of an almanac?',
  protocol: checklist,
  items,
  prompt: { name: 'almanac/form', version: '1', hash: fingerprint({ SYSTEM, items }), system: SYSTEM },
  settings: {},
  scale: { min: 0, max: 100, better: 'higher' },
  rejected: null,
  rules: {
    items: {
      heading: (markdown) => ({
        label: /^#+ \S/.test(markdown) ? 'yes' : 'no',
        rationale: 'By its first line.',
        quotes: []
      }),
      tables: 'tables-complete'
    }
  }
};
