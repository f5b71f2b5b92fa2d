/** Facts about each report: read by hand, one fact per (report, item). Everything composed rests on these. */
import { readFileSync } from 'node:fs';

export type Label = 'yes' | 'no';
export type MetricName = 'coverage' | 'presentation';

interface Told {
  /** The report's content on the item, as a noun phrase; null if it has none. */
  gist: string | null;
  /** Its shortcoming, as a clause. */
  lack: string | null;
  /** Exact substrings of the report. */
  quotes: string[];
}
export interface Met extends Told {
  met: true;
  found: string | null;
}
interface Unmet extends Told {
  met: false;
  missing: string;
  lack: string;
}
export type Fact = Met | Unmet;

interface ItemWords {
  /** The request of the item, as a noun phrase. */
  ask: string;
  /** Its catchword. */
  short: string;
}

export interface Unit {
  id: string;
  system: string;
  qid: string;
  metric: MetricName;
  item: string;
  words: ItemWords;
  truth: Label;
  /** Null if the item is simply met and nothing about it had to be noted. */
  fact: Fact | null;
  report: string;
}

const here = (path: string): URL => new URL(`../${path}`, import.meta.url);
export const readText = (path: string): string => readFileSync(here(path), 'utf8');
const readJson = <T>(path: string): T => JSON.parse(readText(path)) as T;

export const systems: string[] = readJson<{ name: string }[]>('systems.json').map((s) => s.name);
export const judges: string[] = readJson<{ name: string }[]>('judges.json').map((j) => j.name);
export const annotators: string[] = readJson<{ name: string; role: string }[]>('people.json')
  .filter((p) => p.role === 'annotator')
  .map((p) => p.name);

export const qids = [
  'buildings01',
  'buildings02',
  'health01',
  'health02',
  'cities01',
  'cities02',
  'water01',
  'water02'
] as const;

export const reportPath = (system: string, qid: string): string => `reports/${system}/qid_${qid}_report.md`;

/** Every (report, item) of both metrics, in a fixed order. */
export function loadUnits(): Unit[] {
  const words = readJson<Record<string, ItemWords>>('facts/items.json');
  const presentation = Object.keys(words).filter((key) => /^p\d+$/.test(key));
  const units: Unit[] = [];
  for (const qid of qids) {
    const facts = readJson<Record<string, Record<string, Fact>>>(`facts/${qid}.json`);
    const coverage = Object.keys(words).filter((key) => key.startsWith(`${qid}-`));
    for (const system of systems) {
      const report = readText(reportPath(system, qid));
      for (const item of [...coverage, ...presentation]) {
        const fact = facts[system]?.[item] ?? null;
        const itemWords = words[item];
        if (!itemWords) throw new Error(`loadUnits requires words for ${item}`);
        const metric: MetricName = presentation.includes(item) ? 'presentation' : 'coverage';
        if (!fact && metric === 'coverage') throw new Error(`loadUnits requires a fact for ${system} ${item}`);
        for (const quote of fact?.quotes ?? [])
          if (!report.includes(quote)) throw new Error(`${system} ${item}: the report does not contain "${quote}"`);
        units.push({
          id: `${system}/${qid}/${item}`,
          system,
          qid,
          metric,
          item,
          words: itemWords,
          truth: fact && !fact.met ? 'no' : 'yes',
          fact,
          report
        });
      }
    }
  }
  return units;
}
