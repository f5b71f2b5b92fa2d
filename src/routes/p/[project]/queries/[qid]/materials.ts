import { allSuites } from '$lib/scorer/suites/index.ts';
import { materialKind } from '$lib/scorer/suites/material.ts';
import type { QueryMaterial } from '$lib/verification/benchmark/material.server.ts';
import { libraryTextIn, type LibraryText } from '$lib/messages/library-text.ts';

/** The newest material of each suite, with the facts that its suite tells about it. */
export const materialsOf = (revisions: readonly QueryMaterial[], language: string) => {
  const say = libraryTextIn(language);
  return revisions
    .filter(({ suite }, at) => revisions.findIndex((one) => one.suite === suite) === at)
    .map(({ suite, revision, madeByName, content }) => {
      const kind = materialKind(suite);
      return {
        suite,
        revision,
        madeByName,
        title: say(kind?.title ?? suite),
        facts: factsIn(say, kind?.facts(content))
      };
    });
};

/** Facts of material in the reader’s language. */
export const factsIn = (say: LibraryText, facts: readonly { term: string; value: string }[] = []) =>
  facts.map(({ term, value }) => ({ term: say(term), value: say(value) }));

/** Suites whose material people can write here, and the query has none of. */
export const writableMaterial = (there: readonly { suite: string }[], say: LibraryText) =>
  allSuites().flatMap(({ name, title, material }) =>
    material?.form && !there.some(({ suite }) => suite === name)
      ? [{ suite: name, of: say(title), title: say(material.title) }]
      : []
  );
