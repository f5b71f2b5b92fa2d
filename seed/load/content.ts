/** The files of the demo benchmark, as the loader reads them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageOutcome } from '../../src/lib/scorer/page.ts';
import type { Role } from '../../src/lib/server/auth/authorize.ts';
import type { RatingLabel } from '../../src/lib/verification/vocabulary/labels.ts';

export type Label = 'yes' | 'no';

export interface DemoUnit {
  system: string;
  qid: string;
  metric: string;
  item: string;
}

interface JudgeVerdict extends DemoUnit {
  label: Label;
  rationale: string;
  quotes: string[];
}

interface BlindVerdict extends Omit<DemoUnit, 'metric'> {
  person: string;
  label: Label;
  note?: string;
  seconds: number;
}

interface Preference extends Omit<DemoUnit, 'metric'> {
  person: string;
  choice: string[] | 'tie' | 'none';
  reasons: string[];
  note?: string;
}

/** Script of the demo's people in a round of verification; anything that is not named is appropriate to them. */
export interface DemoRound {
  qids: string[];
  /** `who`: the first or the second annotator of the query. An empty wording appends the comment to the old one. */
  ratings: {
    who: number;
    qid: string;
    key: string;
    label: RatingLabel;
    wording?: string;
    comment: string;
    reasons: string[];
  }[];
  appended?: { who: number; qid: string; text: string; comment: string }[];
  /** Where the reviewer disagrees with ratings of that label, and what with. */
  reviews: { qid: string; key: string; rated: RatingLabel; label: RatingLabel; comment: string }[];
  decisions?: { qid: string; key: string; label: RatingLabel; comment: string }[];
  question?: { qid: string; text: string };
}

export interface DemoVerification {
  /** Domains and categories by respondent. */
  coding: Record<string, [domains: string[], categories: string[]]>;
  /** Queries that the benchmark is meant to have. */
  targets: number;
  drafts: {
    qid: string;
    answer: string;
    domain: string;
    category: string;
    text: string;
    clarifications: { judge: string; questions: { question: string; why: string }[] }[];
    checklist: { judge: string; items: string[] } | null;
    /** People's responses to the judges' questions, which are named by their words. */
    responses?: (
      | { question: string; kind: 'answered' | 'dismissed'; response: string }
      | { question: string; kind: 'edited'; response: string; text: string }
    )[];
    /** Items in a person's words; and which of the drafted ones were accepted and dropped. */
    items?: string[];
    accepted?: string[];
    rejected?: string[];
    /** Why the draft was put aside. */
    dropped?: string;
  }[];
  pilot: DemoRound;
  main: DemoRound;
}

const seed = join(import.meta.dirname, '..');
const text = (path: string): string => readFileSync(join(seed, path), 'utf8');
const json = <T>(path: string): T => JSON.parse(text(path)) as T;
const jsonLines = <T>(path: string): T[] =>
  text(path)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

export const readPeople = () => json<{ name: string; email: string; role: Role; admin: boolean }[]>('people.json');

export const readJudges = (): string[] => json<{ name: string }[]>('judges.json').map((judge) => judge.name);

export const readSystems = () => json<{ name: string; [field: string]: string }[]>('systems.json');

export const readSurvey = () => readFileSync(join(seed, 'survey.csv'));

export const readVerification = () => json<DemoVerification>('verification.json');

export const readQueries = () => [{ name: 'queries.csv', bytes: readFileSync(join(seed, 'queries.csv')) }];

export const readReports = () =>
  readdirSync(join(seed, 'reports'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .sort()
    .map((path) => ({ name: path.replaceAll('\\', '/'), bytes: readFileSync(join(seed, 'reports', path)) }));

export const readReport = (system: string, qid: string): string => text(`reports/${system}/qid_${qid}_report.md`);

type JudgeRow = Record<string, unknown> & { system: string; qid: string };

/** Verdicts of a scripted judge; `name` without its prefix. */
export const readVerdicts = (name: string) => jsonLines<JudgeVerdict>(`verdicts/${name}.jsonl`);
export const readSaid = (what: 'issues' | 'sources' | 'claims' | 'ratings', name: string) =>
  jsonLines<JudgeRow>(`${what}/${name}.jsonl`);
export const readComparisons = (name: string) =>
  jsonLines<{ qid: string; A: string; B: string; points: object; rationale: string }>(`comparisons/${name}.jsonl`);

interface CitedPage {
  title?: string;
  text?: string;
  outcome?: PageOutcome;
  status?: number | null;
  note?: string;
  supplied?: true;
}

/** The web of the demo: every page that its reports cite, by URL. */
export const readPages = () => json<Record<string, CitedPage>>('facts/pages.json');

export const readBlindVerdicts = () => jsonLines<BlindVerdict>('blind-verdicts.jsonl');
export const readPreferences = () => jsonLines<Preference>('preferences.jsonl');

/** The items that each report really fails: system → qid → metric. */
export const readDefects = () => json<Record<string, Record<string, Record<string, string[]>>>>('defects.json');
