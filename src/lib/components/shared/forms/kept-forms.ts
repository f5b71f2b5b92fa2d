import { tick } from 'svelte';
import { outboxOwner } from '../drafts/outbox-owner.ts';

/** Fields of a form when it was sent or left, so that they are not lost if the session had ended. */
interface KeptForm {
  owner: string;
  path: string;
  /** Address that the form is sent to, as written. */
  action: string;
  /** Name, place among the fields of that name, value and whether it is ticked. */
  fields: [string, number, string, boolean][];
  /** ms */
  at: number;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Of the form that was just sent or left: whether it arrived is known with the page that follows. */
const PENDING = 'voirdire-form';
const prefixOf = (owner: string): string => `voirdire-form-${owner}-`;
/** A form that was left for longer is out of date. */
const KEPT_FOR = 7 * 86_400_000;
const isSecret = /pass|secret|token|api.?key/i;

/** Forms with something typed that was not sent yet. */
let typed: HTMLFormElement[] = [];
let watching = false;
/** This document was opened by going back or forward, and no form has been decided about yet. */
let cameBack =
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.type === 'back_forward';

/** Forms on which people work keep drafts of their own; those that ask for a password are never kept. */
const isKept = (form: HTMLFormElement | null): form is HTMLFormElement =>
  form?.method === 'post' && !form.closest('main.bench') && !form.querySelector('[type=password]');

const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(
    (one): one is Control =>
      (one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement || one instanceof HTMLSelectElement) &&
      one.name !== '' &&
      !isSecret.test(one.name) &&
      !/hidden|file|submit|button/.test(one.type)
  );

const actionOf = (form: HTMLFormElement): string => form.getAttribute('action') ?? '';

/** A form's fields, each with its place among those of its name: a row of a table has the same names as the next. */
function numbered(forms: readonly HTMLFormElement[]): [string, number, Control][] {
  const seen: Record<string, number> = {};
  return forms
    .flatMap(controlsOf)
    .map((field) => [field.name, (seen[field.name] = (seen[field.name] ?? -1) + 1), field]);
}

/** Forms of the page that are sent to the same address are numbered through. */
const alike = (action: string): HTMLFormElement[] =>
  [...document.forms].filter((form) => isKept(form) && actionOf(form) === action);

function keep(form: HTMLFormElement): void {
  const kept: KeptForm = {
    owner: outboxOwner(),
    path: location.pathname,
    action: actionOf(form),
    fields: numbered(alike(actionOf(form)))
      .filter(([, , field]) => field.form === form)
      .map(([name, nth, field]) => [name, nth, field.value, field instanceof HTMLInputElement && field.checked]),
    at: Date.now()
  };
  try {
    sessionStorage.setItem(PENDING, JSON.stringify(kept));
  } catch {
    // Storage is full or forbidden.
  }
}

/** Keeps a form that a person leaves without sending it, until the next page decides; one with `data-draft` until it is sent. */
export function leaveForms(): void {
  const left = typed.findLast((form) => form.isConnected);
  if (!left) return;
  keep(left);
  if ('draft' in left.dataset) settleForms(true);
}

/** Follows the forms of the page from now on. */
export function watchForms(): void {
  if (watching) return;
  watching = true;
  document.addEventListener('input', ({ target }) => {
    const form = (target as Partial<Control>).form ?? null;
    if (isKept(form)) typed = [...typed.filter((one) => one !== form && one.isConnected), form];
  });
  document.addEventListener(
    'submit',
    ({ target }) => {
      const form = target as HTMLFormElement;
      typed = typed.filter((one) => one !== form);
      if (isKept(form)) keep(form);
    },
    true
  );
  // Scripts reset a form once it was taken.
  document.addEventListener('reset', () => sessionStorage.removeItem(PENDING), true);
  addEventListener('pagehide', leaveForms);
}

/**
 * Decides about the form that was sent or left last, on the page that followed. If that page asks to sign in or says that
 * something failed, or is the form's own, either because the person came back from a page of the browser or a proxy or because the form
 * has `data-draft` and was refused, the form is kept for the person who filled it in; otherwise it arrived and is forgotten.
 */
export function settleForms(failed: boolean): void {
  const pending = JSON.parse(sessionStorage.getItem(PENDING) ?? 'null') as KeptForm | null;
  sessionStorage.removeItem(PENDING);
  const isDraftOrBack = cameBack || document.querySelector('[data-draft]');
  cameBack = false;
  if (!pending) return;
  const key = prefixOf(pending.owner) + pending.path + pending.action;
  const stays = isDraftOrBack && pending.path === location.pathname;
  try {
    if (failed || stays) localStorage.setItem(key, JSON.stringify(pending));
    else localStorage.removeItem(key);
  } catch {
    // Storage is full.
  }
}

/** Fills the forms of this page with what their person typed before the session ended. */
export async function refillForms(): Promise<void> {
  const mine = prefixOf(outboxOwner());
  for (const key of Object.keys(localStorage).filter((one) => one.startsWith('voirdire-form-'))) {
    const kept = JSON.parse(localStorage.getItem(key)!) as KeptForm;
    if (Date.now() - kept.at > KEPT_FOR) localStorage.removeItem(key);
    else if (key.startsWith(mine) && kept.path === location.pathname) await refill(kept);
  }
}

/** Fields that show only once another one is filled in are filled in the next turn. */
async function refill({ action, fields }: KeptForm): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    for (const [name, nth, field] of numbered(alike(action))) {
      const found = fields.find((one) => one[0] === name && one[1] === nth);
      if (!found) continue;
      const [, , value, checked] = found;
      const box = /checkbox|radio/.test(field.type) && (field as HTMLInputElement);
      if (box ? box.checked === checked : field.value === value) continue;
      if (box) box.checked = checked;
      else field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
    await tick();
  }
}
