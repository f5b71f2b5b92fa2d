import { boundsOutward, confidenceLevel, interval, proportion } from '../../stats/writing/figures.ts';
import { labelNoiseInWords } from '../agreement/label-noise.ts';
import {
  populationsHead,
  populationsInWords,
  whyNoSecond,
  type Ends,
  type PopulationFigure
} from '../agreement/populations.ts';
import { captionOf, type DocumentWords } from './document-words.ts';
import type { DocumentSource } from './source.ts';
import type { DocumentBlock, Section, ShownNumber } from './document.ts';
import { figureColumnAt, nameColumn, documentTable } from './tables.ts';
import { messagesIn } from '../../messages/words.ts';

/** Which population each interval speaks of, and how far label noise limits agreement. */
export function populationSection({ procedure, report }: DocumentSource, said: DocumentWords): Section {
  const { language, reasons } = said;
  const words = messagesIn(language, 'populations');
  const titles = messagesIn(language, 'alignmentConsensus');
  const { populations, noise, analysisPlan } = procedure;
  const cell = (of: PopulationFigure, { low, high }: Ends, method: string, why: string | null): ShownNumber => ({
    ...{ value: of.value, low, high, n: of.n, clusters: of.clusters, written: proportion(of.value) },
    interval: low === null ? null : method,
    range: low === null ? '–' : (of.key === 'ensemble' ? boundsOutward : interval)(low, high),
    why: low === null ? (why ?? titles.noInterval) : null
  });
  const bounded = (undefinedBecause: string, { value, low, high }: { value: number | null } & Ends): ShownNumber => ({
    ...{ value, low, high, n: noise.between.n, clusters: noise.between.clusters, written: proportion(value) },
    interval: low === null ? null : 'by query, from inter-annotator agreement',
    range: low === null ? '' : interval(low, high),
    why: value === null ? undefinedBecause : null
  });
  const level = confidenceLevel(analysisPlan.confidence);
  const blocks: DocumentBlock[] = [
    { kind: 'paragraph', text: populationsInWords(populations, words) },
    ...documentTable(
      captionOf(titles.intervals, 'run', report, said),
      [nameColumn(titles.agreement), figureColumnAt(level, titles.these), figureColumnAt(level, titles.like)],
      populations.rows
        .filter(({ value }) => value !== null)
        .map((row) => ({
          name: words.row({ key: row.key.replace('-', '') }),
          cells: [
            cell(row, row.these, 'queries', null),
            cell(row, row.like, 'queries × annotators', whyNoSecond(row.reason, words, reasons))
          ]
        }))
    ),
    {
      kind: 'paragraph',
      text: labelNoiseInWords(noise, analysisPlan, {
        noise: messagesIn(language, 'labelNoise'),
        reasons
      })
    },
    ...(noise.ceiling.value === null
      ? []
      : documentTable(
          captionOf(titles.noise(labelsOfReference(noise.people)), 'run', report, said),
          [nameColumn(titles.estimate), figureColumnAt(level, titles.value)],
          [
            {
              name: noise.unit === 'share' ? titles.errorRate : titles.unreliability,
              cells: [bounded(titles.noError, noise.error)]
            },
            {
              name: titles.ceiling({ kind: report.method.short }),
              strong: true,
              cells: [bounded(titles.noCeiling, noise.ceiling)]
            },
            ...(noise.latentClass === null
              ? []
              : [
                  {
                    name: titles.latent,
                    cells: [
                      {
                        ...bounded(titles.noEstimate, { value: noise.latentClass, low: null, high: null }),
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

/** Number of labels from which the reference of an item is made, as its message has it. */
const labelsOfReference = (range: readonly [number, number] | null) => {
  const [from, to] = range ?? [0, 0];
  return { kind: range === null ? 'none' : from === to ? 'same' : 'range', n: from, from, to };
};
