/**
 * DeepResearch Bench, FACT: `validated.jsonl`, in which a report's statements are compared with the pages that they cite. What is
 * judged belongs to a report and not to a task, so a rubric of it is made from the very files whose verdicts are taken.
 */
import { isFields } from '../official/numbers.ts';
import type { PublishedForm, PublishedTask, ReadingContext, SaidInFile } from './form.ts';
import { FileFault, fieldsIn, idOf, objectsIn, wordsOf, type GivenRow } from './given-files.ts';

interface Pair {
  text: string;
  label: string | null;
  rationale: string;
  reason: string | null;
}

interface FactTask {
  task: PublishedTask;
  /** How often each statement stands in one report at most. */
  counts: Map<string, number>;
}

const known = ['supported', 'unsupported', 'unknown'];

/** Statements of a row with their pages; null if the row has no citation, so that the published figures leave it out. */
function pairsOf(
  place: GivenRow,
  { left }: ReadingContext
): { qid: string; query: string | null; pairs: Pair[] } | null {
  const { row } = place;
  const qid = idOf(row.id);
  if (qid === null) throw new FileFault(place, 'id is missing');
  left.see(row, ['id', 'prompt', 'citations', 'citations_deduped']);
  if (typeof row.citations === 'string')
    throw new FileFault(place, `the extraction of ${qid} failed: ${row.citations}`);
  if (row.citations === null || row.citations === undefined) return null;
  if (!Array.isArray(row.citations)) throw new FileFault(place, `citations of ${qid} is not a list`);
  if (row.citations.length === 0) return null;
  if (!isFields(row.citations_deduped)) throw new FileFault(place, 'citations_deduped is missing');
  const pairs = Object.entries(row.citations_deduped).flatMap(([url, given]): Pair[] => {
    const page = fieldsIn(given, `${url} of ${qid}`, place);
    left.see(page, ['facts', 'validate_res', 'validate_error'], 'citations_deduped[].');
    if (!Array.isArray(page.facts)) throw new FileFault(place, `facts of ${url} is not a list`);
    const facts = page.facts.map(String);
    const textOf = (at: number) => `${facts[at] ?? `Statement ${String(at + 1)}`} (${url})`;
    const failed = wordsOf(page.validate_error);
    if (failed !== null || (page.validate_error !== null && page.validate_error !== undefined)) {
      const reason = `The suite’s check of the page failed: ${failed ?? JSON.stringify(page.validate_error)}`;
      return facts.map((_, at) => ({ text: textOf(at), label: null, rationale: '', reason }));
    }
    const verdicts =
      page.validate_res === undefined ? [] : objectsIn(page.validate_res, `validate_res of ${url}`, place);
    const places = verdicts.map(({ idx }, k) => (typeof idx === 'number' ? idx : k));
    const judged = verdicts.map(({ result }, k): Pair => {
      const label = typeof result === 'string' ? result : JSON.stringify(result ?? null);
      const isKnown = known.includes(label);
      const rationale = isKnown ? '' : `The file’s label is ${JSON.stringify(label)}.`;
      return { text: textOf(places[k]!), label: isKnown ? label : 'other', rationale, reason: null };
    });
    for (const verdict of verdicts) left.see(verdict, ['idx', 'result'], 'validate_res[].');
    const reason = 'The suite has no verdict on it.';
    const open = facts.flatMap((_, at) =>
      places.includes(at) ? [] : [{ text: textOf(at), label: null, rationale: '', reason }]
    );
    return [...judged, ...open];
  });
  return { qid, query: wordsOf(row.prompt), pairs };
}

const uncited = (count: number) =>
  `${String(count)} ${count === 1 ? 'task has' : 'tasks have'} no citations; the published figures leave them out as well`;

export const factFiles: PublishedForm = {
  name: 'deep-research-bench-fact',
  isTasks: (row) => 'citations_deduped' in row,
  tasks: (rows, context) => {
    const tasks = new Map<string, FactTask>();
    const seen = new Set<string>();
    let without = 0;
    for (const place of rows) {
      const found = pairsOf(place, context);
      if (found === null) {
        without += 1;
        continue;
      }
      const { qid, query, pairs } = found;
      if (seen.has(JSON.stringify([place.file, qid]))) throw new FileFault(place, `the id ${qid} is there twice`);
      seen.add(JSON.stringify([place.file, qid]));
      const entry: FactTask = tasks.get(qid) ?? { task: { qid, query, criteria: [] }, counts: new Map() };
      tasks.set(qid, entry);
      const { task, counts } = entry;
      const own = new Map<string, number>();
      for (const { text } of pairs) {
        const nth = (own.get(text) ?? 0) + 1;
        own.set(text, nth);
        // The same statement on the same page in reports of two systems is one criterion.
        if (nth > (counts.get(text) ?? 0)) {
          counts.set(text, nth);
          task.criteria.push({ key: `s${String(task.criteria.length + 1)}`, text });
        }
      }
    }
    if (without > 0) context.note(uncited(without));
    const judged = [...tasks.values()].map(({ task }) => task).filter(({ criteria }) => criteria.length > 0);
    if (judged.length < tasks.size)
      context.note(`${String(tasks.size - judged.length)} tasks have citations and no statement on a page`);
    return judged;
  },
  isResults: (row) => 'citations_deduped' in row,
  results: (rows, context) => {
    let without = 0;
    const said = rows.flatMap((place): SaidInFile[] => {
      const found = pairsOf(place, context);
      if (found === null) {
        without += 1;
        return [];
      }
      const { qid, pairs } = found;
      const by = { place, system: null, judge: null, qid, repeat: 0 };
      const left = [...context.criteriaOf(qid)];
      const own = pairs.map(({ text, ...pair }): SaidInFile => {
        const at = left.findIndex((one) => one.text === text.trim());
        if (at !== -1) left.splice(at, 1);
        return { ...by, of: { text }, ...pair };
      });
      return [
        ...own,
        ...left.map(({ key }): SaidInFile => ({ ...by, of: { key }, label: 'not-cited', rationale: '', reason: null }))
      ];
    });
    if (without > 0) context.note(uncited(without));
    return said;
  }
};
