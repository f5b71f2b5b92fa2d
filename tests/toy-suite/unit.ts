import { z } from 'zod';
import type { UnitDefinition, UnitScale } from '../../src/lib/scorer/unit-definition.ts';

export const factScale: UnitScale = {
  level: 'ordinal',
  labels: [
    { label: 'stated', title: 'Stated', hint: 'the report says it', value: 1 },
    { label: 'hinted', title: 'Hinted at', hint: 'it says some of it', value: 0.5 },
    { label: 'missing', title: 'Missing', hint: 'it says nothing of it, or the opposite', value: 0, error: true },
    { label: 'off-topic', title: 'Off topic', hint: 'no report on this query need say it', value: null }
  ]
};

const factDetail = z.object({ weight: z.number().positive() });

declare module '../../src/lib/scorer/verdict.ts' {
  interface UnitDetails {
    'almanac-fact': z.infer<typeof factDetail>;
  }
}

/** A fact of the almanac, and whether a report says it. */
export const almanacFact: UnitDefinition = {
  name: 'almanac-fact',
  one: 'fact',
  many: 'facts',
  about: 'A fact of the almanac, and whether the report says it.',
  scale: factScale,
  detail: factDetail,
  asked: {
    title: 'Facts of the almanac',
    about: 'People say of single facts whether a report states them.',
    question: 'Does the report state this fact?',
    textTitle: 'Fact'
  },
  component: 'almanac-fact',
  uncorrected: 'Its score weighs facts, which people label one by one.',
  rules: {
    almanac_facts: ({ about, material }) => ({
      facts: (material as { criteria: { key: string; text: string }[] }).criteria.map(({ key, text }) => ({
        id: key,
        label: about.report.markdown.includes(text) ? 'stated' : 'abstain',
        rationale: 'Only the very words of a fact are for code to find.'
      }))
    })
  }
};
