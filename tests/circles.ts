/** Imports between names: for each name the names that it imports, each with the imports that make it so, in words. */
type Imports = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** Imports of files, as paths from the root; those of files that are not listed are left out. */
export function importsOfFiles(files: readonly { path: string; imports: readonly string[] }[]): Imports {
  return importsBetween(files, (path) => path);
}

/**
 * Imports between folders: those of a file belong to its own folder, not to the folders above. The `.server.ts` files of a
 * folder are a folder of their own, `[server]`, because they stand above all pure files.
 */
export const importsOfFolders = (files: readonly { path: string; imports: readonly string[] }[]): Imports =>
  importsBetween(files, folderOf);

/** The folder of a file in the sense of `importsOfFolders`. */
export function folderOf(path: string): string {
  const folder = path.slice(0, path.lastIndexOf('/'));
  return path.endsWith('.server.ts') || path.startsWith('src/lib/server/') ? `${folder} [server]` : folder;
}

function importsBetween(
  files: readonly { path: string; imports: readonly string[] }[],
  nameOf: (path: string) => string
): Imports {
  const known = new Set(files.map(({ path }) => path));
  const all = new Map<string, Map<string, string[]>>();
  for (const { path, imports } of files) {
    const from = nameOf(path);
    const mine = all.get(from) ?? new Map<string, string[]>();
    all.set(from, mine);
    for (const target of imports) {
      const to = nameOf(target);
      if (known.has(target) && to !== from) mine.set(to, [...(mine.get(to) ?? []), `${path} imports ${target}`]);
    }
  }
  return all;
}

/** Groups of names of which each imports each other, directly or by way of others (Tarjan 1972). */
export function circlesIn(imports: Imports): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (name: string): void => {
    index.set(name, index.size);
    low.set(name, index.get(name)!);
    open.push(name);
    for (const next of imports.get(name)?.keys() ?? []) {
      if (!index.has(next)) visit(next);
      if (open.includes(next)) low.set(name, Math.min(low.get(name)!, low.get(next)!));
    }
    if (low.get(name) !== index.get(name)) return;
    const circle = open.splice(open.indexOf(name));
    if (circle.length > 1) circles.push(circle);
  };
  for (const name of imports.keys()) if (!index.has(name)) visit(name);
  return circles;
}

/**
 * The imports of a circle that go against its best order, which is the order that the fewest imports contradict; found by
 * moving one name at a time, so that it may miss the very best.
 */
export function offendingImports(imports: Imports, circle: readonly string[]): string[] {
  const between = (a: string, b: string): readonly string[] => imports.get(a)?.get(b) ?? [];
  const against = (order: readonly string[]): string[] =>
    order.flatMap((low, i) => order.slice(i + 1).flatMap((high) => between(low, high)));
  let best = [...circle].sort();
  for (let better = true; better;) {
    better = false;
    for (const name of circle)
      for (let place = 0; place < circle.length; place++) {
        const order = best.filter((other) => other !== name).toSpliced(place, 0, name);
        if (against(order).length >= against(best).length) continue;
        best = order;
        better = true;
      }
  }
  return against(best);
}

/** Sentences on every circle, with what to do; empty if there is none. */
export const circlesInWords = (imports: Imports): string[] =>
  circlesIn(imports).map((circle) =>
    [
      `Circle of ${circle.length}: ${[...circle].sort().join(', ')}. Against the order of the others:`,
      ...offendingImports(imports, circle).map((one) => `  ${one}`),
      '  Move the file, or the type or function that is needed, into the lower folder, or merge two folders that are one.'
    ].join('\n')
  );
