import { describe, expect, it } from 'vitest';
import { pointRates, type PointCounts } from './rates.ts';

const counts = (qid: string, supported: number, contradicted: number, omitted: number): PointCounts => ({
  ...{ qid, supported, contradicted, omitted, set: supported + contradicted + omitted }
});
const percent = (reports: readonly PointCounts[], view: 'macro' | 'pooled') => {
  const { supported, contradicted, omitted } = pointRates(reports, view);
  return [supported, contradicted, omitted].map(({ value }) => value!.toFixed(1));
};

describe('rates of key points', () => {
  it('are means of reports, or pooled over their key points', () => {
    const reports = [counts('q1', 1, 0, 1), counts('q2', 6, 2, 0)];
    // Means: (50 + 75) / 2, (0 + 25) / 2, (50 + 0) / 2. Pooled: 7, 2 and 1 of 10.
    expect(percent(reports, 'macro')).toEqual(['62.5', '12.5', '25.0']);
    expect(percent(reports, 'pooled')).toEqual(['70.0', '20.0', '10.0']);
    expect(pointRates(reports, 'macro').efficiency.value).toBeCloseTo(62.5 / 37.5, 12);
    expect(pointRates(reports, 'pooled').efficiency.value).toBeCloseTo(7 / 3, 12);
  });

  it('give an efficiency from the system’s rates, not the mean of its reports’', () => {
    // The reports' own are 1 / 1 and undefined.
    expect(pointRates([counts('q1', 1, 0, 1), counts('q2', 3, 0, 0)], 'macro').efficiency.value).toBeCloseTo(3, 12);
  });

  it('are undefined without a key point, and so is efficiency without a fault', () => {
    for (const view of ['macro', 'pooled'] as const) {
      expect(pointRates([counts('q', 0, 0, 0)], view)).toMatchObject({ supported: { value: null }, efficiency: { value: null } }); // prettier-ignore
      expect(pointRates([counts('q', 2, 0, 0)], view)).toMatchObject({ supported: { value: 100 }, efficiency: { value: null } }); // prettier-ignore
    }
  });
});

interface Printed {
  model: string;
  /** Smallest counts of supported, contradicted and omitted points that give the half of Table 3, and that half. */
  english: [counts: [number, number, number], printed: string[]];
  chinese: [counts: [number, number, number], printed: string[]];
  /** The row of Figure 4. */
  both: string[];
}
const printedModels: Printed[] = [
  {
    ...{
      model: 'gpt-4o-mini-search-preview',
      english: [
        [37, 4, 6],
        ['78.7', '8.5', '12.8']
      ]
    },
    ...{
      chinese: [
        [10, 3, 5],
        ['55.6', '16.7', '27.8']
      ],
      both: ['72.3', '10.8', '16.9']
    }
  },
  {
    ...{
      model: 'gpt-4.1',
      english: [
        [28, 1, 7],
        ['77.8', '2.8', '19.4']
      ]
    },
    ...{
      chinese: [
        [20, 2, 11],
        ['60.6', '6.1', '33.3']
      ],
      both: ['69.6', '4.3', '26.1']
    }
  },
  {
    ...{
      model: 'gemini-2.5-pro',
      english: [
        [41, 9, 13],
        ['65.1', '14.3', '20.6']
      ]
    },
    ...{
      chinese: [
        [19, 3, 3],
        ['76.0', '12.0', '12.0']
      ],
      both: ['68.2', '13.6', '18.2']
    }
  },
  {
    ...{
      model: 'gemini-2.5-flash',
      english: [
        [70, 3, 16],
        ['78.7', '3.4', '18.0']
      ]
    },
    ...{
      chinese: [
        [20, 4, 1],
        ['80.0', '16.0', '4.0']
      ],
      both: ['78.9', '6.1', '14.9']
    }
  },
  {
    ...{
      model: 'grok-4',
      english: [
        [100, 9, 11],
        ['83.3', '7.5', '9.2']
      ]
    },
    ...{
      chinese: [
        [29, 8, 21],
        ['50.0', '13.8', '36.2']
      ],
      both: ['72.5', '9.6', '18.0']
    }
  }
];

describe('the printed figures', () => {
  it.each(printedModels)(
    'of $model are pooled: counts that give Table 3 give Figure 4, and a mean of both halves does not',
    ({ english, chinese, both }) => {
      const [en, zh] = [counts('en', ...english[0]), counts('zh', ...chinese[0])];
      expect(percent([en], 'pooled')).toEqual(english[1]);
      expect(percent([zh], 'pooled')).toEqual(chinese[1]);
      expect(percent([en, zh], 'pooled')).toEqual(both);
      expect(percent([en, zh], 'macro')).not.toEqual(both);
    }
  );

  it('of the first row of Figure 4 have efficiency 3.76', () => {
    expect(pointRates([counts('q', 789, 61, 149)], 'pooled').efficiency.value!.toFixed(2)).toBe('3.76');
  });
});
