import {
  adjudicationQueue,
  adjudicate,
  openSubject
} from '../../src/lib/verification/adjudication/adjudication.server.ts';
import { openBundle, type Bundle } from '../../src/lib/verification/work/annotation-view.server.ts';
import { nextAssignment } from '../../src/lib/verification/assignments/assignments.server.ts';
import { finaliseRound } from '../../src/lib/verification/release/finalise.server.ts';
import { askLead } from '../../src/lib/verification/work/flags.server.ts';
import { listBatches, startInspection } from '../../src/lib/verification/inspection/inspections.server.ts';
import { appendItem, commitRating, finishBundle } from '../../src/lib/verification/work/ratings.server.ts';
import type { RatingInput } from '../../src/lib/verification/work/ratings.ts';
import { commitReview, finishReview, openReview } from '../../src/lib/verification/work/reviews.server.ts';
import { openRound } from '../../src/lib/verification/rounds/rounds.server.ts';
import { type VerificationRound } from '../../src/lib/verification/rounds/round.server.ts';
import type { WorkGrant } from '../../src/lib/verification/assignments/seat.server.ts';
import { authorize, type Person, type ProjectGrant } from '../../src/lib/server/auth/authorize.ts';
import type { Db } from '../../src/lib/server/db/client.ts';
import { textHash } from '../../src/lib/scorer/runs/fingerprint.ts';
import { readVerification, type DemoRound } from './content.ts';

/** The people of the demo by role. */
interface Staff {
  annotators: readonly Person[];
  reviewers: readonly Person[];
  adjudicators: readonly Person[];
}

const chance = (text: string): number => Number.parseInt(textHash(text).slice(0, 8), 16) / 2 ** 32;

/** Lets the demo's people verify its benchmark, through the same functions as the pages. */
export class Verifying {
  readonly #db: Db;
  readonly #lead: ProjectGrant<'manage'>;
  readonly #staff: Staff;
  #key = 0;

  constructor(db: Db, lead: ProjectGrant<'manage'>, staff: Staff) {
    this.#db = db;
    this.#lead = lead;
    this.#staff = staff;
  }

  /** A small round that is through: it leaves every wording unchanged and gives the first version its datasheet. */
  pilot(): void {
    const script = readVerification().pilot;
    const round = this.#open('Pilot', script, 2);
    this.#annotate(round, script, () => true);
    this.#review(round, script, { who: this.#staff.reviewers[0]! });
    this.#inspect(round, script, { number: 1, who: this.#staff.reviewers[1]! });
    const settler = this.#as(this.#staff.adjudicators[0]!, 'adjudicate');
    for (const { subjectId, qid, key } of adjudicationQueue(this.#db, settler, round.id).open) {
      const said = script.decisions?.find((one) => one.qid === qid && one.key === key);
      if (said) this.#decide(settler, subjectId, said);
    }
    finaliseRound(this.#db, this.#lead, round.id, { includeOpen: true });
  }

  /** A round in progress, with work in every stage and something begun in each. */
  main(): void {
    const script = readVerification().main;
    const round = this.#open('Before the first release', script, 2);
    const [first, second, third] = [0, 1, 2].map((i) => script.qids.slice(2 * i, 2 * i + 2));
    // Of the last batch one query is being annotated and one reviewed; the one before it is inspected.
    this.#annotate(round, script, (qid) => !third!.includes(qid));
    this.#annotateOther(round, script);
    const [reviewer, other] = this.#staff.reviewers;
    this.#review(round, script, { who: reviewer!, only: first! });
    this.#review(round, script, { who: other!, only: second! });
    this.#review(round, script, { who: reviewer!, only: third!, begun: 5 });
    this.#inspect(round, script, { number: 1, who: other! });
    this.#inspect(round, script, { number: 2, who: reviewer!, begun: 3 });
    // Of the first batch one query is settled, the other is in conflict.
    const settler = this.#as(this.#staff.adjudicators[0]!, 'adjudicate');
    for (const { subjectId, qid } of adjudicationQueue(this.#db, settler, round.id).open)
      if (qid === first![1])
        this.#decide(settler, subjectId, { label: 'appropriate', comment: 'It can stay as it stands.' });
  }

  #open(name: string, { qids }: DemoRound, batchSize: number): VerificationRound {
    return openRound(this.#db, this.#lead, {
      name,
      qids,
      settings: {
        overlap: 2,
        seed: 5,
        batchSize,
        deadline: null,
        inspection: {
          reading: 'acceptance',
          limit: 0.2,
          acceptNumber: 2,
          risk: 0.2,
          halfWidth: 0.1,
          onReturn: 'annotation'
        }
      }
    });
  }

  #as<A extends 'annotate' | 'review' | 'adjudicate'>(person: Person, access: A): ProjectGrant<A> {
    return authorize(person, this.#lead.resource, access);
  }

  /** All annotators take one query after the other; queries that `whole` does not name are only begun. */
  #annotate(round: VerificationRound, script: DemoRound, whole: (qid: string) => boolean): void {
    const turns = new Map<string, number>();
    let idle = 0;
    for (let turn = 0; idle < this.#staff.annotators.length; turn++) {
      const worker = this.#as(this.#staff.annotators[turn % this.#staff.annotators.length]!, 'annotate');
      const id = nextAssignment(this.#db, worker, round, 'annotation');
      const bundle = id === null ? null : openBundle(this.#db, worker, id);
      if (!bundle || (bundle.progress.rated > 0 && !whole(bundle.qid))) {
        idle += 1;
        continue;
      }
      idle = 0;
      const who = (turns.get(bundle.qid) ?? 0) + 1;
      turns.set(bundle.qid, who);
      this.#rate(worker, bundle, script, who, whole(bundle.qid));
    }
  }

  /** Has the query annotated that the first annotator has not begun: they keep theirs in hand. */
  #annotateOther(round: VerificationRound, script: DemoRound): void {
    const [first, ...others] = this.#staff.annotators.map((person) => this.#as(person, 'annotate'));
    const inHand = (worker: WorkGrant, except?: string): Bundle =>
      openBundle(this.#db, worker, nextAssignment(this.#db, worker, round, 'annotation', except)!);
    const { qid } = inHand(first!);
    others.forEach((worker, i) => {
      const begun = inHand(worker);
      const bundle = begun.qid === qid ? inHand(worker, begun.assignmentId) : begun;
      this.#rate(worker, bundle, script, i + 2, true);
    });
  }

  #rate(worker: WorkGrant, bundle: Bundle, script: DemoRound, who: number, whole: boolean): void {
    const { assignmentId, qid } = bundle;
    for (const one of script.appended ?? [])
      if (one.qid === qid && one.who === who)
        appendItem(this.#db, worker, {
          assignmentId,
          text: one.text,
          comment: one.comment,
          seconds: 41,
          idempotencyKey: this.#nextKey()
        });
    for (const subject of whole ? bundle.subjects.filter(({ rating }) => !rating) : bundle.subjects.slice(0, 3)) {
      const said = script.ratings.find((one) => one.qid === qid && one.key === subject.key && one.who === who);
      const own = said && {
        ...said,
        wording: said.wording === '' ? `${subject.wording} ${said.comment}` : (said.wording ?? null)
      };
      const input: RatingInput = {
        assignmentId,
        subjectId: subject.id,
        wordingRevision: subject.wordingRevision,
        label: own?.label ?? 'appropriate',
        wording: own?.wording ?? null,
        comment: own?.comment ?? '',
        reasons: own?.reasons ?? [],
        seconds: Math.round(8 + 30 * chance(`${qid} ${subject.key} ${who}`)),
        idempotencyKey: this.#nextKey()
      };
      commitRating(this.#db, worker, input);
    }
    const { question } = script;
    if (question?.qid === qid && who === 1)
      askLead(this.#db, worker, { assignmentId, subjectId: null, question: question.text });
    if (whole) finishBundle(this.#db, worker, assignmentId);
  }

  /** Reviews the next queries, as many as `only` names; of one that is only `begun` so many ratings. */
  #review(
    round: VerificationRound,
    script: DemoRound,
    { who, only = script.qids, begun = Infinity }: { who: Person; only?: readonly string[]; begun?: number }
  ): void {
    const worker = this.#as(who, 'review');
    for (const _ of only) {
      const id = nextAssignment(this.#db, worker, round, 'review');
      if (!id) return;
      const bundle = openReview(this.#db, worker, id);
      let left = begun;
      for (const subject of bundle.subjects)
        for (const rating of subject.ratings) {
          if ((left -= 1) < 0) return;
          const said = script.reviews.find(
            (one) => one.qid === bundle.qid && one.key === subject.key && one.rated === rating.label
          );
          commitReview(this.#db, worker, {
            assignmentId: id,
            ratingId: rating.ratingId,
            agrees: said === undefined,
            label: said?.label ?? null,
            wording: null,
            comment: said?.comment ?? '',
            seconds: Math.round(4 + 12 * chance(rating.ratingId)),
            idempotencyKey: this.#nextKey()
          });
        }
      finishReview(this.#db, worker, id);
    }
  }

  /** Starts the inspection of a batch and assigns it to a person other than its reviewer, who finds errors if both annotators made them. */
  #inspect(
    round: VerificationRound,
    script: DemoRound,
    { number, who, begun = Infinity }: { number: number; who: Person; begun?: number }
  ): void {
    const batch = listBatches(this.#db, this.#lead, round.id).find((one) => one.number === number)!;
    startInspection(this.#db, this.#lead, batch.id);
    const worker = this.#as(who, 'review');
    for (let id = nextAssignment(this.#db, worker, round, 'inspection'); id;) {
      const { subjects, qid } = openBundle(this.#db, worker, id);
      for (const subject of subjects.filter(({ asked }) => asked).slice(0, begun)) {
        const both = script.ratings.filter((one) => one.qid === qid && one.key === subject.key);
        const said = both.length === 2 ? both[0]! : null;
        commitRating(this.#db, worker, {
          assignmentId: id,
          subjectId: subject.id,
          wordingRevision: subject.wordingRevision,
          label: said?.label ?? 'appropriate',
          wording: said?.wording ?? null,
          comment: said?.comment ?? '',
          reasons: said?.reasons ?? [],
          seconds: Math.round(9 + 20 * chance(`inspection ${qid} ${subject.key}`)),
          idempotencyKey: this.#nextKey()
        });
      }
      if (begun < Infinity) return;
      finishBundle(this.#db, worker, id);
      id = nextAssignment(this.#db, worker, round, 'inspection');
    }
  }

  #decide(
    settler: ProjectGrant<'adjudicate'>,
    subjectId: string,
    said: Pick<NonNullable<DemoRound['decisions']>[number], 'label' | 'comment'>
  ): void {
    const view = openSubject(this.#db, settler, subjectId);
    adjudicate(this.#db, settler, {
      subjectId,
      basedOn: view.revision,
      label: said.label,
      keep: null,
      wording: null,
      basis: 'as-it-was',
      sources: [],
      comment: said.comment,
      seconds: 35,
      idempotencyKey: this.#nextKey()
    });
  }

  #nextKey(): string {
    this.#key += 1;
    return `demo ${this.#lead.resource.id} ${this.#key}`;
  }
}
