/**
 * Uses a module that is loaded with the first use of it, in the order of the calls. A browser may end two imports of one module in
 * either order, so that a later call would be done first.
 *
 * Once one import has ended, no call waits for its own. Calls that wait are dropped if the module cannot be loaded; the next one loads it again.
 */
export function lateModule<Module>(load: () => Promise<Module>): (use: (module: Module) => void) => void {
  const waiting: ((module: Module) => void)[] = [];
  return (use) => {
    waiting.push(use);
    void load().then(
      (module) => {
        for (const one of waiting.splice(0)) one(module);
      },
      () => void waiting.splice(0)
    );
  };
}
