/** Texts of exported documents: reports, protocols, datasheets, cards. One file per document. */
import parts from './parts.ts';

export default {
  ...parts
} as const;
