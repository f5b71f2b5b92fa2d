export default {
  newProject: {
    title: 'New project',
    name: 'Name',
    nameHint: 'The benchmark’s name. The project’s address is derived from it.',
    description: 'Description, optional',
    create: 'Create project',
    cancel: 'Cancel'
  },
  import: {
    title: 'Import',
    nothing: 'Nothing was imported: {reason}',
    nothingFor: 'Nothing was imported: {n, plural, one{# problem} other{# problems}}',
    fix: 'Fix these rows in the file and import it again. Rows that were imported earlier are not duplicated.',
    rowsAsJson: 'Rows as JSON',
    reportsImported: '{n, plural, one{# report} other{# reports}} imported',
    reportsUnchanged: 'Reports already here, unchanged',
    reportsCorrected: 'Corrected: newer revisions',
    systemsAdded: 'Systems added',
    queriesFromHeadings: 'Queries made from headings',
    seeReports: 'See the reports',
    verdictsImported: '{n, plural, one{# verdict} other{# verdicts}} imported as run {run, id}',
    judges: 'Judges',
    metrics: 'Metrics',
    reports: 'Reports',
    seeRun: 'See the run',
    tracesImported: '{n, plural, one{# trace} other{# traces}} imported',
    tracesReplaced: 'Traces replaced',
    tracesUnchanged: 'Traces already here, unchanged',
    topicsImported: '{n, plural, one{# topic} other{# topics}} imported',
    topicsUnchanged: 'Topics already here',
    screenTopics: 'Screen the topics',
    queriesAndItems:
      '{queries, plural, one{# query} other{# queries}} and {items, plural, one{# item} other{# items}} imported',
    queriesAndCriteria:
      '{queries, plural, one{# query} other{# queries}} and {items, plural, one{# unverified criterion} other{# unverified criteria}} imported',
    queriesUnchanged: 'Queries already here',
    itemsUnchanged: 'Items already here',
    queriesCompleted: 'Queries completed',
    materialAdded: 'Material of suites added',
    materialUnchanged: 'Material already here',
    topicsAdded: 'Topics added',
    seeQueries: 'See the queries',
    queriesAndChecklists: 'Queries and checklists',
    datasetAbout:
      'Tables up to 50 MB, JSONL up to 2 GB. CSV with one row per checklist item (<code>qid</code>, <code>Deep Research Query</code>, <code>Checklist</code>; <code>category</code>, <code>domain</code> and <code>checklist_id</code> are read if present), the same as XLSX, or JSONL. DeepResearch Bench’s <code>query.jsonl</code> and <code>criteria.jsonl</code> and the tasks of DeepResearch Bench II are read too; their criteria are kept as unverified and not scored. ReportBench is read as a .zip of its tasks and gold lists, or as these files chosen together. Other content of a file is listed after the import.',
    templates:
      '{title}: fill in <xlsx>{file}.xlsx</xlsx> (with a sheet that explains each column) or follow <jsonl>{file}.jsonl</jsonl>. Topics are read from the workbook’s sheet <i>Topics</i>, or from CSV or JSONL.',
    datasetFile: 'File of queries',
    reading: 'Reading …',
    importDataset: 'Import the dataset',
    reportsAbout:
      'A folder <code>system/qid_…_report.md</code>, a .zip of one, or JSONL with <code>system</code>, <code>qid</code> and <code>report</code>. Details of the system can be entered here or later on the Reports page.',
    zipOrJsonl: '.zip or JSONL',
    folder: 'or a folder',
    system: 'System, if the files name none',
    systemHint: 'For DeepResearch Bench’s reports and single .md files; it overrides a folder’s name.',
    collected: 'Collection date of reports without one, optional',
    collectedHint: 'Placeholders such as {date} and {lastYear} are filled with it.',
    details: 'Details of this system',
    createQueries: 'Create a query from the first heading if the project has none for a qid',
    corrected:
      'Reports that differ from those stored are corrected: each becomes a new revision of the same report. Labels and verdicts stay with the revision that was judged',
    importReports: 'Import the reports',
    verdicts: 'Verdicts from elsewhere',
    verdictsAbout:
      'JSONL up to 50 MB with one verdict per line: <code>system</code>, <code>qid</code>, <code>metric</code>, <code>judge</code>, <code>item</code>, <code>label</code> and the other fields of <code>docs/verdicts-file.md</code>. The <code>verdicts.jsonl</code> of a run is such a file. The verdicts become a run of their own, scored by the metrics here. Results of published rubric suites become such a file with <code>voirdire rubric verdicts</code>.',
    verdictsFile: 'File of verdicts',
    runName: 'Name of the run, optional',
    importVerdicts: 'Import the verdicts',
    traces: 'Traces of systems',
    tracesAbout:
      'JSONL up to 50 MB with one report per line: <code>system</code>, <code>qid</code> and at least one of <code>searches</code>, <code>pages</code> and <code>tokens</code>, whole numbers. The reports must be imported already. A trace replaces an earlier one of its report.',
    tracesFile: 'File of traces',
    importTraces: 'Import the traces'
  },
  systemForm: {
    provider: 'Provider',
    family: 'Family',
    familyHint: 'A judge of the same family is flagged as judging its own.',
    backbone: 'Backbone model',
    category: 'Category',
    categoryName:
      '{category, select, singleagentweb{One agent with web search} singleagentdeepresearch{One agent for deep research} multiagent{Several agents} agentharness{One model in an agent harness} other{unknown}}',
    budget: 'Budget of one report, with its unit',
    budgetHint: 'Like 5 tool calls.',
    budgetAllowed:
      'The system’s limit per report, like 5 tool calls. Systems with a budget are compared in a table of their own.',
    budgetTold: 'Taken from the name and not saved yet: save it if it is right.',
    collectedHow: 'How the reports were collected',
    collectedAt: 'Collection date',
    system: 'System',
    save: 'Save',
    cancel: 'Cancel'
  },
  copying: {
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'Select and copy by hand',
    copyOf: 'Copy {of}'
  }
} as const;
