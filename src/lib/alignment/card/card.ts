import type { LabelScale } from '../../studies/labels/label-scale.ts';
import type { Rule } from '../ensembles/ensembles.ts';
import type { AnalysisPlan } from '../preregistration/analysis-plan.ts';
import type { StudyOutcome } from '../units/outcomes.ts';
import type { CardEvidence } from './evidence.ts';
import type { CardFigures } from './card-figures.ts';
import type { CardAnchors } from './ledger.ts';

/** Form of the content that is signed; another form is another number. */
export const CARD_FORMAT = 'voirdire-judge-card/1';
/** The kind under which a card is signed. */
export const CARD_KIND = 'judge-card';

/** Optional contents that a lead chooses for a card, besides figures, judges and hashes. */
export interface CardContents {
  /** `pseudonymous`: labels and verdicts without names, so that figures can be recomputed; `commitment`: only their Merkle root. */
  labels: 'pseudonymous' | 'commitment';
  /** The name of the person who signs. */
  signer: boolean;
  /** Names of the systems that wrote the reports. */
  systems: boolean;
  /** Ids and texts of queries and texts of items. */
  texts: boolean;
  /** Reasons that leads wrote, for the decision and for changes of the analysis plan. */
  reasons: boolean;
}

export const usualContents: CardContents = {
  labels: 'pseudonymous',
  signer: true,
  systems: false,
  texts: false,
  reasons: false
};

/** Model versions that a provider reported, with the calls that each answered. */
export interface CardVersion {
  /** Null if the provider reported none. */
  version: string | null;
  calls: number;
}

export interface CardJudge {
  id: string;
  /** As people name it, without the address of a private server. */
  name: string;
  provider: string;
  model: string;
  /** Settings that change answers: temperature, seed, limits. */
  settings: Record<string, string | number | boolean>;
  fingerprint: string;
  /** Whether it belongs to the adopted ensemble. */
  adopted: boolean;
  served: CardVersion[];
  /** Calls for the metric in the run of the study, and those with a usable reply. */
  calls: { total: number; answered: number };
}

interface CardRevision {
  revision: number;
  /** ISO 8601. */
  at: string;
  /** Blind labels committed by then, and whether the figures had been opened. */
  labels: number;
  opened: boolean;
  /** SHA-256 of the plan as it was recorded. */
  sha256: string;
  reason?: string;
}

/** Everything that a card says; canonical JSON of it is signed. */
export interface JudgeCard {
  format: typeof CARD_FORMAT;
  number: number;
  project: string;
  software: { name: 'voirdire'; version: string };
  adoption: {
    metric: string;
    title: string;
    /** ISO 8601. */
    at: string;
    outcome: StudyOutcome;
    rule: Rule;
    judges: string[];
    /** The adopted ensemble in words. */
    ensemble: string;
    /** Whether the procedure recommended something else. */
    against: boolean;
    /** Whether a protocol that is known to be rejected was adopted all the same. */
    acknowledged: boolean;
    reason?: string;
  };
  /** Null if the lead left the name out. */
  signer: string | null;
  judges: CardJudge[];
  prompt: { name: string; version: string; hash: string };
  protocol: { unit: string; settings: Record<string, unknown>; repeats: number };
  scale: LabelScale;
  preregistration: {
    revisions: CardRevision[];
    plan: AnalysisPlan;
    /** When the figures were first opened, with the labels by then; null if that is unknown. */
    opened: { at: string; labels: number } | null;
  };
  evidence: {
    study: { number: number; name: string; people: number; mostPeople: number };
    run: { number: number; name: string } | null;
    /** The run from which the items were drawn, and the labelled items that apply to this run; null if it is this run. */
    carriedOver: { from: { number: number; name: string } | null; total: number; apply: number } | null;
    dataset: { number: number; hash: string; queries: number } | null;
    items: number;
    labels: number;
    queries: number;
    reports: number;
    systems: number;
    categories: number;
    /** Queries by language (BCP 47), `unknown` if nothing says it. */
    languages: Record<string, number>;
    verdicts: number;
    unscored: number;
  };
  results: CardFigures;
  /** Anchor sets of the adoption with every check of them; null if nothing was monitored. */
  ledger: CardAnchors[] | null;
  notCovered: string[];
  included: CardContents;
  labels: {
    commitment: { algorithm: 'merkle-sha256/1'; root: string; leaves: number };
    /** Null if the card holds only the commitment. */
    data: CardEvidence | null;
    /** Key of the leaves' salts; null with the data. */
    salt: string | null;
  };
  /** Names and texts that the lead let in, by pseudonym. */
  names: {
    systems?: Record<string, string>;
    queries?: Record<string, { qid: string; text: string }>;
    items?: Record<string, string>;
  };
  /** SHA-256 of queries and reports by pseudonym; empty with a mere commitment. */
  hashes: { queries: Record<string, string>; reports: Record<string, string> };
}
