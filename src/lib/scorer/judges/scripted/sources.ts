import type { Guard } from '../../web/fetching/guard.ts';
import type { Script } from './scripted.ts';

/** Sources that judges need beside the environment; `script` finds the answers of judges made of given ones. */
export interface JudgeSources {
  /** Checks addresses that people wrote out; absent if the operator types. See `endpointOf`. */
  guard?: Guard;
  script?: (name: string) => Script | null;
}
