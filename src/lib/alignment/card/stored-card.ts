import type { JudgeCard } from './card.ts';

/** How an adoption stands today: what is not signed, because it changes. */
export interface CardStatus {
  state: 'in-force' | 'reopened' | 'superseded';
  /** Changes since the adoption; empty while it is in force. */
  changed: string[];
}

/** A card as it is kept, with what is not signed. */
export interface StoredCard {
  id: string;
  number: number;
  adoptionId: string;
  sha256: string;
  bytes: number;
  madeByName: string;
  madeAt: number;
  check: { at: number; outcome: string; valid: boolean } | null;
  card: JudgeCard;
  signed: { at: string; fingerprint: string };
  status: CardStatus;
}
