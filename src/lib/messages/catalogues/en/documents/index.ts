/** Texts of exported documents: reports, protocols, datasheets, cards. One file per document. */
import datasheet from './datasheet.ts';
import judgeCard from './judge-card.ts';
import lists from './lists.ts';
import parts from './parts.ts';
import studyProtocol from './study-protocol.ts';

export default {
  ...datasheet,
  ...judgeCard,
  ...lists,
  ...parts,
  ...studyProtocol
} as const;
