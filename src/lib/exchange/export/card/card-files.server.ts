import type { StoredCard } from '../../../alignment/card/stored-card.ts';
import { writeCardHtml } from './card-html.ts';
import { everyEvalEver } from './every-eval-ever.ts';

/** Every file of a card, by the end of its address, in the order of display. */
export const cardFiles = ['json', 'html', 'eee'] as const;
type CardFileFormat = (typeof cardFiles)[number];

interface CardFile {
  name: string;
  type: string;
  content: string;
}

const endings = { json: 'json', html: 'html', eee: 'eee.json' } as const;

/**
 * A card as a file: its signed bundle byte for byte, a page for print, or Every Eval Ever's schema.
 *
 * @param language of the page (BCP 47); the others are data
 */
export function cardFile(stored: StoredCard & { bundle: string }, format: CardFileFormat, language: string): CardFile {
  const { card, number, sha256, signed } = stored;
  const name = `${card.adoption.metric}-${number}.${endings[format]}`;
  const json = 'application/json; charset=utf-8';
  switch (format) {
    case 'json':
      return { name, type: json, content: stored.bundle };
    case 'html':
      return { name, type: 'text/html; charset=utf-8', content: writeCardHtml(card, { ...signed, sha256 }, language) };
    case 'eee':
      // On one line: the schema takes no further member, such as the head of the audit trail that files get on their way out.
      return { name, type: json, content: `${JSON.stringify(everyEvalEver(card, { ...signed, sha256 }))}\n` };
  }
}
