import { refuse } from '$lib/errors.ts';
import { ratersProblem } from '$lib/exchange/ratings/import-limits.ts';
import type { RatingsPreview, TakenColumn } from '$lib/exchange/ratings/ratings-preview.ts';
import { count } from '$lib/components/shared/format.ts';
import { ProblemList } from '$lib/exchange/format/problem-list.ts';
import { decodeUtf8 } from '$lib/exchange/format/utf8.ts';
import { filesAside } from '$lib/exchange/import/aside/reading-aside.ts';
import type { ForeignSummary } from '$lib/exchange/neighbours/read-foreign.ts';
import { sayingsOf } from '$lib/messages/sayings.ts';
import { columnsOfRatings, type RaterRole, type TypedRatings } from './ratings-columns.ts';

const leadSays = sayingsOf('leadRefusals');
const foreignSays = sayingsOf('foreignProblems');

const mostBytes = 8_000_000;
/** Limit of a file of another tool, which contains texts beside its labels. */
const mostForeignBytes = 24_000_000;

type TellProgress = (read: { labels: number }) => void;

/**
 * @param progress called with the number of labels read so far
 * @throws a refusal if there is no text in it, or too much.
 */
export async function typedRatings(form: FormData, progress?: TellProgress): Promise<TypedRatings> {
  const text = (name: string): string => String(form.get(name) ?? '').trim();
  const file = form.get('file');
  const uploaded = file instanceof File && file.size > 0 ? file : null;
  const pasted = String(form.get('content') ?? '');
  const foreign = await foreignIn(uploaded, text('fileName') === '' ? pasted : '', progress);
  const content = foreign?.table ?? (uploaded ? await textOf(uploaded) : pasted);
  if (content.trim() === '') refuse.invalid(leadSays('fileOrLabels'));
  if (content.length > mostBytes)
    refuse.isTooLarge(leadSays('ratingsTooLarge', { limit: `${count(mostBytes / 1e6)} MB` }));
  const layout = text('layout');
  const prefixed = (prefix: string): [string, string][] =>
    [...form.entries()].flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), String(value)] as [string, string]] : []
    );
  return {
    ...{ content, name: text('name'), metric: text('metric') },
    file: uploaded?.name ?? (text('fileName') || 'pasted labels'),
    layout: layout === 'long' || layout === 'wide' ? layout : '',
    columns: Object.fromEntries(
      prefixed('column.').filter(([name]) => columnsOfRatings.some((column) => column === name))
    ),
    labels: form.getAll('labels').map(String),
    roles: Object.fromEntries(prefixed('role.')) as Record<string, RaterRole>,
    ...{ level: text('level'), scale: text('scale'), withoutValue: text('withoutValue') },
    foreign: foreign !== null ? foreign.summary : uploaded ? null : summaryIn(text('foreign')),
    scales: Object.fromEntries(prefixed('scale.').map(([name, scale]) => [name, scale.trim()]))
  };
}

/** A file of another tool as a table of ratings; null if no known tool wrote it. @throws a refusal if it is damaged */
async function foreignIn(
  file: File | null,
  pasted: string,
  progress?: TellProgress
): Promise<{ table: string; summary: ForeignSummary | null } | null> {
  if ((file?.size ?? 0) > mostForeignBytes) return null;
  const bytes = file ? new Uint8Array(await file.arrayBuffer()) : new TextEncoder().encode(pasted);
  const read = await filesAside.readForeignTable(bytes, file?.name ?? 'pasted labels', progress);
  if (read === null) return null;
  return read.ok ? read.value : refuse.invalid(foreignSays('notRead'), read.problems);
}

/** The result of an earlier step of the form; only the person who sent it sees it. */
function summaryIn(text: string): ForeignSummary | null {
  try {
    const summary = text === '' ? null : (JSON.parse(text) as ForeignSummary | null);
    return summary && Array.isArray(summary.questions) && Array.isArray(summary.raters) ? summary : null;
  } catch {
    return null;
  }
}

async function textOf(file: File): Promise<string> {
  if (file.size > mostBytes) refuse.isTooLarge(leadSays('ratingsTooLarge', { limit: `${count(mostBytes / 1e6)} MB` }));
  const problems = new ProblemList();
  const text = decodeUtf8(new Uint8Array(await file.arrayBuffer()), problems);
  return text ?? refuse.invalid(foreignSays('notRead'), problems.all);
}

/** A column that was asked about and left empty is none. */
export const toldColumns = ({ columns }: TypedRatings): { [Column in TakenColumn]?: string | null } =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column === '' ? null : column]));

/** In a wide table, the columns that the form names as raters. */
export const toldRaters = ({ roles, layout }: TypedRatings): { raters?: string[] } => {
  const named = Object.keys(roles);
  return layout === 'wide' && named.some((name) => roles[name] === 'neither')
    ? { raters: named.filter((name) => roles[name] !== 'neither') }
    : {};
};

/** The preview; without raters and with a problem if there are more than a study can have. */
export function withFewRaters(preview: RatingsPreview): RatingsPreview {
  const problem = ratersProblem(preview.raters.length, (preview.layout === 'long' && preview.taken.rater) || 'file');
  return problem ? { ...preview, raters: [], problems: [...preview.problems, problem] } : preview;
}

/** The form as it stands after reading: what was typed, and what was recognised if nothing was. */
export function filledIn(typed: TypedRatings, preview: RatingsPreview): TypedRatings {
  const [level = '', scale = ''] = (preview.scale ?? '').split(/:(.*)/s);
  const { foreign } = typed;
  const kinds = new Map<string, RaterRole>(foreign?.raters.map(({ name, kind }) => [name, kind]));
  const read = new Set(preview.raters);
  const raters = [...new Set([...Object.keys(typed.roles), ...preview.raters])];
  return {
    ...typed,
    name: typed.name || typed.file.replace(/\.\w+$/, ''),
    layout: preview.layout,
    columns: preview.taken,
    labels: preview.labels,
    roles: Object.fromEntries(
      raters
        .filter((name) => read.has(name) || typed.roles[name] === 'neither')
        .map((name) => [name, typed.roles[name] ?? kinds.get(name) ?? (looksLikeJudge.test(name) ? 'judge' : 'person')])
    ),
    level: typed.level || level,
    scale: typed.level ? typed.scale : scale,
    scales: Object.fromEntries(
      foreign === null ? [] : foreign.questions.map(({ name, scale: own }) => [name, typed.scales[name] ?? own ?? ''])
    )
  };
}

/** The questions that are selected at first: those with labels by people and values on a scale. */
export const likelyQuestions = ({ questions }: ForeignSummary): string[] =>
  questions.flatMap(({ name, byPeople, scale }) => (byPeople > 0 && scale !== null ? [name] : []));

const looksLikeJudge = /gpt|claude|gemini|llama|qwen|mistral|deepseek|llm|judge|rules/i;
