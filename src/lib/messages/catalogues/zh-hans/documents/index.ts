import auditHead from './audit-head.ts';
import datasheet from './datasheet.ts';
import judgeCard from './judge-card.ts';
import lists from './lists.ts';
import parts from './parts.ts';
import sharedPage from './shared-page.ts';
import studyProtocol from './study-protocol.ts';

export default {
  ...auditHead,
  ...datasheet,
  ...judgeCard,
  ...lists,
  ...parts,
  ...sharedPage,
  ...studyProtocol
} as const;
