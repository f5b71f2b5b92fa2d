import { refuse } from '$lib/errors.ts';
import type { RatingsPreview, TakenColumn } from '$lib/exchange/ratings/ratings-preview.ts';
import { count } from '$lib/components/shared/format.ts';
import { columnsOfRatings, type RaterRole, type TypedRatings } from './ratings-columns.ts';

const mostBytes = 8_000_000;

/** @throws a refusal where there is no text in it, or too much. */
export async function typedRatings(form: FormData): Promise<TypedRatings> {
  const text = (name: string): string => String(form.get(name) ?? '').trim();
  const file = form.get('file');
  const uploaded = file instanceof File && file.size > 0 ? file : null;
  const content = uploaded ? await textOf(uploaded) : String(form.get('content') ?? '');
  if (content.trim() === '') refuse.invalid('Choose a file, or paste the labels.');
  if (content.length > mostBytes)
    refuse.tooLarge(
      'What was pasted',
      `${count(mostBytes / 1e6)} MB; import larger files with voirdire import --ratings`
    );
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
    ...{ level: text('level'), scale: text('scale'), withoutValue: text('withoutValue') }
  };
}

async function textOf(file: File): Promise<string> {
  if (file.size > mostBytes)
    refuse.tooLarge('The file', `${count(mostBytes / 1e6)} MB; import larger ones with voirdire import --ratings`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return refuse.invalid('The file is not a text in UTF-8. Save it as CSV UTF-8, then choose it again.');
  }
}

/** A column that was asked about and left empty is none. */
export const toldColumns = ({ columns }: TypedRatings): { [Column in TakenColumn]?: string | null } =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column === '' ? null : column]));

/** In a wide table, the columns that are raters, once somebody has said so. */
export const toldRaters = ({ roles, layout }: TypedRatings): { raters?: string[] } => {
  const named = Object.keys(roles);
  return layout === 'wide' && named.some((name) => roles[name] === 'neither')
    ? { raters: named.filter((name) => roles[name] !== 'neither') }
    : {};
};

/** The form as it stands after reading: what was typed, and what was recognised where nothing was. */
export function filledIn(typed: TypedRatings, preview: RatingsPreview): TypedRatings {
  const [level = '', scale = ''] = (preview.scale ?? '').split(/:(.*)/s);
  const raters = [...new Set([...Object.keys(typed.roles), ...preview.raters])];
  return {
    ...typed,
    name: typed.name || typed.file.replace(/\.\w+$/, ''),
    layout: preview.layout,
    columns: preview.taken,
    labels: preview.labels,
    roles: Object.fromEntries(
      raters
        .filter((name) => preview.raters.includes(name) || typed.roles[name] === 'neither')
        .map((name) => [name, typed.roles[name] ?? (looksLikeJudge.test(name) ? 'judge' : 'person')])
    ),
    level: typed.level || level,
    scale: typed.level ? typed.scale : scale
  };
}

const looksLikeJudge = /gpt|claude|gemini|llama|qwen|mistral|deepseek|llm|judge|rules/i;
