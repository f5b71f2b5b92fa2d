import type { StoredCard } from '../../../alignment/card/stored-card.ts';
import type { CardFigure } from '../../../alignment/card/card-figures.ts';
import { writeTableCsv, type CsvColumn } from '../../format/table-csv.ts';

const agreementOf = ({ card }: StoredCard): CardFigure | undefined =>
  card.results.figures.find(({ key }) => key === 'agreement');

const columns: readonly CsvColumn<StoredCard>[] = [
  { header: 'card', value: ({ number }) => number },
  { header: 'metric', value: ({ card }) => card.adoption.metric },
  { header: 'ensemble', value: ({ card }) => card.adoption.ensemble },
  { header: 'status', value: ({ status }) => status.state },
  { header: 'agreement', value: (of) => agreementOf(of)?.value ?? null },
  { header: 'agreement_low', value: (of) => agreementOf(of)?.low ?? null },
  { header: 'agreement_high', value: (of) => agreementOf(of)?.high ?? null },
  { header: 'agreement_n', value: (of) => agreementOf(of)?.n ?? null },
  { header: 'adopted', value: ({ card }) => card.adoption.at },
  { header: 'signed', value: ({ signed }) => signed.at },
  { header: 'key', value: ({ signed }) => signed.fingerprint },
  { header: 'sha256', value: ({ sha256 }) => sha256 }
];

/** One row per card. */
export const writeCardsCsv = (cards: readonly StoredCard[]): string => writeTableCsv(columns, cards);
