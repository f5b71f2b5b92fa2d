import { registerHooks } from 'node:module';

const found = new Map<string, { url: string; format: 'module'; shortCircuit: true }>();

/** Whether a file of ours names another one of ours: it is there, and it is TypeScript. */
const ours = (specifier: string, parent: string): boolean =>
  specifier.endsWith('.ts') && parent.startsWith('file:') && !parent.includes('/node_modules/');

/**
 * Finds Drizzle's modules without asking Node for each import what its package exports. Node reads the list of exports anew
 * each time, and that list is so long that loading Drizzle takes ten times as long as it need: half of the time until a
 * command or a thread begins. To be imported before anything that imports Drizzle.
 *
 * Files of ours are found in the same way: Node would look up for each import whether the file is there, a link, and of which
 * package.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    if (specifier.startsWith('.')) {
      if (ours(specifier, parentURL))
        return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true };
      if (!specifier.endsWith('.js') || !parentURL.includes('/node_modules/drizzle-orm/'))
        return next(specifier, context);
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    }
    if (!specifier.startsWith('drizzle-orm') || parentURL.includes('/node_modules/')) return next(specifier, context);
    const known = found.get(specifier);
    if (known) return known;
    const resolved = next(specifier, context);
    found.set(specifier, { url: resolved.url, format: 'module', shortCircuit: true });
    return resolved;
  }
});
