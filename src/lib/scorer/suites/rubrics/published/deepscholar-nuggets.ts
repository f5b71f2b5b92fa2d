/** DeepScholar-Bench: `res.json` of nuggets, of the reference text (the rubric) or of a system's text, and its tables of figures. */
import { fieldsOf, isFields } from '../official/numbers.ts';
import type { RubricNode } from '../rubric.ts';
import { givenFigure } from './draco.ts';
import { slugOf, type PublishedForm, type PublishedTask, type ReadingContext, type SaidInFile } from './form.ts';
import { FileFault, idOf, objectsIn, wordsOf, type GivenRow } from './given-files.ts';

const labels = ['support', 'partial_support', 'not_support'];
const TAKEN = ['qid', 'query', 'nuggets', 'supported_nuggets', 'partially_supported_nuggets', 'nuggets_metrics'];

/** Nuggets by which texts are judged: those that the reference text supports, if the file tells them. */
function rubricNuggets(place: GivenRow, { note }: ReadingContext): { text: string; importance: string }[] {
  const { row } = place;
  const of = (one: unknown, k: number) => {
    const text = wordsOf(one) ?? wordsOf(fieldsOf(one).text);
    if (text === null) throw new FileFault(place, `nugget ${String(k + 1)} has no text`);
    return { text, importance: wordsOf(fieldsOf(one).importance) ?? '' };
  };
  const all = objectsIn(row.nuggets ?? [], 'nuggets', place).map(of);
  if (!Array.isArray(row.supported_nuggets) || row.supported_nuggets.length === 0) return all;
  const importance = new Map(all.map((one) => [one.text, one.importance]));
  const supported = row.supported_nuggets.map(of);
  if (supported.length < all.length)
    note(
      `${String(supported.length)} of ${String(all.length)} nuggets of ${idOf(row.qid) ?? 'a file'} are taken, those in supported_nuggets, as the suite does`
    );
  return supported.map((one) => ({ ...one, importance: one.importance || (importance.get(one.text) ?? '') }));
}

const qidOf = (place: GivenRow): string => {
  const qid = idOf(place.row.qid);
  if (qid !== null) return qid;
  throw new FileFault(place, 'qid is missing');
};

export const nuggetFiles: PublishedForm = {
  name: 'deepscholar-nuggets',
  isTasks: (row) => 'nuggets' in row,
  tasks: (rows, context) =>
    rows.map((place): PublishedTask => {
      const { row } = place;
      context.left.see(row, TAKEN.slice(0, 4));
      const nuggets = rubricNuggets(place, context);
      for (const one of Array.isArray(row.nuggets) ? row.nuggets : [])
        context.left.see(one, ['text', 'importance'], 'nuggets[].');
      const criteria = nuggets.map(({ text, importance }, k): RubricNode => ({
        ...{ key: `n${String(k + 1)}`, text },
        ...(importance !== '' && { tags: [slugOf(importance)] })
      }));
      return { qid: qidOf(place), query: wordsOf(row.query), criteria };
    }),
  isResults: (row) => 'nuggets' in row,
  results: (rows, { left, note, criteriaOf, report }) =>
    rows.flatMap((place): SaidInFile[] => {
      const { row } = place;
      const qid = qidOf(place);
      left.see(row, TAKEN);
      const by = { system: null, judge: null, qid, repeat: 0 };
      const equals: Record<string, string> = {
        strict_all_score: 'score',
        strict_vital_score: 'strict_vital',
        all_score: 'all',
        vital_score: 'vital'
      };
      if (isFields(row.nuggets_metrics))
        for (const [figure, value] of Object.entries(row.nuggets_metrics))
          if (figure !== 'qid') report({ ...by, figure, equals: equals[figure] ?? null, ...givenFigure(value) });
      const nuggets = objectsIn(row.nuggets, 'nuggets', place);
      const short = criteriaOf(qid).length - nuggets.length;
      if (short > 0)
        note(
          `${qid}: ${String(short)} nuggets have no verdict; they count 0 here, and the published score leaves them out`
        );
      return nuggets.map((one): SaidInFile => {
        const text = wordsOf(one.text);
        if (text === null) throw new FileFault(place, `a nugget of ${qid} has no text`);
        left.see(one, ['text', 'importance', 'assignment'], 'nuggets[].');
        const label = typeof one.assignment === 'string' ? one.assignment.trim().toLowerCase() : null;
        const isKnown = label !== null && labels.includes(label);
        return {
          ...{ ...by, place, of: { text }, label: isKnown ? label : null, rationale: '' },
          reason: isKnown ? null : `The suite’s label is ${JSON.stringify(one.assignment ?? null)}.`
        };
      });
    }),
  isTotals: (row) => 'baseline_name' in row || 'folder_path' in row,
  whyTotals: 'tables of DeepScholar-Bench hold figures of systems or tasks, no verdicts',
  totals: (rows) =>
    rows.flatMap((place) => {
      const { baseline_name: system, folder_path: folder, ...figures } = place.row;
      const qid = typeof folder === 'string' ? (/(\d+)\/?$/u.exec(folder)?.[1] ?? null) : null;
      if (typeof folder === 'string' && qid === null)
        throw new FileFault(place, `the folder ${folder} ends with no number of a task`);
      return Object.entries(figures)
        .filter(([figure]) => figure.trim() !== '')
        .map(([figure, cell]) => {
          const value = typeof cell === 'string' && cell.trim() !== '' ? Number(cell) : Number.NaN;
          const given = Number.isFinite(value)
            ? { value, words: null }
            : { value: null, words: cell === '' ? 'empty' : String(cell) };
          return { system: wordsOf(system), qid, judge: null, repeat: null, equals: null, figure, ...given };
        });
    })
};
