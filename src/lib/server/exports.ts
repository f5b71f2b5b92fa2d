import { and, desc, eq, sql } from 'drizzle-orm';
import { record } from './audit/audit.ts';
import type { Authorized, ProjectAccess, ProjectResource } from './auth/authorize.ts';
import { schema, write, type Db } from './db/client.ts';
import { describeFile, SIG, signFiles, type SignedFile } from './signing/signing.ts';

type Grant = Authorized<ProjectResource, ProjectAccess>;

/** Source of a file: a run, a study, a dataset version. */
export interface ExportOf {
  entity: string;
  entityId: string;
}

/** Records that files have left, with what they were: the audit trail can tell of a file where it came from. */
export function recordExport(db: Db, { actor, resource }: Grant, of: ExportOf, files: readonly SignedFile[]): void {
  write(db, (tx) => {
    for (const file of files)
      record(tx, actor, { projectId: resource.id, action: 'file.export', ...of, detail: { ...file } });
  });
}

/** The file that this person took last under a name; null if there is none. */
function lastTaken(db: Db, { actor, resource }: Grant, name: string): SignedFile | null {
  const { audit } = schema;
  const found = db
    .select({ detail: audit.detail })
    .from(audit)
    .where(
      and(
        eq(audit.projectId, resource.id),
        eq(audit.action, 'file.export'),
        actor.kind === 'person' ? eq(audit.actorId, actor.id) : eq(audit.actorName, actor.name),
        sql`${audit.detail} ->> 'name' = ${name}`
      )
    )
    .orderBy(desc(audit.id))
    .limit(1)
    .get();
  if (!found) return null;
  const { bytes, sha256 } = found.detail as unknown as SignedFile;
  return { name, bytes, sha256 };
}

/** Whether a file's signature is asked for: its name with `.sig` at the end. */
export const splitSignature = (asked: string): { file: string; signature: boolean } =>
  asked.endsWith(SIG) && asked.length > SIG.length
    ? { file: asked.slice(0, -SIG.length), signature: true }
    : { file: asked, signature: false };

/** The signature of a file: of the one that this person took last under its name, else of the one that they would get now. */
export const signatureFor = async (
  db: Db,
  grant: Grant,
  name: string,
  content: () => string | Uint8Array | Promise<string | Uint8Array>
): Promise<string> => signFiles(db, [lastTaken(db, grant, name) ?? describeFile(name, await content())]);
