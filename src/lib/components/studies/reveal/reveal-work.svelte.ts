import { DraftKeeper } from '../../shared/drafts/draft-keeper.svelte.ts';
import { putDraft } from '../../shared/drafts/kept-drafts.ts';
import { Outbox, type Outgoing } from '../../shared/drafts/outbox.svelte.ts';
import type { AssignmentAsks, AssignmentOption } from '../judging/assignment-page.ts';
import { revealChoice, type Choice, type RevealAssignment, type RevealItem } from './revealed.ts';

/** A preference or a revised verdict that another tab has given since this one read it. */
export interface RevealClash {
  id: string;
  /** Place of the item. */
  at: number;
  stands: Pick<RevealItem, 'preference' | 'revised' | 'revisedBasis'>;
  /** The verdict that this tab changed it to; null if a preference was given. */
  revise: string | null;
}

/** A report's items after the reveal: whom the person would rely on, and changes of mind. */
export class RevealWork {
  choices = $state<Choice[]>([]);
  /** The person's label after a change of each verdict; null if unchanged. */
  revised = $state<(string | null)[]>([]);
  index = $state(0);
  revising = $state(false);
  /** Places given so far if a ranking is revised, and the text whose turn it is. */
  places = $state<(number | null)[]>([]);
  clashes = $state<RevealClash[]>([]);
  readonly outbox = new Outbox();
  /** Choices and text before they are saved, on their way to the server. */
  readonly drafts: DraftKeeper;
  #revisedBases: string[];
  /** Labels after changes of mind as the server has them. */
  readonly #storedRevisions: (string | null)[];
  readonly items: readonly RevealItem[];
  readonly asks: AssignmentAsks;
  readonly options: readonly AssignmentOption[];
  /** Places instead of options. */
  readonly ranks: boolean;
  readonly #base: string;

  /**
   * @param base address of the assignment, without a slash at the end
   * @param first place of the item to begin with
   */
  constructor({ items, asks, options }: RevealAssignment, base: string, first = 0) {
    this.items = items;
    this.asks = asks;
    this.options = options;
    this.ranks = options.length === 0;
    this.index = Math.max(0, Math.min(items.length - 1, first));
    this.#base = base;
    this.choices = items.map((item) => {
      const standing = revealChoice(item);
      return item.preferenceDraft ? { ...standing, ...choiceIn({ ...item.preferenceDraft }), saved: false } : standing;
    });
    // Another tab that was first is met when the preference is saved.
    const told = { saved: () => {}, overtaken: () => {} };
    this.drafts = new DraftKeeper(`${base}/prefer`, (studyItemId, content) => ({ studyItemId, ...content }), told);
    this.revised = items.map(({ revised }) => revised);
    this.#storedRevisions = items.map(({ revised }) => revised);
    this.#revisedBases = items.map(({ revisedBasis }) => revisedBasis);
  }

  /** Takes up what an earlier page left unsent or unsaved. */
  start(): void {
    this.outbox.start(
      ({ body }) => {
        const at = this.#placeOf(body['studyItemId']);
        if (at !== -1 && typeof body['revise'] === 'string') this.#storedRevisions[at] = body['revise'];
        const refused = this.outbox.refused?.body;
        const isSame = (name: string): boolean => typeof refused?.[name] === typeof body[name];
        if (refused?.['studyItemId'] === body['studyItemId'] && isSame('revise')) this.outbox.refused = null;
      },
      (message, { stands }) => (stands ? this.#overtaken(message, stands) : this.#saveRefused(message))
    );
    for (const { url, body } of this.outbox.waiting) {
      const at = url === `${this.#base}/prefer` ? this.#placeOf(body['studyItemId']) : -1;
      if (at === -1) continue;
      if (typeof body['revise'] === 'string') {
        this.revised[at] = body['revise'];
        this.#revisedBases[at] = `${body.idempotencyKey}/`;
      } else this.choices[at] = { ...choiceIn(body), saved: true, basis: `${body.idempotencyKey}/` };
    }
    this.items.forEach(({ id }, at) => {
      const left = this.drafts.takeUp(id);
      if (!left) return;
      const choice = choiceIn(left.content);
      if (sameChoice(choice, this.choices[at]!)) return this.drafts.drop(id);
      this.choices[at] = { ...choice, saved: false, basis: left.basis };
      this.drafts.changed(id, left.content, left.basis);
    });
  }

  #placeOf = (id: unknown): number => this.items.findIndex((item) => item.id === id);

  /** The choice in view has changed: it stays in this browser, and on the server a moment later, until it is saved. */
  changed(): void {
    const { choice, item } = this;
    choice.saved = false;
    this.drafts.changed(item.id, contentOf(choice), choice.basis);
  }

  stop(): void {
    this.drafts.stop();
    this.outbox.stop();
  }

  /** The words stay in this browser as a draft, for a page that is opened once the server takes them. */
  #keepWords({ url, body }: Outgoing): void {
    const content = contentOf(choiceIn(body));
    if (typeof body['revise'] !== 'string')
      putDraft(`${url}/${String(body['studyItemId'])}`, { content, basis: String(body['basis']) });
  }

  /** The item counts as the server has it, and the form holds the refused choice as one that is not saved. False: the page says why not. */
  #saveRefused(message: Outgoing): boolean {
    const { url, body } = message;
    this.#keepWords(message);
    const at = url === `${this.#base}/prefer` ? this.#placeOf(body['studyItemId']) : -1;
    if (at === -1) return false;
    const basis = String(body['basis']);
    // A later answer to the same item is still on its way: it decides.
    const last = (now: string): boolean => now === `${body.idempotencyKey}/`;
    if (typeof body['revise'] !== 'string') {
      if (last(this.choices[at]!.basis)) this.choices[at] = { ...choiceIn(body), saved: false, basis };
    } else if (last(this.#revisedBases[at]!)) {
      this.revised[at] = this.#storedRevisions[at]!;
      this.#revisedBases[at] = basis;
    }
    return false;
  }

  /** Another tab was first: the person chooses. False if the item is not one of this page. */
  #overtaken(message: Outgoing, given: unknown): boolean {
    const { url, body } = message;
    const id = String(body['studyItemId']);
    const revise = typeof body['revise'] === 'string' ? body['revise'] : null;
    const at = url === `${this.#base}/prefer` ? this.#placeOf(id) : -1;
    const basis = String(body['basis']);
    this.#keepWords(message);
    if (at === -1) return false;
    const stands = given as RevealClash['stands'];
    const theirs = revealChoice(stands);
    this.#storedRevisions[at] = stands.revised;
    if (revise === null ? sameChoice(choiceIn(body), theirs) : revise === stands.revised) {
      this.#revisedBases[at] = stands.revisedBasis;
      if (revise !== null) return true;
      this.drafts.drop(id);
      this.choices[at] = theirs;
      return true;
    }
    if (revise === null) this.choices[at] = { ...choiceIn(body), saved: false, basis };
    this.revised[at] = stands.revised;
    this.clashes = [...this.clashes.filter((one) => one.at !== at), { id: `${id} ${revise}`, at, stands, revise }];
    return true;
  }

  /** Ends a clash: what this tab gave replaces what stands, or the other way round. */
  settle({ id, at, stands, revise }: RevealClash, mine: boolean): void {
    this.clashes = this.clashes.filter((one) => one.id !== id);
    this.#revisedBases[at] = stands.revisedBasis;
    this.show(at);
    if (revise !== null) {
      if (mine) this.revise(revise);
      return;
    }
    if (!mine) {
      this.drafts.drop(this.items[at]!.id);
      this.choices[at] = revealChoice(stands);
      return;
    }
    this.choices[at]!.basis = stands.preference?.basis ?? '/';
    this.save();
  }

  get item(): RevealItem {
    return this.items[this.index]!;
  }

  get choice(): Choice {
    return this.choices[this.index]!;
  }

  /** Whether a preference is asked for. */
  get asked(): boolean {
    return this.item.asksPreference;
  }

  /** Whether one is given; without one the item is skipped. */
  get ready(): boolean {
    return !this.asked || this.choice.all !== null || this.choice.aliases.length > 0;
  }

  get last(): boolean {
    return this.index === this.items.length - 1;
  }

  pick(alias: string): void {
    const { choice } = this;
    if (!this.item.judges.some((judge) => judge.alias === alias && judge.state !== 'unscored')) return;
    choice.all = null;
    choice.aliases = choice.aliases.includes(alias)
      ? choice.aliases.filter((one) => one !== alias)
      : [...choice.aliases, alias];
    this.changed();
  }

  pickAll(all: 'tie' | 'none'): void {
    const { choice } = this;
    choice.aliases = [];
    choice.all = choice.all === all ? null : all;
    this.changed();
  }

  show(to: number): void {
    if (to < 0 || to >= this.items.length) return;
    this.index = to;
    this.revising = false;
  }

  /** Sends the preference if one is given and new. */
  save(): void {
    const { choice, item } = this;
    if (!this.asked || !this.ready || choice.saved) return;
    const { basis } = choice;
    const idempotencyKey = crypto.randomUUID();
    this.outbox.send({
      url: `${this.#base}/prefer`,
      body: { studyItemId: item.id, ...contentOf(choice), idempotencyKey, basis }
    });
    this.drafts.drop(item.id);
    choice.basis = `${idempotencyKey}/`;
    choice.saved = true;
  }

  get placing(): number {
    return this.places.findIndex((one) => one === null);
  }

  startRevising(): void {
    this.revising = !this.revising;
    this.places = this.asks.titles.map(() => null);
  }

  /** Gives a text its new place; revises once each has one, of which one at least is the first. */
  place(text: number, place: number): void {
    this.places[text] = place;
    if (this.placing === -1 && this.places.includes(1)) this.revise(this.places.join(','));
  }

  revise(label: string): void {
    this.revising = false;
    this.revised[this.index] = label;
    const basis = this.#revisedBases[this.index];
    const idempotencyKey = crypto.randomUUID();
    this.#revisedBases[this.index] = `${idempotencyKey}/`;
    this.outbox.send({
      url: `${this.#base}/prefer`,
      body: { studyItemId: this.item.id, revise: label, note: '', idempotencyKey, basis }
    });
  }
}

type Given = Omit<Choice, 'saved' | 'basis'>;

/** A choice as it is sent, and kept until then. */
const contentOf = ({ all, aliases, reasons, error, note }: Given): Record<string, unknown> => ({
  choice: all ?? 'judges',
  aliases: [...aliases],
  reasons: [...reasons],
  ...(all === 'none' && error !== null && { error }),
  note
});

const sameChoice = (a: Given, b: Given): boolean => {
  const inOrder = ({ aliases, reasons, ...rest }: Given) =>
    JSON.stringify(contentOf({ ...rest, aliases: [...aliases].sort(), reasons: [...reasons].sort() }));
  return inOrder(a) === inOrder(b);
};

/** The inverse of `contentOf`. */
const choiceIn = (content: Record<string, unknown>): Given => {
  const { choice, aliases, reasons, error = null, note } = content as Partial<Choice> & { choice: string };
  return {
    aliases: [...(aliases ?? [])],
    all: choice === 'tie' || choice === 'none' ? choice : null,
    reasons: [...(reasons ?? [])],
    error: error ?? null,
    note: note ?? ''
  };
};
