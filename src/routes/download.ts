import type { RequestEvent } from '@sveltejs/kit';
import { refuse, worded } from '$lib/errors.ts';
import type { Authorized, ProjectAccess, ProjectResource } from '$lib/server/auth/authorize.ts';
import { withAuditHead } from '$lib/exchange/format/audit-head.ts';
import { anchorInWords, auditHead } from '$lib/server/audit/audit-chain.ts';
import { languageNamed, offeredLanguages } from '$lib/messages/languages.ts';
import { recordExport, signatureFor, splitSignature, type ExportOf } from '$lib/server/exports.ts';
import { describeFile } from '$lib/server/signing/signing.ts';

interface File {
  /** Under which it is kept. */
  name: string;
  type: string;
  of: ExportOf;
  content: () => string | Uint8Array | Promise<string | Uint8Array>;
  headers?: Record<string, string>;
}

/** Language of a document that leaves: the parameter `language` of the address, else that of the person's pages. */
export function fileLanguage({ url, locals }: Pick<RequestEvent, 'url' | 'locals'>): string {
  const asked = url.searchParams.get('language');
  if (asked === null) return locals.language;
  const tags = offeredLanguages.map(({ tag }) => tag);
  return languageNamed(asked) ?? refuse.invalid(worded('noFileLanguage', { asked, tags: tags.join(', ') }));
}

/** A document in another language than English has the language in its name: `run-1-report.zh-hans.html`. */
export const nameInLanguage = (name: string, language: string): string =>
  language === 'en' ? name : name.replace(/\.(?=(?:html|md|tex|svg)$)/, `.${language.toLowerCase()}.`);

/** The name of a file in an address, and whether its signature is asked for: the same with `.sig` at the end. */
export const askedFile = splitSignature;

/**
 * Sends a file to be kept, with the audit trail's head in it if its format has a place for that, or its signature. That a file
 * leaves is in the audit trail with its SHA-256; asking for its headers alone (HEAD) is no leaving.
 */
export async function download(
  { locals: { db }, request }: Pick<RequestEvent, 'locals' | 'request'>,
  grant: Authorized<ProjectResource, ProjectAccess>,
  signature: boolean,
  { name, type, of, content, headers = {} }: File
): Promise<Response> {
  const send = (body: string | Uint8Array, as: string, mediaType: string, more = {}): Response =>
    new Response(typeof body === 'string' ? body : new Uint8Array(body), {
      headers: { 'Content-Type': mediaType, 'Content-Disposition': `attachment; filename="${as}"`, ...more }
    });
  const leaving = async (): Promise<string | Uint8Array> =>
    withAuditHead(name, await content(), anchorInWords(auditHead(db)));
  if (signature) return send(await signatureFor(db, grant, name, leaving), `${name}.sig`, 'application/json');
  const body = await leaving();
  if (request.method === 'GET') recordExport(db, grant, of, [describeFile(name, body)]);
  return send(body, name, type, headers);
}

const types: Record<string, string> = {
  csv: 'text/csv',
  html: 'text/html',
  json: 'application/json',
  jsonl: 'application/jsonl',
  md: 'text/markdown',
  parquet: 'application/vnd.apache.parquet',
  svg: 'image/svg+xml',
  tex: 'application/x-tex',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
};

/** Media type of a file by the ending of its name. */
export const typeOfFile = (file: string): string => {
  const ending = file.split('.').at(-1)!;
  return ending === 'xlsx' || ending === 'parquet' ? types[ending]! : `${types[ending]}; charset=utf-8`;
};
