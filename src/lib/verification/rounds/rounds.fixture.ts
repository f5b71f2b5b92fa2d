import { eq } from 'drizzle-orm';
import { authorize, type Person, type ProjectGrant } from '../../server/auth/authorize.ts';
import { schema } from '../../server/db/client.ts';
import { adjudicationQueue, adjudicate, openSubject } from '../adjudication/adjudication.server.ts';
import { openBundle, type Bundle, type BundleSubject } from '../work/annotation-view.server.ts';
import { nextAssignment } from '../assignments/assignments.server.ts';
import { importQueries } from '../benchmark/benchmark.server.ts';
import type { ImportedQuery } from '../benchmark/benchmark.ts';
import { listBatches, startInspection } from '../inspection/inspections.server.ts';
import type { RatingLabel } from '../vocabulary/labels.ts';
import { scene, type Scene } from './project.fixture.server.ts';
import type { RatingInput } from '../work/ratings.ts';
import { commitRating, finishBundle } from '../work/ratings.server.ts';
import type { ReviewedRating, ReviewSubject } from '../work/reviewed-rating.ts';
import { commitReview, finishReview, openReview } from '../work/reviews.server.ts';
import { openRound, type RoundInput } from './rounds.server.ts';
import { type VerificationRound } from './round.server.ts';
import type { RoundSettings } from './rounds.ts';
import type { WorkGrant } from '../assignments/seat.server.ts';

/** Rating of a subject by a person: a label, or one with a wording and a comment. */
export type Said = RatingLabel | { label: RatingLabel; wording?: string; comment?: string };

/** A project with people and an open round: what tests of verification act in. */
export interface RoundScene extends Scene {
  round: VerificationRound;
  annotators: Person[];
  reviewers: Person[];
  adjudicators: Person[];
  grant<A extends 'annotate' | 'review' | 'adjudicate' | 'manage'>(person: Person, access: A): ProjectGrant<A>;
  /** Annotates all that the person can get; returns the qids in their order. */
  annotateAll(person: Person, say?: (subject: BundleSubject, bundle: Bundle) => Said): string[];
  reviewAll(person: Person, say?: (rating: ReviewedRating, subject: ReviewSubject) => Said | 'agree'): string[];
  inspectAll(person: Person, say?: (subject: BundleSubject, bundle: Bundle) => Said): string[];
  /** Starts every inspection that can be started; returns how many. */
  startInspections(): number;
  /** Decides all open subjects; returns how many. */
  adjudicateAll(person: Person, say?: (subjectId: string) => Said): number;
}

interface RoundSceneOptions {
  queries: readonly ImportedQuery[];
  settings?: Partial<RoundSettings>;
  people?: { annotators?: number; reviewers?: number; adjudicators?: number };
  in?: Scene;
  /** Queries of the round; all of the project if absent. */
  qids?: RoundInput['qids'];
  materialText?: RoundInput['materialText'];
}

let key = 0;
export const freshKey = (): string => `key-${(key += 1)}`;

export function ratingInput(assignmentId: string, subject: BundleSubject, said: Said = 'appropriate'): RatingInput {
  const { label, wording = null, comment = '' } = typeof said === 'string' ? { label: said } : said;
  return {
    assignmentId,
    subjectId: subject.id,
    wordingRevision: subject.wordingRevision,
    label,
    wording,
    comment,
    reasons: [],
    seconds: 12,
    idempotencyKey: freshKey()
  };
}

export function roundScene(options: RoundSceneOptions): RoundScene {
  const base = options.in ?? scene();
  const { db, lead, project, as } = base;
  const many = (role: 'annotator' | 'reviewer' | 'adjudicator', n: number): Person[] =>
    Array.from({ length: n }, () => as(role));
  const { annotators = 2, reviewers = 2, adjudicators = 1 } = options.people ?? {};
  const people = {
    annotators: many('annotator', annotators),
    reviewers: many('reviewer', reviewers),
    adjudicators: many('adjudicator', adjudicators)
  };
  importQueries(db, lead, options.queries);
  const round = openRound(db, lead, {
    ...{ name: 'First round', settings: options.settings },
    ...(options.qids && { qids: options.qids }),
    ...(options.materialText && { materialText: options.materialText })
  });
  const grant = <A extends 'annotate' | 'review' | 'adjudicate' | 'manage'>(person: Person, access: A) =>
    authorize(person, { kind: 'project', id: project.id } as const, access);

  const rateAll = (
    worker: WorkGrant,
    stage: 'annotation' | 'inspection',
    say: (subject: BundleSubject, bundle: Bundle) => Said
  ): string[] => {
    const qids: string[] = [];
    for (let id = nextAssignment(db, worker, round, stage); id; id = nextAssignment(db, worker, round, stage)) {
      const bundle = openBundle(db, worker, id);
      for (const subject of bundle.subjects)
        if (subject.asked && (!subject.rating || subject.stale))
          commitRating(db, worker, ratingInput(id, subject, say(subject, bundle)));
      finishBundle(db, worker, id);
      qids.push(bundle.qid);
    }
    return qids;
  };

  return {
    ...base,
    ...people,
    round,
    grant,
    annotateAll: (person, say = () => 'appropriate') => rateAll(grant(person, 'annotate'), 'annotation', say),
    inspectAll: (person, say = () => 'appropriate') => rateAll(grant(person, 'review'), 'inspection', say),
    reviewAll: (person, say = () => 'agree') => {
      const worker = grant(person, 'review');
      const qids: string[] = [];
      for (let id = nextAssignment(db, worker, round, 'review'); id; id = nextAssignment(db, worker, round, 'review')) {
        const bundle = openReview(db, worker, id);
        for (const subject of bundle.subjects)
          for (const rating of subject.ratings)
            if (!rating.review) {
              const said = say(rating, subject);
              const own = said === 'agree' ? null : typeof said === 'string' ? { label: said } : said;
              commitReview(db, worker, {
                assignmentId: id,
                ratingId: rating.ratingId,
                agrees: own === null,
                label: own?.label ?? null,
                wording: own && 'wording' in own ? (own.wording ?? null) : null,
                comment: own && 'comment' in own ? (own.comment ?? '') : '',
                seconds: 5,
                idempotencyKey: freshKey()
              });
            }
        finishReview(db, worker, id);
        qids.push(bundle.qid);
      }
      return qids;
    },
    startInspections: () => {
      const ready = listBatches(db, lead, round.id).filter(({ obstacle }) => obstacle === null);
      for (const { id } of ready) startInspection(db, lead, id);
      return ready.length;
    },
    adjudicateAll: (person, say = () => 'appropriate') => {
      const worker = grant(person, 'adjudicate');
      const open = adjudicationQueue(db, worker, round.id).open;
      for (const { subjectId } of open) {
        const view = openSubject(db, worker, subjectId);
        const said = say(subjectId);
        const { label, wording = null, comment = '' } = typeof said === 'string' ? { label: said } : said;
        adjudicate(db, worker, {
          subjectId,
          basedOn: view.revision,
          label,
          keep: null,
          wording,
          basis: wording === null ? 'as-it-was' : 'own',
          sources: [],
          comment,
          seconds: 8,
          idempotencyKey: freshKey()
        });
      }
      return open.length;
    }
  };
}

/** The stage of each query of a round, by qid. */
export const stagesNow = ({ db, round }: RoundScene): Record<string, string> =>
  Object.fromEntries(
    db
      .select({ qid: schema.query.qid, stage: schema.roundQuery.stage })
      .from(schema.roundQuery)
      .innerJoin(schema.query, eq(schema.query.id, schema.roundQuery.queryId))
      .where(eq(schema.roundQuery.roundId, round.id))
      .all()
      .map(({ qid, stage }) => [qid, stage])
  );
