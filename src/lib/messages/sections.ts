import type { MessageSection } from './catalogues/en.ts';

/** Pages whose text is in the catalogues, by route, with the sections that each needs beside those of every page. */
const translated: Readonly<Record<string, readonly MessageSection[]>> = {
  '/': ['queue', 'roles'],
  '/account': ['account', 'language'],
  '/denied': ['denied'],
  '/join/[token]': ['door', 'link', 'roles'],
  '/p/[project]': ['queue', 'roles'],
  '/reset/[token]': ['door', 'link'],
  '/set-up/[token]': ['door', 'link'],
  '/sign-in': ['door', 'signIn', 'language']
};

/** Pages in English that show components of translated pages. */
const english: Readonly<Record<string, readonly MessageSection[]>> = {
  '/p/[project]/verification': ['queue']
};

/** Whether a page is in the language of its reader; the others are in English. */
export const isTranslated = (route: string | null): boolean => Object.hasOwn(translated, route ?? '');

/** Sections of the catalogue that a page gets beside the frame, and no others. */
export const sectionsOf = (route: string | null): readonly MessageSection[] =>
  translated[route ?? ''] ?? english[route ?? ''] ?? [];
