export default {
  verificationTerms: {
    stage:
      '{stage, select, annotation{Annotation} review{Review} inspection{Inspection} adjudication{Adjudication} done{Settled} other{{stage}}}',
    stageBelow:
      '{stage, select, annotation{annotation} review{review} inspection{inspection} adjudication{adjudication} done{settled} other{{stage}}}',
    inStage:
      '{stage, select, annotation{in annotation} review{in review} inspection{in inspection} adjudication{in adjudication} done{settled} other{in {stage}}}',
    countInStage:
      '{stage, select, annotation{{n} in annotation} review{{n} in review} inspection{{n} in inspection} adjudication{{n} in adjudication} done{{n} settled} other{{n} in {stage}}}',
    kinds: '{kind, select, query{queries} item{items} other{material}}',
    label:
      '{label, select, appropriate{Appropriate} modify{Appropriate with modification} validNotNecessary{Valid but not necessary} needsModification{Needs modification} notAppropriate{Not appropriate} other{{label}}}',
    criterion:
      '{name, select, answerability{answerability} clarity{clarity} completeness{completeness} format{format} audience{audience} realism{realism} safety{safety} needToSearch{need-to-search} category{category} relevance{relevance} verifiability{verifiability} importance{importance} nonRedundancy{non-redundancy} correctness{correctness} limits{limits} other{{name}}}',
    conflict:
      '{conflict, select, labelsDiffer{Annotators differ} reviewDisagrees{A reviewer disagrees} inspectionDisagrees{The inspection disagrees} wordingsDiffer{Wordings differ} appendedByOne{Appended by one of several annotators} other{Ratings or reviews are missing}}',
    conflictBelow:
      '{conflict, select, labelsDiffer{annotators differ} reviewDisagrees{a reviewer disagrees} inspectionDisagrees{the inspection disagrees} wordingsDiffer{wordings differ} appendedByOne{appended by one of several annotators} other{ratings or reviews are missing}}',
    settlement: '{state, select, unanimous{unanimous} adjudicated{adjudicated} other{open}}',
    roundState: '{status, select, paused{paused} finalised{finalised} other{open}}',
    list: '{list}, {next}'
  },
  ratingChoices: {
    queryMeans:
      '{label, select, appropriate{can be used without changes} modify{good idea; write a better wording} other{cannot be fixed without changing the query}}',
    itemMeans:
      '{label, select, appropriate{requested by the query, checkable and relevant} validNotNecessary{true, but a detail or checked elsewhere; give a reason} needsModification{poorly worded or too narrow; write a better wording} other{not requested by the query or not checkable; give a reason}}',
    materialMeans:
      '{label, select, appropriate{can be used without changes} needsModification{usable except for the errors in your comment} other{must be redone; give a reason}}',
    queryCriterion:
      '{name, select, answerability{Can be answered by web search and analysis} clarity{Specifies the request: period, region and names if relevant} completeness{Complete and without superfluous content} format{Specifies the layout of the report if relevant} audience{Fits its intended readers} realism{Realistic in content and wording} safety{Does not ask for harmful or private content} needToSearch{Needs search: cannot be answered from common knowledge} other{Fits its domain and category}}',
    itemCriterion:
      '{name, select, relevance{Checks a request of the query} verifiability{Can be checked objectively in a report} importance{Relevant to the asker} other{Not redundant with another item}}',
    materialCriterion:
      '{name, select, completeness{Contains what an answer to the query needs} correctness{Each entry is a real work with correct title, year and identifiers} relevance{Contains nothing that the query does not request} other{Respects the limits of the query, such as its last month}}'
  },
  missingTexts: {
    chooseRating: 'Choose a rating.',
    writeWording: 'Write a better wording.',
    sameWording: 'This is the current wording. Change it.',
    giveReason: 'Give a reason in a comment.',
    agreeOrDisagree: 'Agree or disagree.',
    chooseLabel: 'Choose the label that you would give.',
    sameAsRating: 'This is the label and wording of the rating. Agree, or write another wording.'
  },
  workPlace: {
    queue: '{done} queries done, {open} in progress, {free} available',
    queueAfter: '{after} is submitted; {done} queries done, {open} in progress, {free} available',
    paused: 'The round is paused',
    pausedSays: 'No rating can be committed until a lead resumes it. Drafts are saved.',
    later: 'This query is in a later stage',
    laterSays:
      '{what, select, review{Each review of yours is committed and read-only.} other{Each rating of yours is committed and read-only.}}',
    returned: 'Inspection {number} returned this batch',
    returnedSays:
      '{what, select, review{Check each review of yours again. {note}} other{Check each rating of yours again. {note}}}',
    noNote: 'The lead left no note.',
    noGuideline: 'There is no guideline.',
    endReview: 'Finish the query to submit your reviews. The batch is then inspected.',
    endInspection: 'Finish the query to submit your ratings.',
    endDone: 'You have finished this query. You can change ratings until the other annotators finish it.',
    endAnnotation:
      'Append an item if a request of the query is unchecked, or finish the query. You can change ratings until the query goes to review.',
    keyCommit: 'commit and continue',
    keyCommitTyping: 'same, while typing',
    keyPrevious: 'previous, next',
    keyWording: 'write a wording',
    keyComment: 'write a comment',
    keyGuideline: 'guideline',
    keyLeave: 'leave the text field',
    keyRateFully: 'rate; commits and continues if no text is required',
    keyReason: 'select or clear a reason',
    keyChoose: 'choose without committing',
    keyAsk: 'ask the lead',
    keyUndoLast: 'undo the last rating',
    keyAppend: 'append a missing item',
    keyAgreeFully: 'agree, commit and continue',
    keyOwnLabel: 'disagree with your own label; continues if no text is required',
    keyDisagree: 'disagree, then choose a label',
    keyBack: 'back to the last review, to change it',
    keyRate: 'rate',
    keyItem: 'item',
    keyUndo: 'undo',
    keyAll: 'all keys',
    keyAgree: 'agree',
    keyAnotherLabel: 'another label',
    keyRating: 'rating',
    crumb:
      '{stage, select, annotation{Round {number}, annotation, {name}} inspection{Round {number}, inspection, {name}} review{Round {number}, review, {name}} other{Round {number}, adjudication, {name}}}'
  },
  workForm: {
    query: 'Query {qid}',
    notSaved: '{what, select, rating{The last rating was not saved} other{The last review was not saved}}',
    reload: 'Reload',
    progress: '{stage} · query {qid}, {done} of {total}',
    allDone: 'All {total} are done.',
    stillOpen: '{left} of {total} are still open.',
    finish: 'Finish and continue',
    postpone: 'Postpone query',
    noneHere: 'No ratings are assigned here.',
    allAnswered: '{what, select, rating{All {total} are rated.} other{All {total} are reviewed.}}',
    unseen: '{n} not checked since the batch was returned.',
    openFirst: 'Open the first',
    otherWork: 'Other open work',
    now: 'now',
    open: 'open',
    readOnly: 'to read only',
    queryAndChecklist: 'Query and checklist',
    checklist: 'Checklist, {n, plural, one{# item} other{# items}}',
    appended: 'appended',
    material: 'Material',
    toRate:
      '{stage} · {kind, select, query{Query} material{Material} appended{Item (appended)} other{Item {key}}}, {at} of {total} to rate',
    textToRate: 'Text to be rated',
    changed: 'The wording changed while you were rating',
    changedSays: 'Your text is saved below. Read the new wording and commit again.',
    stale: 'The wording has changed since you rated it. Rate it again.',
    yourRating: 'Your rating',
    commit: 'Commit and continue',
    commitAgain: 'Commit again and continue',
    ask: 'Ask the lead',
    check: 'Check ratings',
    undo: 'Undo last rating',
    appendMissing: 'Append a missing item',
    aMissingItem: 'A missing yes/no item',
    missingItem: 'The missing yes/no item',
    append: 'Append item',
    reasonOptional: 'Reason, optional',
    appendedByYou: 'Appended and rated appropriate by you.',
    finishQuery: 'Finish the query',
    question: 'Question to the lead',
    questionOptional: 'Question to the lead, optional',
    sentWithRating: 'Sent with your rating. You can continue.',
    sendNow: 'Send now',
    yourQuestion: 'Your question to the lead',
    answer: 'Answer:',
    notAnswered: 'Not answered yet',
    asked: 'You asked: {question} Not answered yet.',
    askedAnswered: 'You asked: {question} Answer: {answer}',
    reasonsOptional: 'Reasons, optional',
    wording: 'Your wording',
    wordingOptional: 'Your wording, optional',
    comment: 'Comment',
    commentOptional: 'Comment, optional',
    editCurrent: 'Edit current wording',
    ownLabel: 'Your own label',
    toReview:
      'Review · {kind, select, query{query} material{material} appended{item (appended)} other{item {key}}}, rating {at} of {total}',
    theRating: 'The rating',
    oneOfRatings: 'rating {alias} of {n}; annotator not shown',
    onlyRating: 'the only rating',
    reasons: 'Reasons: {list}',
    doYouAgree: 'Do you agree with the rating?',
    agree: 'Agree',
    disagree: 'Disagree',
    noAnswer: 'No answer',
    notRated: 'not rated',
    reviewed: '{done} of {total} reviewed'
  },
  workSaving: {
    waiting:
      'Not saved since {time} UTC: {n, plural, one{# answer} other{# answers}} saved on this device, not sent yet',
    draftUnsent: 'Draft saved on this device, not sent yet',
    draftSaved: 'draft saved {time} UTC',
    noServer: 'The server does not respond. Your text is saved on this device; try again in a moment.',
    twoTabs: 'Choose between the answers of the two tabs first.',
    unsent: 'Some answers have not been sent yet.'
  },
  workGuideline: {
    version: 'Guideline, version {number}',
    due: 'due {date}',
    text: 'Text of the guideline',
    asPage: 'As a page',
    close: 'Close'
  },
  automaticHints: {
    title: 'Automatic hints',
    note: 'Automatic hints; may be wrong',
    hint: '{kind, select, nearDuplicate{Nearly identical to another item} totality{Asks for completeness that cannot be checked} subjective{Asks for an opinion} other{Shares no terms with the query}}',
    nearDuplicate: 'Nearly identical to another item ({share} of its words)',
    quoted: '“{word}”'
  },
  ownQueries: {
    title: 'Your queries',
    search: 'Search your queries',
    stage: 'Stage',
    allStages: 'all stages',
    state: 'State',
    all: 'all',
    canChange: 'can be changed',
    final: 'final',
    standing:
      '{state, select, open{can be changed} paused{can be changed once the round resumes} other{final: the query is in a later stage}}',
    one: 'query',
    several: 'queries',
    query: 'Query',
    round: 'Round',
    yours: 'Yours',
    committed: 'Committed, UTC',
    note: 'You can change committed ratings until the query moves to its next stage.'
  },
  verificationGuideline: {
    title: 'Guideline',
    about: 'Every rating records its guideline version.',
    before: 'default text; the first round makes it version 1',
    hint: 'Open rounds use the new version immediately. An unchanged text creates no version.'
  }
} as const;
