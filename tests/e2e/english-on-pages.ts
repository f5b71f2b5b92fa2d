import { parseHTML } from 'linkedom';
import { metrics } from '../../src/lib/scorer/suites/index.ts';
import { studyKinds } from '../../src/lib/studies/kinds/index.ts';
import { rows } from './database.ts';

/** Texts by people, judges or the data of the demo: they are the same in every language. */
const written = [
  'select name, email from user',
  'select name, description from project',
  'select text, domain, category, qid from query',
  'select text, placeholder_free, explanation from checklist_item',
  'select content from dataset_version',
  'select content from query_material',
  'select source from report',
  'select name, provider, family, backbone, category, budget, collected_how from system',
  'select name from run',
  'select spec from judge',
  'select title, url from page_fetch',
  'select label from making_unit',
  'select name, guideline from study',
  'select text from study_item',
  'select item, text, rationale from verdict',
  'select key, platform, text, comments, reason, note from topic',
  'select name from coding_label',
  'select text from query_draft',
  'select text, drafted_text from draft_item',
  'select respondent, respondent_group, question, matters from survey_answer',
  'select wording from subject',
  'select text, reason from subject_wording',
  'select name from verification_round',
  'select wording, comment from adjudication',
  'select question, answer from lead_flag',
  'select note from human_verdict',
  'select note from preference',
  'select reason from gold_answer',
  'select wording, comment from rating',
  'select wording, comment from review',
  'select note from inspection',
  'select text, why, decision_text from made',
  'select question, why, response from clarification',
  'select reason from study_unblinding',
  'select markdown from guideline'
];

/** Text that is English on purpose, with the reason. */
const onPurpose: readonly [text: RegExp, reason: string][] = [
  [/MT-Bench|Label Studio|OpenAI evals|Every Eval Ever|DeepResearch (?:Arena|Bench(?: II)?)/g, 'names of products'],
  [/Every page has to open\./g, 'the reason that this test gives for unblinding'],
  [/JSON Schema|Holm|Fisher z|Brown/g, 'names of standards and methods'],
  [/\d+ (?:tool calls|at once)|openai(?: \d+rpm)+(?: \d+tpm)?|name: value/g, 'notation that people type'],
  [/\b[A-D](?:(?:, | = )[A-D])+/g, 'letters of ranked texts'],
  [/“the whole report”/g, 'words that are sent to judges'],
  [/\bcsv(?:, \w+)+/g, 'formats of files']
];

/** Pages whose text is shown as it is sent, stored or signed (docs/translating.md). */
const inEnglish: readonly [address: RegExp, reason: string][] = [
  [/^\/p\/\w+\/judges\/prompts\//, 'prompts'],
  [/\/audit$/, 'codes of the audit trail'],
  [/\/pages\/[0-9a-f]{64}$/, 'the text of a cited page'],
  [
    /\/studies\/\d+\/(?:guideline|protocol)$/,
    'the text of a guideline, kept in the language in which its study was planned'
  ],
  [/\/(?:export|versions\/\d+\/(?:file|page))|^\/metrics$|^\/api\/v1/, 'files and answers to programs']
];

const skipped = new Set(['SCRIPT', 'STYLE', 'CODE', 'PRE', 'KBD', 'SAMP', 'MATH', 'TEMPLATE', 'TEXTAREA']);
const named = ['title', 'aria-label', 'aria-description', 'placeholder', 'alt'];

/** Text of a page and what its attributes say, piece by piece, without code and without what has a language of its own (`lang`). */
export function textsOf(html: string): string[] {
  const { document } = parseHTML(html.replaceAll(/<script[^]*?<\/script>/g, ''));
  const language = document.documentElement.getAttribute('lang');
  const found: string[] = [];
  const read = (element: Element): void => {
    const own = element.getAttribute('lang');
    if (skipped.has(element.tagName.toUpperCase()) || (own !== null && own !== language)) return;
    if (element.getAttribute('translate') === 'no') return;
    for (const name of named) found.push(element.getAttribute(name) ?? '');
    // A text with an entity is several nodes side by side.
    let text = '';
    for (const child of [...element.childNodes, null]) {
      if (child?.nodeType === 3) text += child.textContent ?? '';
      else {
        found.push(text);
        text = '';
        if (child?.nodeType === 1) read(child as Element);
      }
    }
  };
  read(document.documentElement);
  return found.map(squash).filter((text) => text !== '');
}

const squash = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Words as English has them: in letters, not in capitals alone, with signs of a sentence around them. */
const isWord = (token: string): boolean =>
  /^[("“‘]*[A-Za-z][a-z’']*(?:-[a-z]+)*[,.;:!?)”’"]*$/.test(token) && !/^[A-Z]{2,}\W*$/.test(token);

/** Runs of two or more English words. */
export function englishIn(text: string): string[] {
  const runs: string[] = [];
  let run: string[] = [];
  for (const token of [...text.split(/\s+|(?<=[^\x20-\x7e“”‘’–…])|(?=[^\x20-\x7e“”‘’–…])/), '']) {
    if (isWord(token)) run.push(token);
    else {
      if (run.length > 1) runs.push(run.join(' '));
      run = [];
    }
  }
  return runs;
}

/** Reads pages for English that is left on them; each text once. */
export class EnglishReader {
  readonly #given: readonly string[];
  readonly #known = new Map<string, string[]>();
  readonly #pages = new Set<string>();
  /** Runs of English words, each with the first page that shows it. */
  readonly found = new Map<string, string>();

  constructor(data: string) {
    const given = new Set<string>();
    const add = (value: unknown): void => {
      if (typeof value === 'object' && value !== null) Object.values(value).forEach(add);
      if (typeof value !== 'string') return;
      if (/^[[{]/.test(value)) add(parsed(value));
      if (value.length > 2 && /[A-Za-z]{2}/.test(value)) given.add(squash(value));
    };
    for (const sql of written) add(rows(data, sql));
    for (const { markdown } of rows(data, 'select markdown from report_text'))
      for (const line of String(markdown).split('\n')) add(line.replace(/^[#>\s*|-]+/, ''));
    // Labels and metrics are codes in files and figures.
    add(metrics.map(({ name }) => name));
    add(Object.values(studyKinds).map(({ options, scale }) => [options.map(({ label }) => label), scale]));
    this.#given = [...given].sort((a, b) => b.length - a.length);
  }

  /** Pages that were read, each text of a page once. */
  get pages(): number {
    return this.#pages.size;
  }

  read(address: string, html: string): void {
    if (!/^\s*<!doctype html/i.test(html) || inEnglish.some(([page]) => page.test(address))) return;
    const texts = textsOf(html);
    this.#pages.add(texts.join('\n'));
    for (const text of texts)
      for (const run of this.#left(text)) if (!this.found.has(run)) this.found.set(run, address);
  }

  #left(text: string): string[] {
    const known = this.#known.get(text);
    if (known) return known;
    const without = onPurpose.reduce((left, [words]) => left.replaceAll(words, ' · '), text);
    const left = englishIn(without).length === 0 ? [] : englishIn(this.#withoutGiven(without));
    this.#known.set(text, left);
    return left;
  }

  #withoutGiven(text: string): string {
    return this.#given.reduce((left, given) => (left.includes(given) ? left.replaceAll(given, ' · ') : left), text);
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
