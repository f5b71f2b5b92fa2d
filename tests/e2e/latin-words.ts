import type { Page } from '@playwright/test';
import { tokenScopes } from '../../src/lib/server/auth/scopes.ts';
import { metrics } from '../../src/lib/scorer/suites/index.ts';
import { texts } from './database.ts';

/** Names and texts that people gave, which stay as they are in every language. */
const given = (data: string): string[] =>
  [
    ...['select name from project', 'select description from project', 'select name from study'],
    ...['select name from user', 'select name from verification_round'],
    ...['select text from study_item', 'select guideline from study', 'select note from human_verdict'],
    ...['select email from user', 'select name from system', 'select qid from query', 'select text from query']
  ]
    .flatMap((sql) => texts(data, sql))
    // A browser and its system, which pages join in their language.
    .concat(texts(data, 'select browser from session').flatMap((browser) => browser.split(' on ')))
    .concat(
      metrics.map(({ title }) => title),
      ['Voirdire', 'English', 'UTC', 'API', ...tokenScopes]
    )
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .sort((a, b) => b.length - a.length);

/** Words in Latin letters on the page in view or a part of it, also in names that only a screen reader says, without what people gave. */
export async function latinWordsOn(page: Page, data: string, part = 'body'): Promise<string[]> {
  const said = await page.evaluate((part) => {
    const read = ['aria-label', 'title', 'placeholder', 'alt'];
    const within = [...document.querySelectorAll<HTMLElement>(part)];
    const attributes = within
      .flatMap((element) => [...element.querySelectorAll('*')])
      .flatMap((element) => read.map((name) => element.getAttribute(name) ?? ''));
    return [document.title, ...within.map((element) => element.innerText), ...attributes].join('\n');
  }, part);
  const left = given(data).reduce((text, name) => text.replaceAll(name, ' '), said.replaceAll(/\s+/g, ' '));
  return left.match(/[A-Za-z]{2,}/g) ?? [];
}
