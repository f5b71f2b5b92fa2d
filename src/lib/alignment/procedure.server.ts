import { and, eq } from 'drizzle-orm';
import { refuse } from '../errors.ts';
import { fingerprint } from '../scorer/fingerprint.ts';
import type { ProjectGrant } from '../server/auth/authorize.ts';
import { schema, type Db } from '../server/db/client.ts';
import { procedureState, type Declaration, type ProcedureState } from './declarations.server.ts';
import { defaultDeclared } from './declared.ts';
import { procedureFacts } from './procedure-facts.server.ts';
import { adoptionProcedure, type Procedure } from './procedure.ts';
import { alignmentReport, type StudyAlignment } from './report.server.ts';
import type { AlignmentOptions } from './report.ts';

/** The report of a study with the adoption procedure on it, by what is declared or, where nothing is, by default. */
export interface StudyProcedure extends StudyAlignment {
  procedure: Procedure;
  state: ProcedureState;
  /** The declaration that holds; null where nothing was declared. */
  declaration: Declaration | null;
  /** Hash of everything that report and procedure were computed from. */
  procedureHash: string;
}

/** Resamples of the choice and of the gates. */
const RESAMPLES = 2000;

/** @param options of the report; the procedure always resamples as often, from the same seed. */
export function studyProcedure(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string,
  options: AlignmentOptions = {}
): StudyProcedure {
  const study =
    db
      .select()
      .from(schema.study)
      .where(and(eq(schema.study.id, studyId), eq(schema.study.projectId, grant.resource.id)))
      .get() ?? refuse.notFound('study');
  const state = procedureState(db, grant, studyId);
  const declaration = state.declarations[0] ?? null;
  const target = options.target ?? declaration?.declared.target;
  const found = alignmentReport(db, grant, studyId, { ...options, ...(target === undefined ? {} : { target }) });
  const declared = declaration?.declared ?? defaultDeclared(found.header.judges.map(({ judgeId }) => judgeId));
  const facts = procedureFacts(db, grant, study, found.ratings.scale);
  const resampling = { resamples: RESAMPLES, seed: options.seed ?? study.seed };
  const procedureHash = fingerprint({ ratings: found.ratingsHash, declared, facts, resampling });
  const procedure = remembered(procedureHash, () => adoptionProcedure(found.ratings, declared, facts, resampling));
  return { ...found, procedure, state, declaration, procedureHash };
}

const KEPT = 16;
const cache = new Map<string, Procedure>();

function remembered(hash: string, compute: () => Procedure): Procedure {
  const procedure = cache.get(hash) ?? compute();
  cache.delete(hash);
  cache.set(hash, procedure);
  if (cache.size > KEPT) cache.delete(cache.keys().next().value!);
  return procedure;
}
