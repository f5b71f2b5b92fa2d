import type { RatingLabel } from '../../../verification/vocabulary/labels.ts';
import { tellOpened } from '../../shared/drafts/open-work.ts';
import {
  adopted,
  decisionFault,
  decisionForm,
  merged,
  typedWording,
  type AdjudicateWords,
  type Chip,
  type DecisionClash,
  type DecisionForm,
  type DecisionView
} from '../decision-form.ts';
import { WorkDrafts, post, whyNot, type SaveAnswer, type SavingWords } from '../work/query-work.svelte.ts';

/** One subject while an adjudicator settles it. */
export class DecisionWork {
  form = $state() as DecisionForm;
  clash = $state<DecisionClash | null>(null);
  problem = $state<string | null>(null);
  sending = $state(false);
  basedOn = $state(0);
  readonly drafts: WorkDrafts;
  readonly view: DecisionView;
  readonly #words: { adjudicate: AdjudicateWords; saving: SavingWords };
  /** One key for one intention: pressed twice, or sent again after a lost connection, it is one decision. */
  #key = '';

  constructor(
    base: string,
    view: DecisionView,
    met: DecisionClash | null,
    words: { adjudicate: AdjudicateWords; saving: SavingWords }
  ) {
    this.#words = words;
    // Of two decisions the server tells by their revision (`basedOn`); a draft is one person's own.
    this.drafts = new WorkDrafts(base, { saved: () => undefined, overtaken: () => undefined });
    this.view = view;
    this.form = decisionForm(view);
    this.clash = met;
    this.basedOn = met?.revision ?? view.revision;
  }

  /** Takes up what an earlier page left unsent. */
  start(): void {
    tellOpened(this.drafts.base);
    this.drafts.begin();
    const draft = this.drafts.takeUp(this.view.subjectId)?.content;
    if (!draft) return;
    this.form = decisionForm({ ...this.view, draft });
    this.drafts.changed(this.view.subjectId, { ...this.form }, '');
  }

  /** Wordings that can be put together. */
  get pairs(): DecisionView['wordingPairs'] {
    return this.view.wordingPairs.filter((pair) => pair.merged !== null);
  }

  typed(): void {
    this.#key = '';
    this.problem = null;
    this.drafts.changed(this.view.subjectId, { ...this.form }, '');
  }

  #become(form: DecisionForm): void {
    if (!this.view.writable) return;
    this.form = form;
    this.typed();
  }

  adopt(chip: Chip): void {
    this.#become(adopted(this.view, this.form, chip));
  }

  merge(pair = this.pairs[0]): void {
    if (pair) this.#become(merged(this.view, this.form, pair));
  }

  choose(label: RatingLabel): void {
    this.#become({ ...this.form, label });
  }

  /** By the label, kept, dropped, and round again. */
  turnKeep(): void {
    const { keep } = this.form;
    this.#become({ ...this.form, keep: keep === null ? true : keep ? false : null });
  }

  reworded(): void {
    this.#become(typedWording(this.view, this.form));
  }

  /** Where to go next; null if the decision was not taken, and `problem` or `clash` says why. */
  async decide(): Promise<string | null> {
    if (!this.view.writable || this.sending) return null;
    this.problem = decisionFault(this.view, this.form, this.#words.adjudicate);
    if (this.problem) return null;
    await this.drafts.flush();
    this.#key ||= crypto.randomUUID();
    this.sending = true;
    const answer = await post<SaveAnswer & { clash?: DecisionClash }>(`${this.drafts.base}/decide`, {
      ...this.form,
      basedOn: this.basedOn,
      seconds: this.drafts.seconds,
      idempotencyKey: this.#key
    });
    this.sending = false;
    if (answer?.href) {
      this.drafts.drop(this.view.subjectId);
      return answer.href;
    }
    if (answer?.clash) {
      this.clash = answer.clash;
      this.#key = '';
    } else this.problem = whyNot(answer, this.#words.saving);
    return null;
  }

  /** The same decision after the other one was read. */
  insist(): Promise<string | null> {
    if (this.clash) this.basedOn = this.clash.revision;
    this.clash = null;
    return this.decide();
  }
}
