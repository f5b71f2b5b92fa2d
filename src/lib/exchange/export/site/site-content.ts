import type { CorrectedBy } from '../../../alignment/corrected/corrected.ts';
import type { JudgeCard } from '../../../alignment/card/card.ts';
import type { CardStatus } from '../../../alignment/card/stored-card.ts';
import type { ServedJudge } from '../run/page/judges-html.ts';
import type { LeaderboardTable } from '../run/leaderboard/leaderboard-table.ts';

/** A judge card as a site links it. */
export interface SiteCard {
  number: number;
  card: JudgeCard;
  status: CardStatus;
  sha256: string;
  signed: { at: string; fingerprint: string };
  /** Files of the site. */
  html: string;
  json: string;
}

/** All that a site says, read from the database once. */
export interface SiteContent {
  /** Of its text (BCP 47). */
  language: string;
  project: string;
  run: { number: number; name: string; state: string; pinned: boolean; finishedAt: string | null; reports: number };
  version: { number: number; queries: number } | null;
  table: LeaderboardTable;
  metrics: readonly {
    name: string;
    title: string;
    question: string;
    scale: { min: number; max: number; better: 'higher' | 'lower' };
    /** Null if no ensemble is adopted. */
    adoption: CorrectedBy | null;
    /** Why scores are not corrected; null if they are. */
    uncorrected: string | null;
  }[];
  judges: readonly ServedJudge[];
  cards: readonly SiteCard[];
}

export const metricFile = (metric: string, page = 1): string => `metric-${metric}${page === 1 ? '' : `-${page}`}.html`;
export const indexFile = (page = 1): string => (page === 1 ? 'index.html' : `index-${page}.html`);
