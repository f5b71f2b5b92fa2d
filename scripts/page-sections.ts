import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { Plugin } from 'vite';

/** Source of one file: the sections of the catalogues that it asks for, and the files of ours that it imports. */
interface SourceFile {
  sections: string[];
  imports: string[];
}

const NAME = 'virtual:page-sections';

/** @param read text of a file of the tree, by its path in the tree */
function readSource(path: string, read: (path: string) => string): SourceFile {
  const text = read(path);
  const sections = [...text.matchAll(/\bmessagesOf\('(\w+)'\)/g)].map(([, section]) => section!);
  const imports = [...text.matchAll(/\bimport\b(?!\s+type\b)[^'";]*?['"]([^'"]+\.(?:svelte|ts))['"]/g)]
    .map(([, name]) => name!)
    .filter((name) => name.startsWith('.') || name.startsWith('$lib/'))
    .map((name) => (name.startsWith('$lib/') ? `src/lib/${name.slice(5)}` : posix.join(posix.dirname(path), name)));
  return { sections, imports };
}

/** Layouts around a page, and the page: what a visitor of its route loads; with the loads beside them that fetch components. */
const entriesOf = (page: string, layouts: readonly string[], loads: readonly string[]): string[] => {
  const shown = [page, ...layouts.filter((layout) => page.startsWith(`${dirname(layout)}/`))];
  return shown
    .flatMap((path) => [path, path.replace(/svelte$/, 'ts')])
    .filter((path) => shown.includes(path) || loads.includes(path));
};

/**
 * Sections of the catalogues that each route's page needs: those that its components ask for, by `messagesOf('section')`, and those
 * of everything that they import.
 *
 * @param root of the tree
 * @returns sections by route id, and all files read
 */
export function findPageSections(root: string): { sections: Record<string, string[]>; files: string[] } {
  const sources = new Map<string, SourceFile>();
  const source = (path: string): SourceFile => {
    const known = sources.get(path);
    if (known) return known;
    const found = readSource(path, (one) => readFileSync(join(root, one), 'utf8'));
    sources.set(path, found);
    return found;
  };
  const layouts = globSync('src/routes/**/+layout.svelte', { cwd: root });
  const pages = globSync('src/routes/**/+page.svelte', { cwd: root }).sort();
  const loads = globSync('src/routes/**/+{page,layout}.ts', { cwd: root });
  const routeOf = (page: string): string => dirname(page).slice('src/routes'.length) || '/';
  const sections = Object.fromEntries(
    pages.map((page) => {
      const reached = new Set(entriesOf(page, layouts, loads));
      // A set yields what is added while it is walked.
      for (const path of reached) for (const next of source(path).imports) reached.add(next);
      const asked = [...reached].flatMap((path) => source(path).sections);
      return [routeOf(page), [...new Set(asked)].sort()];
    })
  );
  return { sections, files: [...sources.keys()] };
}

/** Lets the server import the sections of each route (`virtual:page-sections`), found again whenever a component changes. */
export const pageSections = (): Plugin => ({
  name: 'voirdire:page-sections',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load(id) {
    if (id !== `\0${NAME}`) return undefined;
    const { sections, files } = findPageSections(process.cwd());
    for (const file of files) this.addWatchFile(join(process.cwd(), file));
    return `export default ${JSON.stringify(sections)};`;
  }
});
