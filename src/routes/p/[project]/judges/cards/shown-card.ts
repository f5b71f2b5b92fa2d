import { cardPage, type CardPage } from '$lib/alignment/card/card-page.ts';
import type { CardContents } from '$lib/alignment/card/card.ts';
import { ensembleTextIn } from '$lib/alignment/report/ensemble-in-words.ts';
import type { CardStatus, StoredCard } from '$lib/alignment/card/stored-card.ts';

/** A card as its own page shows it: what is signed, and beside it what may change. */
interface ShownCard {
  number: number;
  page: CardPage;
  status: CardStatus;
  bytes: number;
  labels: number;
  included: CardContents;
  looks: number | null;
  check: StoredCard['check'];
  madeAt: number;
}

export const shownCard = (
  { number, card, signed, sha256, status, bytes, check, madeAt }: StoredCard,
  language: string
): ShownCard => ({
  ...{ number, page: cardPage(card, { ...signed, sha256 }, language), status, bytes, check, madeAt },
  labels: card.evidence.labels,
  included: card.included,
  looks: card.ledger?.reduce((sum, { looks }) => sum + looks.length, 0) ?? null
});

/** A card in the list. */
export const listedCard = (
  { number, card: { adoption, results, included }, status, madeAt, sha256 }: StoredCard,
  language: string
) => {
  const agreement = results.figures.find(({ key }) => key === 'agreement');
  return {
    ...{
      number,
      title: adoption.title,
      ensemble: ensembleTextIn(language, adoption.ensemble),
      state: status.state,
      madeAt,
      sha256
    },
    ...{ value: agreement?.value ?? null, low: agreement?.low ?? null, high: agreement?.high ?? null },
    ...{ n: agreement?.n ?? 0, labels: included.labels }
  };
};

/** Boxes that a lead ticked. */
export const typedContents = (form: FormData): CardContents => ({
  labels: form.get('labels') === 'commitment' ? 'commitment' : 'pseudonymous',
  signer: form.has('signer'),
  systems: form.has('systems'),
  texts: form.has('texts'),
  reasons: form.has('reasons')
});
