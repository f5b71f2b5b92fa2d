export default {
  /** Problems of imported files, each beside its row, column and the value found. */
  importProblems: {
    withAside: '{reason} ({aside})',
    inEditor: 'line {line, id} in a text editor',
    folderIsSystem: 'the system is the name of the folder',
    nameMissing: 'The {what} is missing',
    qidBelow: 'The qid is missing. Repeat it in each row; if its cells are merged, unmerge them and fill them down',
    nameTooLong: 'The {what} is longer than {most} characters',
    nameCharacter: 'The {what} contains a slash, a backslash or a control character',
    nameDots: 'The {what} is one dot or two, which file names and addresses read as a folder',
    weightForm: 'The weight is not a number of 0 or more',
    weightNegative:
      'The weight is not a number of 0 or more. A checklist has no negative items: write criteria that count against a report in a rubric file (docs/rubrics.md)',
    sameMeaning: 'The columns {one} and {other} have the same meaning. Keep one of them',
    columnMissing: 'The column {column} is missing; the file’s columns are: {found}',
    checklistMissing:
      'The column {column} is missing; the file’s columns are: {found}. If the queries have no checklists, import them as JSONL with the fields qid and query',
    quoteOpen:
      'An opening quotation mark is never closed, so the rest of the file cannot be read. Close it, and double quotation marks inside a quoted cell',
    quoteFollowed:
      'Text follows a closing quotation mark, so the rest of the file cannot be read. Double quotation marks inside a quoted cell',
    quoteInside:
      'A cell without quotes contains a quotation mark, so the rest of the file cannot be read. Quote the cell and double the quotation marks inside it',
    rowUnreadable: 'The row cannot be read as CSV ({code})',
    controlCharacter: 'The text contains the control character {character}. Remove it',
    surrogate: 'The text contains an unpaired surrogate. Remove it',
    textTooLong: 'The text has {n} characters; at most {most} are allowed',
    dateForm: 'The date is not of the form 2025-09-30 or 2025-09-30T14:05:00Z',
    rowWidth: 'The row has {n} cells, but the header has {header}. Quote cells that contain a separator',
    headerAgain: 'The row repeats the header. Remove it',
    rowWidthOnly: 'The row has {n} cells, but the header has {header}',
    columnMissingInSheet: 'The column {column} is missing; the columns of the sheet {sheet} are: {found}',
    notTextOrWhole: 'The value is not a text or a whole number',
    notObject: 'The value is not a JSON object',
    materialForm: 'The material is not a JSON object with the names of suites as keys',
    noMaterial: 'No suite named {suite} has material. Suites with material: {suites}',
    asSchemaSays: '{why}',
    itemTwiceIn:
      '{known, select, yes{The query already has this item, in row {row, id}} other{The query already has this item}}',
    keyTwiceIn:
      '{known, select, yes{The query already has this checklist id, in row {row, id}} other{The query already has this checklist id}}',
    qidDiffers:
      '{field, select, text{{known, select, yes{The qid {qid} is used in row {row, id} with a different query} other{The qid {qid} is used earlier with a different query}}} placeholderFree{{known, select, yes{The qid {qid} is used in row {row, id} with a different text without placeholders} other{The qid {qid} is used earlier with a different text without placeholders}}} domain{{known, select, yes{The qid {qid} is used in row {row, id} with a different domain} other{The qid {qid} is used earlier with a different domain}}} category{{known, select, yes{The qid {qid} is used in row {row, id} with a different category} other{The qid {qid} is used earlier with a different category}}} other{{known, select, yes{The qid {qid} is used in row {row, id} with a different language} other{The qid {qid} is used earlier with a different language}}}}',
    noLines: 'The file has no lines',
    sourceUnpacked: 'The file cannot be unpacked, or unpacks to more than {most} MB',
    sourcePdf: 'The source is a PDF, but gold lists need LaTeX sources',
    notComputable: '{metric} cannot be computed from these verdicts',
    notComputableWhy: '{metric} cannot be computed from these verdicts: {why}',
    figureNotNumber: '{metric} cannot be computed: {figure} is not a number',
    twoColumns: 'Two columns are {column}. Keep one of them',
    keyRepeated: 'An object has {keys} more than once. Use each name once',
    notObjectLine: 'The line is JSON but not an object. Write one object per line',
    tooManyRows: 'The file has more than {most} rows, the maximum per import. Split it into several files',
    moreUnlisted: '{n} more problems are not listed. Fix these first',
    tarDamaged: 'The tar archive is damaged after this file',
    tarEntries: 'The tar archive has more than {most} entries',
    pathOutside: 'The path points outside the archive',
    jsonLevels: 'The line is nested more than {most} levels deep. Remove the field that is nested so',
    lineTooLong: 'The line is longer than {most} MB; write one object per line',
    partialCredit:
      'Items with points, levels, penalties or partial credit are not supported, because every item is answered yes or no with equal weight. Remove the field, write one item per step, or write a rubric file: see docs/rubrics.md',
    foreignRubric:
      '{field} is a rubric in another format, and a checklist cannot express weighted, negative or partly met criteria (partial credit). Convert it to a rubric file: "voirdire rubric convert" reads task files of DRACO, ResearchRubrics, DeepResearch Bench II and RACE; see docs/rubrics.md. Put yes/no items in a list called items',
    utf16:
      'The text is UTF-16, not UTF-8: save it as UTF-8 (in Excel: Save as, "CSV UTF-8"; in LibreOffice: Save as, "Edit filter settings", "Unicode (UTF-8)")',
    notUtf8:
      'The text is not UTF-8 (byte {byte} on line {line, id}), probably Latin-1 or a Windows encoding: save it as UTF-8 (in Excel: Save as, "CSV UTF-8"; in LibreOffice: Save as, "Edit filter settings", "Unicode (UTF-8)")',
    otherContent:
      'The file has the content of a {formats} file, not text. Unpack it, or save its table as CSV (in Excel: Save as, "CSV UTF-8"; in LibreOffice: Save as, "Edit filter settings", "Unicode (UTF-8)")',
    zeroBytes:
      'The file contains zero bytes: it is binary or UTF-16 without a byte order mark. If it is text, save it as UTF-8 (in Excel: Save as, "CSV UTF-8"; in LibreOffice: Save as, "Edit filter settings", "Unicode (UTF-8)")',
    zipDamaged: 'The zip archive is damaged or truncated: its list of files cannot be read',
    zipEntries: 'The zip archive lists {n} entries; at most {most} are allowed',
    zipName: 'The file name has an unknown encoding. Rename the file with ASCII letters and pack the folder again',
    zipOutside: 'The path points outside the archive. Pack the folder again with relative paths',
    zipLink:
      'The file is a symbolic link, which an archive keeps without the content. Pack the folder again with the files themselves',
    zipEncrypted: 'The file is encrypted. Pack the folder again without a password',
    zip64: 'The archive is in Zip64 format, for files above 4 GB. Pack it as an ordinary zip',
    zipFileSize: 'The file unpacks to {n} bytes; at most {most} are allowed',
    zipRatio:
      'The archive unpacks to {times} times its size, mostly from this file ({n} bytes): above {small}, at most {most} times are allowed. Pack only the reports',
    zipSize: 'The zip archive unpacks to {n} bytes; at most {most} are allowed',
    zipMethod: 'The file uses a compression method other than "deflate" and "zstd". Pack it as an ordinary zip',
    readingLimit: 'Reading the file needs more than {limit}. Save the table as CSV UTF-8, or import smaller files',
    idxUsed: 'The idx is already used in row {row, id}',
    groupList: 'The group is not a list [ … ]',
    idUsed: 'The id is already used in row {row, id}',
    groupMissing: 'The group is missing or not a list [ … ]',
    surveyIdMissing: 'The id of the survey is missing',
    titleEmpty: 'The title has no letter or digit',
    countWhole: 'The count is not a whole number of 0 or more',
    countDiffers: 'The survey has a different count for this title in an earlier row',
    goldListMissing:
      'There is no gold list {qid}.jsonl. Import the tasks together with the folder of gold lists, or a zip of both',
    notList: 'The value is not a list [ … ]',
    dayForm: 'The day is not of the form Fri, 8 Dec 2023 06:31:19 GMT',
    noBibId: 'The reference has no bib_id',
    itemForm: 'The item is neither a text nor an object',
    noneOf: 'The value is none of: {values}',
    cellEmpty: 'The cell {column} is empty. Fill it in',
    taskDiffers: 'The task has another {column} in row {row, id}: {value}',
    queryEmpty: 'The query is empty',
    materialTwice: 'The query already has material of {suite}, in an earlier row',
    itemEmpty: 'The checklist item is empty',
    noQuery: 'The file contains no query',
    kindUnknown: 'The kind is neither item nor criterion',
    fileEmpty: 'The file is empty',
    workbookPart: 'This part of the workbook is not well-formed. Save the workbook again',
    cellAddress: 'The sheet contains an invalid cell address. Save the workbook again',
    sheetSize:
      'The sheet spans {n} cells; at most {most} are allowed. Delete stray values far from the table, or save the sheet as CSV',
    workbookSize:
      'The sheets together span {n} cells; at most {most} are allowed. Delete stray values far from the tables, or save the sheet as CSV',
    formulaWithoutResult:
      '{n, plural, one{The formula in cell {cell} has no stored result} other{# formulas have no stored results, the first in cell {cell}}}. Open the workbook in a spreadsheet program, save it and import it again',
    formulaError: 'The cell contains the error of a formula. Correct the formula, or leave the cell empty',
    notWorkbook: 'The file is not an Excel workbook (.xlsx)',
    workbookUnreadable:
      'The workbook cannot be read: a part of it is missing or damaged. Save it again, or save the sheet as CSV',
    reportTooLong: 'The report has more than {most} characters',
    reportCharacter: 'The report contains a zero character or an unpaired surrogate. Remove it',
    reportTwice: 'A report of {system} on this query already exists: {before}',
    fileName: 'The file name does not match qid_<qid>_report.md, so its query is unknown',
    nested: 'The file is nested too deeply. Put reports into <system>/, inside at most one more folder',
    severalSystems:
      'The system is named {system}, but the reports are in the folders of several systems: {folders}. Import one folder at a time, or name no system',
    reportMissing: 'The report is missing',
    noFile:
      'No file was chosen. Supported formats: a dataset as CSV, XLSX or JSONL, reports as a folder <system>/qid_<qid>_report.md, a .zip of one or JSONL, topics as CSV, XLSX or JSONL, a file of DeepResearch Bench, or the tasks of ReportBench with their gold lists',
    goldListsAlone:
      'These are gold lists of ReportBench without its tasks. Import them together with the file of tasks, or a zip of both',
    noReportFile:
      'Import these {n} files one at a time. Only reports (.md) and the files of ReportBench are read together',
    oldWorkbook:
      'The file is an old Excel workbook (.xls) or has a password. Save it as .xlsx without a password, or as CSV UTF-8',
    otherFormat: 'The file is named .{extension}, but its content has another format',
    unknownFormat:
      'The format of the file is unknown. Supported formats: a dataset as CSV, XLSX or JSONL, reports as a folder <system>/qid_<qid>_report.md, a .zip of one or JSONL, topics as CSV, XLSX or JSONL, a file of DeepResearch Bench, or the tasks of ReportBench with their gold lists',
    firstLine:
      'The first line is not a query (qid, query), a report (system, qid, report) or a line of DeepResearch Bench (id, prompt, topic)',
    questionEmpty: 'The question is empty',
    respondentTwice: 'The respondent already occurs in row {row, id}',
    noAnswer: 'The file contains no answer',
    emailForm: 'This is not an e-mail address',
    emailTwice: 'The e-mail already occurs in line {row}',
    roleUnknown: 'There is no such role. Roles: {roles}',
    noPerson: 'The list contains no person',
    captionTimes: 'The caption has no line with times like 00:01:02.500 --> 00:01:04.000',
    timesForm: 'The times do not have the form 00:01:02.500 --> 00:01:04.000',
    captionEnds: 'The caption ends before it begins',
    transcriptLines: 'The transcript has {n} lines; at most {most} are allowed. Split it by session',
    transcriptLine: 'The line has {n} characters; at most {most} are allowed. Break it at a pause of the speaker',
    webvtt: 'A WebVTT file begins with the line WEBVTT',
    transcriptWords: 'The transcript has {n} words; at most {most} are allowed. Split it by session',
    transcriptEmpty: 'The transcript contains no words',
    topicTwice: 'The topic already occurs in row {row, id}',
    postEmpty: 'The text of the post is empty. Add it, or remove the topic',
    platformMissing: 'The platform is missing. Name the platform of the post',
    commentEmpty: 'The comment is empty',
    topicDiffers: 'The topic {topic} has another {column} in row {row, id}',
    addressForm: 'The address does not begin with http:// or https://',
    noTopic: 'The file contains no topic',
    commentForm: 'The comment is neither a text nor an object',
    notText: 'The value is not a text',
    noReportOf: 'The project has no report of {system} on {qid}. Import the report first',
    traceTwice: 'Line {row, id} already has a trace of {system} on this query',
    traceEmpty: 'The line has no searches, pages or tokens. Add at least one of them',
    noUnits:
      'The report of {system} on {qid} has no units under {metric}, because its query has no checklist or material or it is a report of the baseline. Import these first, or remove the lines',
    oneBaseline: 'A run has one baseline, but line {row, id} names a different one',
    baselineMissing: 'Name the baseline system in every line under this metric',
    noSuchSystem: 'The project has no such system. Import its reports first',
    verdictTwice: 'Line {row, id} already has a verdict of this judge on the same unit',
    noSuchItem: 'The checklist or material of {qid} has no such unit under {metric}',
    labelNumber: 'The label is not a number',
    labelCount: 'The label is not a count. Write a whole number from 0 in digits, such as 12',
    labelTooLarge: 'The label is too large to compute with',
    labelOneOf: 'The label is not one of {labels}',
    noSuchMetric: 'The metric does not exist',
    verdictKind: 'Verdicts under {metric} are of the kind {kind}',
    unscoredReason: 'An unscored unit needs a reason',
    unscoredLabel: 'An unscored unit must have no label',
    abstainLabel: 'An abstention must have no label',
    verdictLabel: 'The verdict has no label. Add one, or write "state": "abstained", or "unscored" with a reason',
    detailNeeded: 'A verdict of the kind {kind} needs its detail, because scores are computed from it',
    detailKind: 'The kind of the detail differs from that of its unit ({kind})',
    bothOrders: 'Give the points in both orders of presentation, or none',
    meanOfOrders: 'The mean of the points in the two orders is {mean}',
    consistentOrders: 'Say true if both orders have the same outcome, else false',
    labelOfPoints:
      'With {report} points to {baseline} the outcome is {outcome}; a difference of 1 point or less is a tie',
    noDetail: 'Units of the kind {kind} have no detail',
    purpose: 'Write training, gold or attention',
    itemMissing: 'The item is missing',
    clusterMissing: 'The cluster is missing. Add one to every item, or remove the column',
    itemTwice:
      'The item {item} occurs in an earlier row. A wide table has one row per item; a table with one rating per row needs the columns item, rater and label',
    clusterDiffers: 'The item {item} was in the cluster {cluster} before',
    valueDiffers:
      'The item {item} had "{value}" here before. Write one value in all rows of an item, or import without this column',
    raterMissing: 'The rater is missing',
    ratedTwice: '{rater} rated {item} already in row {row, id}',
    noRatings: 'The file has no ratings',
    probability: 'An inclusion probability must be above 0 and at most 1',
    noSuchRater: 'There is no rater {rater}; the raters are: {raters}',
    allJudges: 'All raters are named as judges; at least one must be an annotator',
    valueForm: 'The value is not a text, a number, true, false or null',
    numberComma: 'The number has a comma. Write decimals with a point, and thousands without a separator',
    trueOrFalse:
      'The value is neither true nor false. A spreadsheet program may have translated it: export the file again, or write true or false',
    tooManyColumns:
      'The table has more than {most} columns ({n}). Write one row per rating (item, rater, label), or remove columns',
    tooManyRaters:
      'The file has {n} raters; a study can have at most {most}. Choose the column that names the rater, select the other layout, or remove raters from the file',
    tooManyQuestions:
      'There are {n} columns of labels; one import reads at most {most}. Select at most {most} of them, and import the others separately',
    columnTwice: 'The column {column} occurs twice. Remove or rename one of them',
    noColumn: 'There is no column {column}; the file’s columns are: {found}',
    noRatingColumn: 'No column contains ratings; the file’s columns are: {found}',
    nameStudy: 'Name the study.',
    labelOffScale: 'The label is not on the scale {scale}',
    labelRange: 'The label is not a number from {low} to {high}',
    notJsonLine: 'The line is not JSON: {why}. Write one whole object per line',
    notJsonText: 'The text is not JSON: {why}',
    jsonSyntax: 'syntax error at character {n}',
    jsonEnds: 'the text ends too early',
    jsonUnexpected: '"{token}" is unexpected',
    damagedInZip: 'The file in the zip archive is damaged: {why}. Pack the folder again',
    reportPointer:
      'The file is a Git LFS pointer without the text of the report. Run "git lfs pull", then import it again',
    reportEmpty: 'The report is empty',
    noReportInside: 'It contains no report',
    noReportAmong:
      'It contains no report, because {n, plural, one{its file is} other{its # files are}} not named <system>/qid_<qid>_report.md: {files}',
    otherKind: 'The file contains {found}, but {wanted} were expected',
    tooManyOnServer:
      '{what, select, reports{The files contain more than {most} reports, the maximum per import on a server, because an import blocks other users. Import them in several files, for example one per system, or all at once with voirdire import on the server} lines{The file has more than {most} lines, the maximum per import on a server, because an import blocks other users. Import it with voirdire import on the server} other{The files contain more than {most} queries and checklist items, the maximum per import on a server, because an import blocks other users. Import them in several files, each with some of the queries, or all at once with voirdire import on the server}}',
    topicStored: 'The project has a topic {key} with different content. Use another id, or remove it from the file',
    materialStored:
      'The query {qid} has different material of {suite}. Edit it on the page of the query, or remove it from the file',
    queryTextStored:
      'The query {qid} is in the project with a different text, which begins “{text}”. Use a new qid for the new text, or put the stored text into the file',
    headingInRound:
      'Round {round} has the query {qid} with the heading “{text}” as its text. Reword it there while it is in annotation (reopen it if it is past that), or put the stored text into the file',
    queryFactStored:
      '{field, select, domain{The query {qid} is in the project with the domain “{stored}”. Put that into the file, or leave the domain empty} category{The query {qid} is in the project with the category “{stored}”. Put that into the file, or leave the category empty} language{The query {qid} is in the project with the language “{stored}”. Put that into the file, or leave the language empty} other{The query {qid} is in the project with the text without placeholders “{stored}”. Put that into the file, or leave it empty}}',
    itemStored:
      'The query {qid} already has this item, with the checklist id {key}. Use that checklist id in the file, or remove the item',
    respondentStored: 'This respondent already has a different answer. Use another respondent for the new answer'
  },
  /** Problems of files of other tools. */
  foreignProblems: {
    fileTooLarge: 'The file is larger than {most} MB. Export it in parts',
    lineNotObject: 'The line is not a JSON object. Write one whole object per line',
    notJsonByte: 'The file is not JSON: byte {n} is unexpected',
    partTooLarge: 'A part of the file is larger than {most} MB. Export it in parts',
    partTooDeep: 'A part of the file is nested more than {most} levels deep',
    cutOff: 'The file ends inside a JSON value: it was cut off. Export it again',
    partNotUtf8: 'The text is not UTF-8. Export it again',
    partNotJson: 'The value is not JSON. Export the file again',
    tooManyLabels: 'The file has more than {most} labels, the maximum per import. Export it in parts',
    parquetRows: 'The file has more than {most} rows. Split it into several files',
    onlyMajorities:
      'The file contains the majority of annotators on each item (precomputed scores for Inspect), not labels of single raters. Export the study as inspect-log or raw labels, and import that file',
    parquetDamaged: 'The Parquet file is damaged. Write it again, or save the rows as JSONL',
    parquetCodec:
      'The Parquet file is compressed with {codec}. Write it again with Snappy, GZIP, Brotli, Zstandard or without compression',
    parquetUnsupported:
      'The Parquet file has a type or an encoding that cannot be read. Write it again with plain types, or save the rows as JSONL',
    parquetSize: 'The Parquet file unpacks to more than {most} MB. Split it into several files',
    noLabels:
      '{tool} wrote this file, but it contains no label of a single item. Export the labels or scores of single items',
    tooManyForPage: 'The file contains more labels than this page can import. Import it with voirdire import --ratings',
    fieldUnfit:
      '{reason, select, long{The text has more than {most} characters} other{The text has a line break}} for {items, plural, one{the item {item}} other{# items, first {item}}}, so it cannot name a query or system. Write a short id on one line and export the file again',
    noPerson:
      'No annotator answered this question, so judges cannot be compared with annotators. Leave the question out',
    chooseQuestion: 'Choose at least one question.',
    notRead: 'The file could not be read.'
  },
  neighbours: {
    title: '{tool} file',
    holds:
      '{labels, plural, one{# label} other{# labels}} on {items, plural, one{# item} other{# items}} by {people, plural, one{# person} other{# people}} and {judges, plural, one{# judge} other{# judges}}',
    question:
      '{name}: {labels, plural, one{# label} other{# labels}}, {people} by people; {scale, select, none{choose a scale} known{scale {scaleText}, given by the format} other{scale {scaleText}, guessed from the values}}',
    notTakenHead: 'Not imported',
    notTaken:
      '{reason, select, cancelled{Answers in cancelled or skipped annotations} draft{Drafts and discarded answers} earlier{Answers that the same rater replaced later} span{Marked passages} ranking{Rankings} text{Free text} several{Several answers to one question about one item} unscored{Items without a valid score} history{Earlier values of edited scores} aggregate{Aggregate scores without labels of items} unknown{Entries of an unknown kind} status{Status of responses, which this kind of export lacks: drafts and discarded answers count as submitted} other{Fields}}',
    notTakenLine: '{what}: {names}',
    counted: '{name} ({n})',
    everythingTaken: 'Everything in the file is imported.',
    unknownFile:
      'The file is no export of a known tool. Tools: {tools}. Read a table of ratings (CSV or JSONL) with voirdire stats or voirdire import --ratings.'
  }
} as const;
