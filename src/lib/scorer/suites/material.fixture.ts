import { dailyTask } from './daily-report/material.ts';
import { researchTask } from './research-arena/material.ts';
import { goldListKind } from './report-bench/gold-list.ts';

/** A small piece of material for each suite that has some, by the suite's name. */
export const smallMaterial: Readonly<Record<string, unknown>> = {
  'report-bench': goldListKind.schema.parse({
    survey: { arxiv: '2301.00001', title: 'Tides' },
    cutOff: null,
    references: [{ key: 'r', title: 'Tides' }]
  }),
  'daily-report': dailyTask.parse({
    type: 'retrieval',
    subtasks: [
      {
        ...{ key: 's1', text: 'Say how high the water rises.', constraint: 'content', importance: 'P0' },
        rubrics: {
          ins: 'Is the height of the water stated?',
          fac: 'Is the height of the water correct?',
          rat: 'Is the cause explained soundly?'
        }
      }
    ]
  }),
  'research-arena': researchTask.parse({
    ...{ discipline: 'science-technology', family: 'trend-scan', difficulty: 'basic', language: 'en' },
    criteria: [0.5, 0.3, 0.2].map((weight, at) => ({
      ...{ key: `c${at + 1}`, title: `Aspect ${at + 1}`, description: 'How well it is treated.', weight }
    })),
    keyPoints: [
      { key: 'k1', text: 'It rained 3 mm.', sources: [{ url: 'https://rain.example/', spans: ['3 mm of rain'] }] }
    ]
  })
};
