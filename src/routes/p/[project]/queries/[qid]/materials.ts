import { allSuites } from '$lib/scorer/suites/index.ts';
import { materialKind } from '$lib/scorer/suites/material.ts';
import type { QueryMaterial } from '$lib/verification/benchmark/material.server.ts';

/** The newest material of each suite, with the facts that its suite tells about it. */
export const materialsOf = (revisions: readonly QueryMaterial[]) =>
  revisions
    .filter(({ suite }, at) => revisions.findIndex((one) => one.suite === suite) === at)
    .map(({ suite, revision, madeByName, content }) => {
      const kind = materialKind(suite);
      return { suite, revision, madeByName, title: kind?.title ?? suite, facts: kind?.facts(content) ?? [] };
    });

/** Suites whose material people can write here, and the query has none of. */
export const writableMaterial = (there: readonly { suite: string }[]) =>
  allSuites().flatMap(({ name, title, material }) =>
    material?.form && !there.some(({ suite }) => suite === name)
      ? [{ suite: name, of: title, title: material.title }]
      : []
  );
