/** What documents say that leave as files: reports, protocols, datasheets, cards. One file per document. */
import parts from './parts.ts';

export default {
  ...parts
} as const;
