/** Why a run waits, stopped or cannot start, and results of test calls: text that is stored or logged in English, which pages recognise and translate. */
export default {
  runText: {
    budgetUsed:
      'The budget of {budget} is used up: {spent} were spent, and {n} of {n2} tasks are left. Raise the budget to go on.',
    budgetOver: 'The budget of {budget} is used up.',
    budgetPrice:
      'The run has a budget, but what its calls cost is unknown: give a price for {judges}, or take the budget away.',
    budgetSearch:
      'The run has a budget, but what a search with {word} costs is unknown: give its price per 1,000 searches, like {example}, or take the budget away.',
    outage:
      '{word} has not answered for {n} {minutes} ({reason}). The run goes on where it stopped as soon as you resume it.',
    minute: 'minute',
    minutes: 'minutes',
    keptAll: 'The run and every answer kept so far are there.',
    processEnded:
      'The process that scored this run has ended {times} without a word, as it does when memory runs out or when it is killed. {kept} Look for the cause in the log of the server; fewer calls at once take less memory. Then resume the run. {n} of {n2} tasks are left.',
    tasksLeft: '{n} of {n2} tasks are left.',
    judgeSilent: 'A judge did not answer.',
    pagesNotFetched:
      '{n} of {n2} cited pages were not fetched, and the claims of {n3} reports that cite them are unscored.',
    noErrorCounted: 'Nothing was counted as an error of a report.',
    checkNetwork:
      'Check network, name server and proxy of this machine, or supply the pages’ texts; then resume the run.',
    waitsWorker: 'a worker (start one with voirdire worker)',
    waitsFitting: 'a worker that can score this run; {refusals}',
    batchAt: 'batch of {n} questions at {word}: {words}',
    batchOfOne: 'batch of 1 question at {word}: {words}',
    submitted: 'submitted',
    limitOf: 'limit of {word}: {reason}',
    doesNotAnswer: '{word} does not answer ({reason})',
    perMinute: '{n} requests a minute',
    tokensPerMinute: '{n} tokens a minute',
    atOnceAll: '{n} requests at once, over all workers',
    stoppedBefore: 'The run was stopped before the answer came.',
    cancelled: 'The run was cancelled.',
    workerEnded:
      'The worker that scored ended before the answer came. The request may have been billed; its cost is estimated.',
    batchLeft:
      'A batch of {word} left questions unanswered ({reason}). Resume the run to ask them again, or with single calls for the rest.',
    batchGone: 'The provider does not have this batch any more.',
    batchUnanswered: '{n} of {n2} questions were not answered ({words}).',
    batchForeign: '{n} results have ids of no question and were not used.',
    batchDoubled: '{n} results came twice; the first counts.',
    batchLost: 'It is not known which batch of the provider it is; it may have been billed.',
    jobLost: 'It is not known which job of the provider it is; it may have been billed.',
    jobGone: 'The provider does not have the job any more.',
    neverSubmitted: 'It was never submitted.',
    notNeeded: 'No question of the run needs it any more.',
    batchNoAnswer: 'The batch did not answer it.',
    halfPrice:
      '{spec} is asked by batches at half the price. A batch takes up to 24 hours; the time is that of single calls.',
    fullPrice: '{spec} is asked by single calls at the full price: it has no batches, or it searches the web.',
    thinks:
      '{spec} thinks before it answers: {n} tokens a call are assumed for that and counted as tokens out. VOIRDIRE_THINKING_TOKENS sets another number.',
    searchesWith: 'searches with {provider}',
    unknownProvider: 'an unknown provider',
    runSearches:
      'This run searches with {word}, and here that is {provider}. Restore its address or file, or make a new run.',
    notSetUpHere: 'not set up',
    noSearchProvider: 'There is no search provider {name}. Search providers: {providers}.',
    severalSearch: 'Several search providers are set up: {providers}. Choose one, or set {variable} to one of them.',
    searchProvider: 'The search provider {word}',
    setAndStart: 'set {variables} and start again',
    keyRefused: 'The provider does not accept the key. Check {key} where Voirdire starts.',
    keyOfServer: 'the key of a named server',
    noJudgeHere: 'No judge is asked at this address from here. Check the base URL, or name the server.',
    quotaUsed: 'The quota or the credit of this key is used up. Top it up, or use another key.',
    unknownModel: 'The provider does not know the model {word} at this address. Check its name and the base URL.',
    keyMayNot: 'The key may not use {word} from here. Check its permissions, and any proxy between.',
    tooMany: 'The provider receives too many requests. Wait a minute, or set limits for it.',
    settingRefused:
      'The provider refuses a setting of this judge, or the form of the request. Change the setting it names.',
    providerFault: 'The provider has a fault of its own. Try again later.',
    deadlinePassed: 'The deadline passed. Raise the deadline of a call.',
    cannotReach: 'The server cannot be reached. Check network, base URL and proxy.',
    callFailed: 'The call failed.',
    raiseOutput: 'Raise maxOutputTokens of the judge.',
    otherForm:
      'The judge answered, but not in the form that was asked for: {fault}. Choose another model, or one with structured output.',
    storedNo: 'The run has stored no {what}.',
    answerToThis: 'answer to this question',
    pageFor: 'page for {url}',
    searchFor: 'search for {query}',
    importedAsked: 'The verdicts of this run were imported: nothing was asked here.',
    rolesChanged: 'The models that play the roles of {spec} are no longer what they were in this run.',
    notSetUp: '{spec} is not set up here any more: {why}',
    promptGone: 'The prompt {prompt} (hash {hash}) is not part of this version of Voirdire.',
    sentChanged: 'A cited page, an answer or the wording that the question was made of has changed since it was sent.',
    noMetricNamed: 'There is no metric named {name}. Metrics: {metrics}.',
    noMetricOf: 'There is no metric {name}. There are: {metrics}.',
    noPromptVersion: 'The metric {word} has no prompt version {version}. Versions: {versions}.',
    noMaker: 'There is no maker named {name}. Makers: {makers}.',
    noMakerVersion: 'The maker {word} has no prompt version {version}. Versions: {versions}.',
    noStudyKind: 'There is no kind of study named {name}. Kinds: {kinds}.',
    noFile: 'There is no file {name}. Formats: {formats}.',
    noExport: 'There is no export as {format}. There are {formats}.',
    noListOfIssues: 'The judge has no list of issues for this report.',
    noRaterLabel: 'The file has no label of this rater here.',
    noVerdictInFile: 'The file has no verdict of this judge on it.',
    unitsUnlike: 'The study did not sample the units of this score.',
    labelsFew: 'The labels are too few to correct either set of scores.'
  }
} as const;
