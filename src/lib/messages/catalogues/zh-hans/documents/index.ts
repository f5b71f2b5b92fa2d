import alignmentCharts from './alignment-charts.ts';
import alignmentTables from './alignment-tables.ts';
import alignment from './alignment.ts';
import auditHead from './audit-head.ts';
import datasheet from './datasheet.ts';
import figureFiles from './figure-files.ts';
import judgeCard from './judge-card.ts';
import leaderboards from './leaderboards.ts';
import lists from './lists.ts';
import parts from './parts.ts';
import runReport from './run-report.ts';
import sharedPage from './shared-page.ts';
import site from './site.ts';
import studyProtocol from './study-protocol.ts';

export default {
  ...alignment,
  ...alignmentCharts,
  ...alignmentTables,
  ...auditHead,
  ...datasheet,
  ...figureFiles,
  ...judgeCard,
  ...leaderboards,
  ...lists,
  ...parts,
  ...runReport,
  ...sharedPage,
  ...site,
  ...studyProtocol
} as const;
