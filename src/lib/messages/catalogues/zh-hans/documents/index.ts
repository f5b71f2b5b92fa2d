import datasheet from './datasheet.ts';
import lists from './lists.ts';
import parts from './parts.ts';
import studyProtocol from './study-protocol.ts';

export default {
  ...datasheet,
  ...lists,
  ...parts,
  ...studyProtocol
} as const;
