import type { Page } from '@sveltejs/kit';
import { linkAnswered } from '../unanswered-links.ts';

let kept: typeof import('./kept-forms.ts') | undefined;

/** Keeps what is typed into the page's forms, and fills in what was kept; does nothing if there is neither. */
export async function keepForms(page: Pick<Page, 'route' | 'error' | 'status' | 'url'>): Promise<void> {
  const filled = Object.keys(localStorage).some((key) => key.startsWith('voirdire-form-'));
  const left = sessionStorage.getItem('voirdire-form') !== null;
  if (!filled && !left && !document.querySelector('main:not(.bench) form[method=post]')) return;
  kept = await import('./kept-forms.ts');
  kept.watchForms();
  kept.settleForms(page.route.id === '/sign-in' || page.error !== null);
  if (page.status === 401) location.replace(`/sign-in?next=${encodeURIComponent(page.url.pathname + page.url.search)}`);
  else await kept.refillForms();
}

export { keepTooLarge } from './form-limit.ts';

/** For another page, whose address the server knows. */
export function leavePage(): void {
  linkAnswered();
  kept?.leaveForms();
}
