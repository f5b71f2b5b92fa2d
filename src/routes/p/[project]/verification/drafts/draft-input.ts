import type { CodingKind } from '$lib/verification/proposals/survey/coding.ts';
import { codingRows } from '$lib/verification/proposals/survey/coding.server.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';

/** Content of the fields of a draft. */
interface TypedDraft {
  text: string;
  domain: string;
  category: string;
}

export const fieldOf = (form: FormData, name: string): string => String(form.get(name) ?? '');

export const typedDraft = (form: FormData): TypedDraft => ({
  text: fieldOf(form, 'text'),
  domain: fieldOf(form, 'domain'),
  category: fieldOf(form, 'category')
});

/** The names of both lists, for the fields of a draft. */
export function namesToCode(db: Db, grant: ProjectGrant<'manage'>): { domains: string[]; categories: string[] } {
  const names = (kind: CodingKind): string[] => codingRows(db, grant, kind).map(({ name }) => name);
  return { domains: names('domain'), categories: names('category') };
}
