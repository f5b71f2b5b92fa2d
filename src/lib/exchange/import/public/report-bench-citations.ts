import { sayingsOf } from '../../../messages/sayings.ts';
import type { GoldReference } from '../../../scorer/suites/report-bench/gold-list.ts';
import { titleKey } from '../../../scorer/suites/report-bench/titles.ts';
import { pick, jsonLinesText, type JsonLine, type JsonObject } from '../../format/json-lines.ts';
import type { ProblemList } from '../../format/problem-list.ts';
import { Untaken } from '../../format/untaken.ts';

const say = sayingsOf('importProblems');
const sayNote = sayingsOf('importNotes');

const FIELDS = ['arxiv_id', 'title', 'citations'] as const;

/** Whether a file's first line is a count of citations: `{arxiv_id, title, citations}`, the id that of the survey. */
export const isCitationCounts = (line: JsonObject | null): boolean =>
  line !== null && FIELDS.every((name) => Object.hasOwn(line, name));

interface Count {
  title: string;
  citations: number;
  used: boolean;
}

/**
 * How often the references of surveys have been cited, from a file that people made of a scholarly index: the official files of
 * ReportBench have no such counts. A count belongs to every entry of its survey that has its normalised title.
 */
export class CitationCounts {
  readonly #bySurvey = new Map<string, Map<string, Count>>();
  readonly #untaken = new Untaken();

  read(line: JsonLine, at: (field: string) => string, problems: ProblemList): void {
    const text = (name: string) =>
      jsonLinesText(line, { name: at(name), value: pick(line.value, name).value }, problems).trim();
    this.#untaken.see(line.value, FIELDS);
    const [survey, title] = [text('arxiv_id'), text('title')];
    const { value: citations } = pick(line.value, 'citations');
    const key = titleKey(title);
    const known = this.#bySurvey.get(survey) ?? new Map<string, Count>();
    if (survey === '') problems.add(line.row, at('arxiv_id'), say('surveyIdMissing'));
    else if (key === '') problems.add(line.row, at('title'), say('titleEmpty'), title);
    else if (typeof citations !== 'number' || !Number.isSafeInteger(citations) || citations < 0)
      problems.add(line.row, at('citations'), say('countWhole'), JSON.stringify(citations) ?? '');
    else if (known.has(key) && known.get(key)?.citations !== citations)
      problems.add(line.row, at('title'), say('countDiffers'), title);
    else this.#bySurvey.set(survey, known.set(key, { title, citations, used: false }));
  }

  /** References of a survey with their counts; null if there is none. */
  add(survey: string, references: readonly Omit<GoldReference, 'citations'>[]): GoldReference[] {
    const counts = this.#bySurvey.get(survey);
    return references.map((reference) => {
      const count = counts?.get(titleKey(reference.title));
      if (count) count.used = true;
      return { ...reference, citations: count?.citations ?? null };
    });
  }

  note(problems: ProblemList): void {
    this.#untaken.note(problems, 'ignoredCounts');
    const unused = [...this.#bySurvey].flatMap(([survey, counts]) =>
      [...counts.values()].filter(({ used }) => !used).map(({ title }) => `${title} (${survey})`)
    );
    if (unused.length > 0) problems.note(sayNote('unusedCounts', { n: unused.length, title: unused[0]! }));
  }
}
