/**
 * Composes what the judges say, blind verdicts, preferences and the list of planted defects from the facts in `facts/`.
 * Run it with `node seed/compose.ts` after changing a report or a fact; the result is the same on every run.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { errorsOf, pick } from './compose/disagreement.ts';
import type { Temper } from './compose/disagreement.ts';
import { comparisonsOf } from './compose/comparisons.ts';
import { annotators, judges, loadUnits } from './compose/facts.ts';
import type { Label, MetricName, Unit } from './compose/facts.ts';
import { issuesOf } from './compose/issues.ts';
import { blindVerdicts, preferences } from './compose/people.ts';
import { ferruleBook, gannetBook, sextantBook } from './compose/presentation-voices.ts';
import { ratingsOf } from './compose/ratings.ts';
import { loadReports } from './compose/report-facts.ts';
import { reportShape } from './compose/report-shape.ts';
import { claimsOf, sourcesOf } from './compose/sources.ts';
import { ferrule, gannet, sextant } from './compose/voices.ts';
import type { Voice } from './compose/voices.ts';

interface JudgeVerdict {
  system: string;
  qid: string;
  metric: MetricName;
  item: string;
  label: Label;
  rationale: string;
  quotes: string[];
}

interface Character {
  voice: Voice;
  book: typeof gannetBook;
  temper: Temper;
  /** Most quotes that it gives. */
  quotes: number;
}

const characters: Record<string, Character> = {
  'scripted:ferrule': {
    voice: ferrule,
    book: ferruleBook,
    quotes: 1,
    temper: {
      coverage: { wronglyNo: 11, wronglyYes: 23 },
      presentation: { wronglyNo: 3, wronglyYes: 19 },
      shared: 0.5,
      length: 0
    }
  },
  'scripted:gannet': {
    voice: gannet,
    book: gannetBook,
    quotes: 3,
    temper: {
      coverage: { wronglyNo: 14, wronglyYes: 6 },
      presentation: { wronglyNo: 8, wronglyYes: 4 },
      shared: 0.55,
      length: 0.1
    }
  },
  'scripted:sextant': {
    voice: sextant,
    book: sextantBook,
    quotes: 1,
    temper: {
      coverage: { wronglyNo: 28, wronglyYes: 20 },
      presentation: { wronglyNo: 27, wronglyYes: 13 },
      shared: 0.4,
      length: 0.4
    }
  }
};

const units = loadUnits();
const coverage = units.filter((u) => u.metric === 'coverage');
const reports = loadReports();

function verdictOn(unit: Unit, judge: string, { voice, book, quotes }: Character, label: Label): JudgeVerdict {
  const { system, qid, metric, item, fact } = unit;
  const told = fact && (label === 'no' || (fact.met ? fact.found : fact.gist)) ? fact : null;
  if (told) {
    const rationale = voice(unit, told, label);
    return { system, qid, metric, item, label, rationale, quotes: told.quotes.slice(0, quotes) };
  }
  const wordings = book[item];
  if (!wordings || label === 'no') throw new Error(`${judge} has no words for ${unit.id}`);
  const shape = reportShape(unit.report);
  const rationale = pick(wordings, `${judge} ${unit.id}`)(shape);
  const quoted = shape.cited !== '' && rationale.includes(shape.cited) ? [shape.cited] : [];
  return { system, qid, metric, item, label, rationale, quotes: quoted };
}

const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** Every composed file by its path within `seed/`. */
export async function compose(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const said = new Map<string, Map<string, Label>>();
  for (const judge of judges) {
    const character = characters[judge];
    if (!character) throw new Error(`compose requires a character for ${judge}`);
    const wrong = errorsOf(judge, character.temper, units);
    const verdicts = units.map((unit) => {
      const label: Label = wrong.has(unit.id) === (unit.truth === 'yes') ? 'no' : 'yes';
      const key = `${unit.system}/${unit.item}`;
      said.set(key, (said.get(key) ?? new Map<string, Label>()).set(judge, label));
      return verdictOn(unit, judge, character, label);
    });
    const file = `${judge.replace('scripted:', '')}.jsonl`;
    files.set(`verdicts/${file}`, lines(verdicts));
    files.set(`issues/${file}`, lines(issuesOf(judge, reports)));
    files.set(`comparisons/${file}`, lines(comparisonsOf(judge, reports)));
    files.set(`sources/${file}`, lines(sourcesOf(judge, reports)));
    files.set(`claims/${file}`, lines(claimsOf(judge, reports)));
    files.set(`ratings/${file}`, lines(ratingsOf(judge, reports, units)));
  }

  const blind = blindVerdicts(annotators, coverage);
  const preferred = preferences(blind, (system, item) => said.get(`${system}/${item}`) ?? new Map());
  files.set('blind-verdicts.jsonl', lines(blind));
  files.set('preferences.jsonl', lines(preferred));

  const defects: Record<string, Record<string, { presentation: string[]; coverage: string[] }>> = {};
  for (const { system, qid, metric, item, truth } of units) {
    const ofReport = ((defects[system] ??= {})[qid] ??= { presentation: [], coverage: [] });
    if (truth === 'no') ofReport[metric].push(item);
  }
  files.set('defects.json', await format(JSON.stringify(defects, null, 2), { parser: 'json', printWidth: 120 }));
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of await compose()) {
    const file = new URL(path, import.meta.url);
    mkdirSync(new URL('./', file), { recursive: true });
    writeFileSync(file, text);
  }
}
