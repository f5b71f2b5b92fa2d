import { ReportFinder } from './find-in-report.svelte.ts';

/** An outline in use: opened above its report, and words that are looked for. Loaded with the first need of it. */
export class OutlineUse extends ReportFinder {
  /** Whether it is open if it has no column of its own. */
  open = $state(false);
  /** Whether words are looked for. */
  finding = $state(false);
  readonly #root: HTMLElement;
  readonly #field: HTMLInputElement;
  readonly #pane: () => HTMLElement | undefined;

  /**
   * @param root holds the button, the field and the links to sections
   * @param pane the report
   * @param chosen told the title of a section that was chosen
   */
  constructor(root: HTMLElement, pane: () => HTMLElement | undefined, chosen: (title: string) => void) {
    super();
    this.#root = root;
    this.#pane = pane;
    this.#field = root.querySelector('input')!;
    this.#field.addEventListener('input', () => this.find());
    root.addEventListener('keydown', (event) => this.#pressed(event));
    root.addEventListener('click', ({ target }) => {
      const title = target instanceof Element ? target.closest('li a')?.firstElementChild?.textContent : undefined;
      if (title === undefined || title === null) return;
      // Where the window has no room for both, it has done what it was opened for.
      if (matchMedia('(max-width: 75rem)').matches) this.open = false;
      chosen(title);
    });
  }

  toggle(): void {
    if (this.open) this.close();
    else this.go();
  }

  /** Goes to the field, which is there once the outline is open, unless it is closed again before that. */
  go(): void {
    this.open = true;
    requestAnimationFrame(() => {
      if (this.open) this.#field.focus();
    });
  }

  find(): void {
    const { value } = this.#field;
    this.finding = value.trim().length > 1;
    this.search(this.#pane(), value);
  }

  close(): void {
    const button = this.#root.querySelector('button[aria-expanded]') as HTMLElement;
    this.open = false;
    this.#field.value = '';
    this.find();
    this.#field.blur();
    // Where the outline has a column there is no button, and keys are the page's again.
    if (button.offsetParent) button.focus();
  }

  #pressed(event: KeyboardEvent): void {
    if (event.key === 'Escape') this.close();
    else if (event.key === 'Enter' && event.target === this.#field && this.count > 0) {
      event.preventDefault();
      this.show(this.now + (event.shiftKey ? -1 : 1));
    }
  }
}
