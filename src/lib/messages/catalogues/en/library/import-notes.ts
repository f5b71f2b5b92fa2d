/** Notes of imports, problems of declared scales, and problems of the reference scorer's files. */
export default {
  /** Notes of imports. A list has names with their counts, such as `age (3)`. */
  importNotes: {
    ignoredFields: 'Ignored fields: {list}',
    ignoredColumns: 'Ignored columns: {list}',
    namelessColumns: 'Ignored columns without a name, by number: {list}',
    ignoredSheets: 'Ignored sheets, with their rows: {list}',
    ignoredCounts: 'Ignored fields of citation counts: {list}',
    searchedFields: 'Fields of references searched for identifiers only: {list}',
    ignoredGoldLists: 'Ignored gold lists, because no task has their id: {names}',
    ignoredFiles: 'Ignored files: {names}',
    unusedCounts: 'Citation counts without a reference in a gold list: {n}, the first: {title}',
    noCutOff: 'No cut-off, because the prompt names no month: {qids}',
    severalMonths: 'No cut-off, because the prompt names several months: {qids}',
    otherMonth: 'The cut-off is the month in the prompt; it differs from the month of the last version in {qids}',
    itemsTwice:
      '{n, plural, one{# item occurs twice in the file and is stored once} other{# items occur twice in the file and are stored once}}',
    blockedSource:
      'The items are stored but not scored, because penalties for reports that use the blocked source are not supported',
    weights:
      '{n, plural, one{# item has its own weight} other{# items have their own weights}}. The weights are stored but no score uses them, because all items of a checklist have equal weight. Weighted scores need a rubric: see docs/rubrics.md',
    formulas:
      '{n, plural, one{# cell contains a formula: its stored result was imported} other{# cells contain formulas: their stored results were imported}} and may be out of date',
    hiddenRows:
      'The workbook has {n, plural, one{# hidden row, as a filter leaves it, which was} other{# hidden rows, as a filter leaves them, which were}} read as well',
    repeatedLines: '{n, plural, one{# line} other{# lines}} skipped as repetitions of the previous line',
    folderAsSystem: 'The reports of the folder {folder} were imported as reports of {system}',
    skippedFiles:
      '{n, plural, one{# file was skipped, because it is not a report} other{# files were skipped, because they are not reports}}: {files}',
    emptyReports:
      '{n, plural, one{# report is empty and was not imported} other{# reports are empty and were not imported}}: {list}{more, plural, =0{} other{ and # more}}',
    unreadLines: 'Unreadable lines: {n}',
    rawLabelsLeftOut:
      'Left out of raw labels: {n, plural, one{# row} other{# rows}} that figures do not use (replaced revisions, labels after the reveal, and training, gold, attention or repeated items)',
    rowsAreItems: 'Without a column item, each row is an item named by its number',
    missingVerdicts:
      '{n, plural, one{# unit without a verdict in the file is unscored} other{# units without a verdict in the file are unscored}}',
    outsideCodeBook:
      '{kind, select, domain{Domains that are not in the project’s code book: {list}} other{Categories that are not in the project’s code book: {list}}}',
    otherDomain: 'Categories under another domain than in the code book: {list}',
    unknownTopics: 'Topics named by tasks but missing in the project: {list}. Import them, or correct the tasks'
  },
  /** Reasons why the text of a scale is refused. */
  scaleProblems: {
    forms:
      'binary:yes,no (the label that counts as 1 first), nominal:cat|dog|bird (categories without order), preference:A,tie,B, ordinal:1..5, ordinal:poor,fair,good or interval:0..10',
    chooseType: 'Choose the type of labels.',
    fewCategories: 'A scale has at least two categories. Write a scale as {forms}',
    namedTwice: '{name} is a category of the scale and also a label without a value. Name it once',
    manyCategories:
      '{n} categories exceed the maximum of {most} per study. Combine rare ones, name labels without a value, or import one yes/no study per category',
    labelCount: 'A scale of this kind has {n} labels. Write a scale as {forms}',
    labelTwice: 'The scale names a label twice',
    nameCategories: 'Name the categories, as in nominal:supported|refuted|unclear',
    notation: 'Write a scale as {forms}',
    bounds: 'An interval scale has two bounds, as in interval:0..10',
    range: 'The range “{range}” does not go from a smaller to a larger number',
    kinds: 'A scale is nominal, ordinal:LOWEST,…,HIGHEST or interval',
    ordinalCategories:
      'An ordinal scale names its categories, lowest first, as in ordinal:1..4 or ordinal:poor,fair,good',
    wholeRange: 'A range of categories consists of at most {most} whole numbers',
    emptyCategory:
      '{separator, select, bar{A category has no name: there is one vertical bar too many} other{A category has no name: there is one comma too many}}',
    categoryTwice: 'The scale names a category twice',
    twoCategories: 'A scale has at least two categories'
  },
  /** Problems of the reference scorer's files, which a command imports. */
  referenceProblems: {
    systemUnnamed: 'The report on {qid} names no system. Name it with --system',
    noResult: 'The files contain no result. Name detailed_results_*.json or *_results.jsonl',
    meansOnly:
      'The file contains means only. Import the results from which they were computed: detailed_results_*.json, or *_results.jsonl of the folder incremental',
    notWhole: 'The file is not complete JSON. Write it again, or use an earlier one',
    notObject: 'The value is not a JSON object',
    notText: 'The value is not a text',
    noReport: 'The file names no report',
    notReference:
      'The file is no result of the reference scorer: it is neither an object with "reports" nor one line of JSON per graded report',
    queryIdMissing: 'The query_id is missing, so the query is unknown',
    reportUnknown:
      '{known, select, yes{The project has no such report, and there is no text of it at {path}. Import the reports first, or name their folder with --reports} other{The project has no such report. Import the reports first, or name their folder with --reports}}',
    noMeans: 'The file has no means by system under results_by_model'
  },
  referenceNotes: {
    copies:
      '{n, plural, one{# result is left unscored: it belongs} other{# results are left unscored: they belong}} to another system on the same query; the reference scorer confuses them when it is restarted',
    gradedAgain:
      '{n, plural, one{# report was} other{# reports were}} graded again under the same criterion; the latest usable result counts',
    repeatedKeys: '{name}: objects give {keys} more than once; the last of each was read',
    averages:
      '{name}: these are averages that the reference scorer joined by query. If the averaged files contained several systems, a result may stand beside the report of another system; compare with the files that were averaged',
    linesCut:
      '{n, plural, one{{name}: line {lines} is cut off; its result counts as missing} other{{name}: lines {lines} are cut off; their results count as missing}}',
    otherCriterion: '{name}: results for {criterion}, which is none of the five criteria, are left out',
    otherWording:
      '{n, plural, one{# query has} other{# queries have}} a different wording in the files and in the project; the results count for the project’s wording'
  },
  /** Messages that schemas of imported material, verdicts and traces write in English. */
  schemaText: {
    word: 'Write at least one word',
    keyForm: 'Use lower-case letters, digits and hyphens, 40 at most',
    criteria: 'A task has 3 to 6 criteria',
    criteriaKeys: 'Two criteria have the same key',
    pointKeys: 'Two key points have the same key',
    weights: 'The weights sum to {n}, not to 0.95–1.05',
    passages: 'Quote at least one passage',
    sources: 'Name at least one source',
    inspirations: 'Name at least one inspiration',
    group: 'Only subtasks of importance P2 can belong to a group',
    subtasks: 'A task has at least one subtask',
    subtaskKey: 'Another subtask has the key {key}',
    month: 'Write the month as YYYY-MM',
    references: 'A gold list holds at least one reference',
    whole: 'Write a whole number from 0'
  },
  /** Problems that a schema finds without a message of its own. */
  schemaIssues: {
    repeated: 'The parameter is given more than once. Give it once',
    character: 'The text contains a zero character or an unpaired surrogate. Remove it',
    missing: 'The value is missing',
    type: 'The value is not of the type {type}',
    option: 'The value is none of: {values}',
    textShort: '{n, plural, one{The text needs at least # character} other{The text needs at least # characters}}',
    textLong: '{n, plural, one{The text has more than # character} other{The text has more than # characters}}',
    listShort: '{n, plural, one{The list needs at least # entry} other{The list needs at least # entries}}',
    listLong: '{n, plural, one{The list has more than # entry} other{The list has more than # entries}}',
    small: 'The number is less than {n}',
    large: 'The number is greater than {n}',
    unknownKeys: 'Unknown fields: {keys}. Remove them',
    format: 'The value does not have the form {form}',
    invalid: 'The value is not valid'
  }
} as const;
