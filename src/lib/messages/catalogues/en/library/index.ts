/** Texts of the library for pages, exports and the command line, one file per subject. */
import charts from './charts.ts';
import fields from './fields.ts';
import figures from './figures.ts';
import gates from './gates.ts';
import importNotes from './import-notes.ts';
import imports from './imports.ts';
import leads from './leads.ts';
import methodTexts from './method-texts.ts';
import metrics from './metrics.ts';
import otherTexts from './other-texts.ts';
import studyKinds from './study-kinds.ts';
import tables from './tables.ts';
import verdict from './verdict.ts';
import judgeTexts from './judge-texts.ts';
import runTexts from './run-texts.ts';
import webTexts from './web-texts.ts';
import serverTexts from './server-texts.ts';
import rationaleTexts from './rationale-texts.ts';
import rubricTexts from './rubric-texts.ts';
import ruleTexts from './rule-texts.ts';

export default {
  ...charts,
  ...fields,
  ...figures,
  ...gates,
  ...importNotes,
  ...imports,
  ...leads,
  ...methodTexts,
  ...metrics,
  ...otherTexts,
  ...studyKinds,
  ...tables,
  ...verdict,
  ...judgeTexts,
  ...runTexts,
  ...webTexts,
  ...serverTexts,
  ...rationaleTexts,
  ...rubricTexts,
  ...ruleTexts
} as const;
