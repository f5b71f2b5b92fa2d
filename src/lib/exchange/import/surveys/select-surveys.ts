import { sayingsOf } from '../../../messages/sayings.ts';
import {
  mayBeSurvey,
  readMetadata,
  refusalOf,
  refusals,
  type PaperMetadata,
  type SurveyRefusal,
  type SurveyRules
} from '../../../scorer/suites/report-bench/surveys/metadata.ts';
import type { FileContent } from '../../format/file-content.ts';
import { isObject, type JsonObject } from '../../format/json-value.ts';
import { ProblemList, type Parsed } from '../../format/problem-list.ts';
import { textLines } from '../../format/text-lines.ts';

const say = sayingsOf('importProblems');
const sayNote = sayingsOf('importNotes');

interface SurveyCandidate {
  paper: PaperMetadata;
  /** The line as it was given. */
  line: JsonObject;
}

interface SurveySelection {
  candidates: SurveyCandidate[];
  /** Lines of the file. */
  papers: number;
  /** Papers by the first rule that refused them. */
  refused: Record<SurveyRefusal, number>;
  /** Lines that were passed over since they cannot be read, with the first of them. */
  unread: { row: number; reason: string }[];
}

const LISTED = 20;

/**
 * Surveys chosen from arXiv's metadata, a JSON object a line. The snapshot has some millions of lines: it is read piece by piece,
 * and a line without "survey" or "review" anywhere is not parsed. A damaged line is named and passed over.
 */
export function selectSurveys(content: FileContent, rules: SurveyRules): Parsed<SurveySelection> {
  const problems = new ProblemList();
  const refused = Object.fromEntries(Object.keys(refusals).map((name) => [name, 0])) as SurveySelection['refused'];
  const chosen = new Map<string, SurveyCandidate>();
  const unread: SurveySelection['unread'] = [];
  let [papers, passedOver] = [0, 0];
  const passOver = (row: number, reason: string): void => {
    passedOver += 1;
    if (unread.length < LISTED) unread.push({ row, reason });
  };
  for (const { row, text } of textLines(content, problems)) {
    const written = text.trim();
    if (written === '') continue;
    papers += 1;
    if (!mayBeSurvey(written)) {
      refused.title += 1;
      continue;
    }
    let line: unknown;
    try {
      line = JSON.parse(written);
    } catch {
      passOver(row, 'The line is not JSON');
      continue;
    }
    const paper = isObject(line) ? readMetadata(line) : { field: 'line', reason: 'The line is not an object { … }' };
    if ('reason' in paper) passOver(row, `${paper.field}: ${paper.reason}`);
    else {
      const refusal = refusalOf(paper, rules);
      if (refusal) refused[refusal] += 1;
      else if (chosen.has(paper.arxiv)) passOver(row, `id: ${paper.arxiv} is in an earlier line`);
      else chosen.set(paper.arxiv, { paper, line: line as JsonObject });
    }
  }
  if (passedOver > 0) problems.note(sayNote('unreadLines', { n: passedOver }));
  if (papers === 0 && !problems.any) problems.add(null, 'file', say('noLines'));
  return problems.answer({ candidates: [...chosen.values()], papers, refused, unread });
}
