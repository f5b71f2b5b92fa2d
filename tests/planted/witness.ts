import type { DepthPoints } from './depth.ts';
import { chance } from '../stand-ins/faults.ts';
import { favoured } from './depth.ts';
import { letters, type Planted, type PlantedPage, type PlantedReport } from './truth.ts';

/** How a judge departs from the truth. */
export interface Character {
  /** Share of defects that it overlooks. */
  overlooks: number;
  /** Share of reports to which it attributes an issue with words that are not there. */
  invents: number;
  /** Whether it gives whatever stands first a point more in each dimension. */
  favoursFirst: boolean;
}

export const perfect: Character = { overlooks: 0, invents: 0, favoursFirst: false };
export const lenient: Character = { overlooks: 0.25, invents: 0.15, favoursFirst: true };

interface SaidIssue {
  quotes: string[];
  /** Whether the words are in the report. */
  grounded: boolean;
}

export type PointwiseName = 'consistency' | 'citation-association';

const invented = 'The northern depot was closed for good on a Thursday afternoon';

/** Answers on a planted benchmark by a judge of some character, apart from their form. */
export class Witness {
  readonly #character: Character;
  readonly #name: string;

  /** @param name Two judges of one character and different names overlook different things. */
  constructor(character: Character, name: string) {
    this.#character = character;
    this.#name = name;
  }

  #overlooks(report: PlantedReport, ...what: (string | number)[]): boolean {
    return chance(this.#name, report.system, report.qid, ...what) < this.#character.overlooks;
  }

  presentation(report: PlantedReport, key: string): 'yes' | 'no' {
    const finding = report.truth.presentation[key];
    if (!finding) throw new Error(`${key} is no item of presentation`);
    return finding.label === 'yes' || this.#overlooks(report, 'presentation', key) ? 'yes' : 'no';
  }

  /** Of the item at a position in the query's list. */
  coverage(report: PlantedReport, at: number): 'yes' | 'no' {
    const how = report.truth.coverage[at];
    if (how === undefined) throw new Error(`${report.qid} has no item ${at}`);
    return how === 'met' || this.#overlooks(report, 'coverage', at) ? 'yes' : 'no';
  }

  issues(report: PlantedReport, metric: PointwiseName): SaidIssue[] {
    const planted =
      metric === 'consistency' ? report.truth.contradictions : report.truth.gaps.map(({ quote }) => [quote]);
    const found = planted
      .filter((_, at) => !this.#overlooks(report, metric, at))
      .map((quotes) => ({ quotes: [...quotes], grounded: true }));
    if (chance(this.#name, 'invents', metric, report.system, report.qid) >= this.#character.invents) return found;
    // Of two passages that are said to contradict each other, one is there: not enough.
    const real = metric === 'consistency' ? report.truth.cited.slice(0, 1).map(({ text }) => text) : [];
    return [...found, { quotes: [...real, invented], grounded: false }];
  }

  depth(report: PlantedReport, baseline: PlantedReport, first: 'report' | 'baseline') {
    const said = (points: DepthPoints, standsFirst: boolean): DepthPoints =>
      standsFirst && this.#character.favoursFirst ? favoured(points) : points;
    return {
      report: said(report.truth.depth, first === 'report'),
      baseline: said(baseline.truth.depth, first === 'baseline')
    };
  }

  relevant(page: PlantedPage): boolean {
    return page.kind !== 'stray' || chance(this.#name, 'relevant', page.title) < this.#character.overlooks;
  }

  /** Of a sentence that states something, and a page that can be read. */
  supports(page: PlantedPage, statement: string): boolean {
    return (
      Object.hasOwn(page.states, statement) || chance(this.#name, page.title, statement) < this.#character.overlooks
    );
  }
}

export const withoutFragment = (url: string): string => url.split('#')[0] ?? url;

/** Finds again what a judge is shown. */
export class Index {
  readonly #reports: Map<string, PlantedReport>;
  readonly #pages = new Map<string, PlantedPage>();
  readonly #sentences = new Map<string, string | null>();
  readonly #rows: { qid: string; cells: string[]; statement: string | null }[] = [];
  readonly #items: Map<string, { qid: string; at: number }>;

  constructor({ reports, pages, queries }: Planted) {
    this.#reports = new Map(reports.map((report) => [report.markdown, report]));
    for (const page of pages) this.#pages.set(withoutFragment(page.url), page);
    for (const { qid, truth } of reports)
      for (const { text, statement, cells } of truth.cited)
        if (cells) this.#rows.push({ qid, cells: cells.map(letters), statement });
        else this.#sentences.set(letters(text), statement);
    this.#items = new Map(queries.flatMap(({ qid, items }) => items.map((text, at) => [text, { qid, at }] as const)));
  }

  report(markdown: string): PlantedReport {
    const found = this.#reports.get(markdown);
    if (!found) throw new Error(`This is no planted report: ${markdown.slice(0, 60)}`);
    return found;
  }

  item(text: string): { qid: string; at: number } | undefined {
    return this.#items.get(text);
  }

  page(url: string): PlantedPage {
    const found = this.#pages.get(withoutFragment(url));
    if (!found) throw new Error(`This is no planted page: ${url}`);
    return found;
  }

  /** Returns the statement of a claim on a page of this query; null if it states nothing that a source could support. */
  statement(qid: string, claim: string): string | null {
    const words = letters(claim);
    const known = this.#sentences.get(words);
    if (known !== undefined) return known;
    const row = this.#rows.find((one) => one.qid === qid && one.cells.every((cell) => words.includes(cell)));
    return row?.statement ?? null;
  }
}
