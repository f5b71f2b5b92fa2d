import charts from './charts.ts';
import figures from './figures.ts';
import gates from './gates.ts';
import imports from './imports.ts';
import leads from './leads.ts';
import studyKinds from './study-kinds.ts';
import suites from './suites.ts';
import verdict from './verdict.ts';

export default {
  ...charts,
  ...figures,
  ...gates,
  ...imports,
  ...leads,
  ...studyKinds,
  ...suites,
  ...verdict
} as const;
