import type { Saying } from '../../messages/sayings.ts';
import type { RevealPolicy } from '../planning/study-input.ts';
import type { Purpose } from '../planning/purposes/purposes.ts';
import type { SampleInput } from '../planning/drawing/sampling.ts';
import type { StudySettings } from '../planning/study-settings.ts';

/** Everything about how a study was done, for the appendix of a paper. Contains no label, no system and no person's name. */
export interface StudyProtocol {
  study: { number: number; name: string; status: 'open' | 'paused' | 'closed' };
  project: string;
  asked: {
    /** Name of the kind, and the name by which the catalogues have its question; files of data hold neither. */
    named: { kind: string; words: string };
    kind: string;
    about: string;
    /** Question about each unit; null if each has a question of its own. */
    question: string | null;
    labels: { label: string; title: string; hint: string; key: string }[];
    level: string;
    cannotJudge: string[];
    settings: StudySettings;
    /** Beside every item. */
    short: string;
    /** Version by version, oldest first. */
    guidelines: { number: number; markdown: string; from: number }[];
  };
  scored: {
    run: number;
    metric: string;
    prompt: { name: string; version: string; hash: string } | null;
    judges: number;
    /** Judges that could search the web. */
    searching: number;
    /** Judges that judged a system of their own maker or model, and those of which that is not known. */
    selfJudging: { own: number; unknown: number };
    dataset: { number: number; hash: string };
  };
  sampled: {
    batches: {
      number: number;
      seed: number;
      sample: SampleInput;
      available: number;
      drawn: number;
      at: number;
    }[];
    /** Units of the sample by batch, stratum and probability. */
    strata: { batch: number; stratum: string; units: number; probability: number }[];
    reports: number;
    queries: number;
    systems: number;
    /** Items that do not count, by purpose. */
    apart: { purpose: Exclude<Purpose, 'sample'>; items: number }[];
  };
  shown: {
    reveal: RevealPolicy;
    /** Of units with several texts: how often each report stood first, over all who saw it. */
    orders: { order: string; shown: number }[];
  };
  people: {
    overlap: number;
    raters: {
      rater: string;
      items: number;
      reports: number;
      labels: number;
      first: number | null;
      last: number | null;
    }[];
  };
  when: { made: number; firstLabel: number | null; lastLabel: number | null; closed: number | null };
  /** Whatever happened besides, oldest first. */
  deviations: Deviation[];
  /** Time (ms) of the first look at people's labels. */
  looked: number | null;
}

export interface Deviation {
  at: number;
  what: 'pause' | 'resume' | 'reassign' | 'move' | 'extend' | 'leases' | 'unblind' | 'close' | 'guideline';
  /** People by pseudonyms. */
  detail: Saying;
}
