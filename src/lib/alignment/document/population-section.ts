import { interval, many, proportion } from '../../stats/writing/figures.ts';
import { labelNoiseInWords } from '../agreement/label-noise.ts';
import {
  populationsHead,
  populationsInWords,
  whyNoSecond,
  type Ends,
  type PopulationFigure
} from '../agreement/populations.ts';
import type { DocumentSource } from './source.ts';
import type { DocumentBlock, Section, ShownNumber } from './document.ts';
import { figureColumn, nameColumn, documentTable } from './tables.ts';
import { messagesIn } from '../../messages/words.ts';
import { englishReasons } from '../items/english-reasons.ts';

const words = messagesIn('en', 'populations');

/** Which population each interval speaks of, and how far label noise limits agreement. */
export function populationSection({ procedure, report }: DocumentSource): Section {
  const { populations, noise, analysisPlan } = procedure;
  const cell = (of: PopulationFigure, { low, high }: Ends, method: string, why: string | null): ShownNumber => ({
    ...{ value: of.value, low, high, n: of.n, clusters: of.clusters, written: proportion(of.value) },
    interval: low === null ? null : method,
    range: low === null ? '–' : interval(low, high),
    why: low === null ? (why ?? 'the interval by query is undefined') : null
  });
  const bounded = (name: string, { value, low, high }: { value: number | null } & Ends): ShownNumber => ({
    ...{ value, low, high, n: noise.between.n, clusters: noise.between.clusters, written: proportion(value) },
    interval: low === null ? null : 'by query, from inter-annotator agreement',
    range: low === null ? '' : interval(low, high),
    why: value === null ? `${name} cannot be estimated` : null
  });
  const blocks: DocumentBlock[] = [
    { kind: 'paragraph', text: populationsInWords(populations, words) },
    ...documentTable(
      'Intervals by population',
      [nameColumn('Agreement'), figureColumn('These annotators'), figureColumn('Annotators like these')],
      populations.rows
        .filter(({ value }) => value !== null)
        .map((row) => ({
          name: row.name,
          cells: [
            cell(row, row.these, 'queries', null),
            cell(row, row.like, 'queries × annotators', whyNoSecond(row.reason, words, englishReasons))
          ]
        }))
    ),
    {
      kind: 'paragraph',
      text: labelNoiseInWords(noise, analysisPlan.target, {
        noise: messagesIn('en', 'labelNoise'),
        reasons: englishReasons
      })
    },
    ...(noise.ceiling.value === null
      ? []
      : documentTable(
          `Label noise, from pairs of labels; references are made of ${people(noise.people)}`,
          [nameColumn('Estimate'), figureColumn('Value')],
          [
            {
              name: noise.unit === 'share' ? 'Error rate of one label' : '1 − reliability of one annotator',
              cells: [bounded('the error rate', noise.error)]
            },
            {
              name: `Highest ${report.method.short} of a perfect judge`,
              strong: true,
              cells: [bounded('the highest agreement', noise.ceiling)]
            },
            ...(noise.latentClass === null
              ? []
              : [
                  {
                    name: 'The same by a latent class model (Dawid–Skene)',
                    cells: [
                      {
                        ...bounded('this', { value: noise.latentClass, low: null, high: null }),
                        n: noise.items
                      }
                    ]
                  }
                ])
          ]
        ))
  ];
  return { id: 'populations', title: populationsHead(populations, words), blocks };
}

const people = (range: readonly [number, number] | null): string =>
  range === null ? 'no labels' : range[0] === range[1] ? many(range[0], 'label') : `${range[0]} to ${range[1]} labels`;
