/**
 * Sentences of the judge made of code. It composes its replies from them in English, as they are stored and exported, and pages recognise them
 * (`rationale-text.ts`). A fault or doubt is a clause without capital and stop: a sentence joins several by semicolons.
 */
export default {
  ruleText: {
    bare: 'The report has no citation and no list of references, so there is nothing to check.',
    beyondCode: '{subject} takes reading for meaning, which is beyond code.',
    noRule: 'There is no rule for the item {given}.',
    structureTakesReader:
      'Whether the order of the sections is clear and answers the question takes a reader; code does not decide it.',
    languageTakesReader: 'Whether grammar and spelling are free of errors takes a reader; code does not decide it.',

    noCitationToPlace: 'The text cites nothing, so there is no citation to place.',
    linksWithoutPlace:
      'The text cites by links or names within the sentence only, which have no place of their own to check.',
    insideWord: '{n, plural, one{# citation of {n2} stands} other{# citations of {n2} stand}} inside a word.',
    beforeNoun:
      '{n, plural, one{# citation of {n2} stands} other{# citations of {n2} stand}} between an article and its noun.',
    oneAtClauseEnd: 'The only citation stands at the end of a clause, a sentence or a cell.',
    atClauseEnds: 'All {n} citations stand at the end of a clause, a sentence or a cell.',
    midSentence:
      '{n} of {n2, plural, one{# citation} other{# citations}} {n, plural, one{stands} other{stand}} where no punctuation or conjunction follows; whether {n, plural, one{it interrupts} other{they interrupt}} the sentence takes a reader.',

    noCitationToList: 'The text cites nothing, so there is no citation that could lack an entry.',
    unfilledMarks: '{n, plural, one{# line holds} other{# lines hold}} a citation mark that was never filled in.',
    noSuchEntry:
      '{n, plural, one{# citation points} other{# citations point}} to {entries}, and the list has no such {n2, plural, one{entry} other{entries}}.',
    unlinked: '{n, plural, one{# entry names} other{# entries name}} no URL.',
    unlinkedNumbers: '{n, plural, one{# entry names} other{# entries name}} no URL: {entries}.',
    authorsWithoutEntry:
      '{n, plural, one{# citation by author and year has} other{# citations by author and year have}} no entry in the list.',
    numbersOfSeveral:
      'Every number has an entry, but {entries} {n, plural, one{stands} other{stand}} for several, so the citations cannot be paired with their sources.',
    linksOnly:
      'The text cites by links only; each link carries its own address, and whether it must be in the list as well is a matter of judgement.',
    oneListed: 'The only citation has an entry in the list.',
    allListed: 'Every one of the {n} citations has an entry in the list.',
    oneLinkWithoutList:
      'The only citation is a link that carries its own address, and there is no list to compare it with.',
    linksWithoutList:
      'The {n} citations are links that carry their own addresses, and there is no list to compare them with.',
    citationsWithoutList:
      'The text has {n, plural, one{# citation} other{# citations}} and the report no list of references.',
    beyondList:
      'The text cites up to [{n}], and the list has {n2, plural, one{# entry without a number} other{# entries without numbers}}.',
    unnumberedForCitations:
      'The text cites by number and the list is not numbered throughout, so citations and entries cannot be paired.',

    noEntryToCite: 'The report has no list of references, so there is no entry that could go uncited.',
    oneEntryUncited: 'The text cites nothing, so the only entry of the list is not cited.',
    noneCited: 'The text cites nothing, so none of the {n} entries of the list is cited.',
    oneUncited: 'The only entry of the list is not cited in the text: {entries}.',
    uncited: '{n} of {n2} entries {n, plural, one{is} other{are}} not cited in the text: {entries}.',
    reusedNumbers:
      '{n, plural, one{# number stands} other{# numbers stand}} for more than one entry ({entries}), so it cannot be told which of them the text cites.',
    oneCited: 'The only entry of the list is cited in the text.',
    allCited: 'All {n} entries of the list are cited in the text.',
    unnumberedForEntries:
      'The text cites by number and the list is not numbered throughout, so entries and citations cannot be paired.',
    oneCitedByName: 'The only entry of the list is cited in the text, by address or by author and year.',
    allCitedByName: 'All {n} entries of the list are cited in the text, by address or by author and year.',
    notPaired:
      '{n} of {n2, plural, one{# entry} other{# entries}} {n, plural, one{carries no number and is} other{carry no number and are}} neither linked nor cited by author and year; whether the text means {n, plural, one{it} other{them}} takes a reader.',

    notNumbered: 'The citations are not numbered, which passes.',
    inNumbering: 'In the numbering {faults}.',
    oneNumber: 'The list has one number, [{n}], for one source.',
    unbroken:
      'The list runs from [{n}] to [{n2}] without a gap, each number for one source and each source under one number.',
    linksToSeveral:
      'There is no numbered list, and {entries} {n, plural, one{links} other{link}} to different sources.',
    citedNumbersSkip: 'There is no numbered list, and the numbers cited in the text skip {entries}.',
    duplicatesUnknown:
      'The numbers cited in the text have no gap, but there is no numbered list that could show duplicates.',

    noStyle: 'The text cites nothing, so there is no style to compare.',
    styles: 'The text cites in {n} styles: {styles}.',
    secondStyleRare: 'That is too few to tell a second style from a slip.',
    linksAndUrls: 'The text cites by {styles}; whether the URLs are citations or content takes a reader.',
    oneStyleOnly: 'The text cites by {styles} only.',
    marksAndUrls: 'The text has {styles}; whether the URLs are citations or content takes a reader.',
    oneCitation: 'The one citation is written as {style}.',
    oneStyle: 'All {n} citations are written in one style: {style}.',
    oneNumberedLink: 'The one citation is a link in words with its number behind it.',
    writtenAlike: 'All {n} citations are written alike: a link in words with its number behind it.',
    mixedStyles:
      'The text mixes two styles of citation: {n, plural, one{# number} other{# numbers}} alone, {n2, plural, one{# link} other{# links}} alone, {n3} with both.',
    perhapsSecondStyle:
      'The text has {n, plural, one{# number} other{# numbers}} alone, {n2, plural, one{# link} other{# links}} alone, {n3} with both; whether that is a second style takes a reader.',

    pageBeyondCode: 'No number of the claim is absent from the page; whether the page says it is beyond code.',
    numberNotOnPage: 'The number {given} stands nowhere on the page.',
    numbersNotOnPage: 'The numbers {given} stand nowhere on the page.',

    uncitedRow:
      'A table row gives {given} without a citation in the row, its header, its caption or next to the table.',
    uncitedStatement: 'A statement gives {given} without a citation in its sentence or after it in its paragraph.',
    noUncitedNumber: 'No numeric claim without a citation was found; whether the other claims have one takes a reader.',
    uncitedNumbers:
      '{n, plural, one{# numeric claim} other{# numeric claims}} without a citation; whether the other claims have one takes a reader.',
    uncitedNumbersScored:
      '{n, plural, one{# numeric claim} other{# numeric claims}} without a citation, so the score is at most {n2} by the metric’s own table; whether the other claims have one takes a reader.',

    tablesIncomplete: 'The report has {faults}.',
    tablesDoubtful: 'The report has {faults}; whether that is complete takes a reader.',
    noTable: 'The report has no table and no figure, which passes.',
    oneTableFull: 'The one table has data in every cell.',
    tablesFull: 'All {n} tables have data in every cell.',

    noList: 'The report has no list of references.',
    severalLists: 'The report has {n} sections of references where there should be one.',
    noHeadingOfList:
      'The references stand under no heading, and whether that is a section of references is a matter of judgement.',
    secondList:
      'Beside the section of references there are notes or entries that stand elsewhere; whether they make a second list is a matter of judgement.',
    emptyList: 'The section of references names no source.',
    oneEntry: 'There is one section of references, with a single entry.',
    sortedByNumber: 'There is one section of references, and its {n} entries follow their numbers.',
    notSorted: 'The one section of references is not sorted by number: [{n}] follows [{n2}].',
    partlyNumbered: 'The one section of references has {n} entries, only some of them numbered.',
    sorted:
      'There is one section of references, and its {n} entries are sorted {by, select, alphabet{by alphabet} year{by year} other{by first citation}}.',
    noOrder:
      'There is one section of references with {n} entries, unnumbered and not sorted by alphabet, year or first citation; code knows no other scheme.',

    headingsReal:
      'Sections have real headings ({n}), no bold line stands in for one, and {tables, select, none{there is no table to break} one{the one table renders} other{all {n2} tables render}}.',
    takesReader: 'whether that is a fault takes a reader',
    brokenTable: 'a table does not render because {reason}',
    wideRows:
      '{n, plural, one{# table row has} other{# table rows have}} more cells than the header, which are not shown',
    boldTitles: '{n, plural, one{# section title is} other{# section titles are}} bold text instead of a heading',
    plainTitles: '{n} section titles are plain text instead of headings',
    gluedHeadings:
      '{n, plural, one{# heading lacks} other{# headings lack}} the space after the #, so that it shows as text',
    ruledHeadings:
      'a line of dashes right under a paragraph turns it into a heading ({n, plural, one{# time} other{# times}})',
    openFence: 'a code block is not closed, so that the rest of the report shows as code',
    strayMarks: 'asterisks of bold text show as characters in {n, plural, one{# place} other{# places}}',
    noHeading: 'the report has no heading at all',
    shortWithoutHeading: 'the report is short and has no heading',
    boldLines: '{n, plural, one{# bold line stands} other{# bold lines stand}} alone above a passage like a title',
    skippedLevel: 'a heading skips a level',
    severalTitles: '{n} headings are of the first level',
    likeTitles: '{n} lines of plain text look like section titles',
    bulletCharacters: '{n} lines begin with a bullet character instead of a list mark',
    commaRows: 'rows of comma-separated values stand in the text',
    html: '{n, plural, one{# line holds} other{# lines hold}} HTML, which shows as text in many readers'
  },

  /** Words in the places of these sentences and of other rationales: recognised there alone, because some are short. */
  rationalePhrase: {
    sentence: '{clauses}.',
    twoFaults: '{fault}; {others}',
    twoParts: '{part}, {others}',
    lastEntry: '{entries} and {entry}',
    moreEntries: '{entries} and {n} more',

    meetsThis: 'Whether the report meets this',
    saysThis: 'Whether the report says this',
    isBetter: 'Which of two reports is better',
    goesDeeper: 'Which of two reports goes deeper',
    contradictions: 'Whether statements contradict each other',
    hasIssues: 'Whether the report has such issues',
    wholeRating: 'A rating of the whole report',
    relevance: 'Whether the page has to do with the query',
    followsInstruction: 'Whether a report follows an instruction',
    whichClaims: 'Which claims a report makes',
    sameClaims: 'Which claims say the same',
    howVerified: 'How a claim is verified',
    citedSources: 'Which sources a claim cites',
    pageSupports: 'Whether a page supports a claim',
    evidenceSuffices: 'Whether evidence suffices',
    pageOnClaim: 'What a page says about a claim',
    whichParagraphs: 'Which paragraphs reason about a subtask',
    reasonsSoundly: 'Whether a paragraph reasons soundly',
    workOfPage: 'Which work a page is about',
    worksNamed: 'Which works a report names',
    whichStatements: 'Which statements cite a page',
    pageOnStatement: 'What a page says about a statement',
    passagesSupport: 'Whether passages support a statement',
    uncitedFacts: 'Which statements assert facts without a citation',
    isTrue: 'Whether a statement is true',
    goodSurvey: 'How good a survey is',
    treatsPoint: 'How a report treats a point',
    meetsCriterion: 'How well a report meets a criterion',

    listSkips: 'the list skips {entries}',
    citationsSkip: 'the citations go on past the end of the list and skip {entries}',
    severalSources: '{entries} {n, plural, one{stands} other{stand}} for different sources',
    severalNumbers: '{n, plural, one{# source has} other{# sources have}} more than one number ({entries})',

    styleCount: '{style} ({n})',
    bracket: 'numbers in brackets',
    lenticular: 'numbers in 【】',
    numberedLink: 'linked numbers',
    referenceLink: 'links by reference number',
    superscript: 'superscript numbers',
    footnote: 'footnote marks',
    authorYear: 'author and year',
    link: 'links in words',
    bareUrl: 'bare URLs',

    times: '{n} times {fault}',
    noRows: 'a table with a header and no rows',
    unrendered: 'a table that does not render because {reason}',
    noImage: 'a figure without an image',
    unseenImage: 'an image whose content code cannot see',
    placeholderFigure: 'a placeholder for a figure',
    captionWithoutTable: 'a caption without a table',
    captionWithoutFigure: 'a caption without a figure',
    codeDrawing: 'a drawing in code that code does not run',
    emptyRow: 'a table with an empty row',
    emptyColumn: 'a table with nothing in the column “{given}”',
    placeholder: 'a table with a placeholder in it',
    dashes: 'a table with a row that holds little but dashes',
    emptyCell: 'a table with an empty cell',

    noDelimiterRow: 'it has no delimiter row under its header',
    delimiterRow: 'its header has {n} cells and its delimiter row {n2}',
    noHeaderRow: 'its header row is missing',

    preferenceFigures: 'c0 = {word}, c1 = {word2}',
    essentialBelow: 'c0 = {word} is below 0.5',
    importantZero: 'a P1 subtask has outcome 0',
    groupsZero: 'every member of the P2 groups has outcome 0',
    importantBelow: 'c1 = {word} is below 0.7'
  }
} as const;
