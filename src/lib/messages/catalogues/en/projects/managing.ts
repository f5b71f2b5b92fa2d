export default {
  archive: {
    title: 'Archive',
    projects: 'Projects in the archive',
    noProject: 'Archived projects appear here.',
    since: 'since {when} UTC',
    restoreProject: 'Restore this project',
    renameProject: 'Rename or archive this project',
    about:
      'Runs, studies, systems, reports, queries and checklist items that lists and choices no longer show. Open one to restore it or to delete it permanently. Archive a thing from its own page.',
    tableOf: 'Table of {kind} in the archive',
    name: 'Name',
    archivedAt: 'In the archive since, UTC',
    nothing: 'Archived things appear here.'
  },
  things: {
    noun: '{kind, select, run{run} study{study} system{system} report{report} query{query} topic{topic} talk{talk} spotcheck{spot check} item{checklist item} account{account} other{project}}',
    plural:
      '{kind, select, run{runs} study{studies} system{systems} report{reports} query{queries} topic{topics} talk{talks} spotcheck{spot checks} item{checklist items} account{accounts} other{projects}}',
    stays:
      '{kind, select, run{The judged reports stay, and so do its replies that other runs reused.} study{Its run stays.} system{The queries that it answered stay.} report{Its query and its system stay.} query{Dataset versions that were frozen with it keep its text.} topic{Tasks that were made from it stay, and so do dataset versions that hold it.} talk{Queries that were accepted from it stay, and so do the runs that read it, without their calls about it.} spotcheck{The run whose verdicts it checks stays.} item{Runs and studies judge a frozen dataset version, which keeps the item with its verdicts and labels.} account{Labels, ratings and audit rows stay under a pseudonym; preregistrations and decisions keep the name that was written in them.} other{Its audit rows stay in the audit trail of the instance.}}',
    renames:
      '{kind, select, run{Its number stays.} study{Its number stays.} system{Files that were exported before keep the old name.} report{The name of a report is that of its file; system and query stay.} query{The id of a query can change until a version, a round or a report names it.} topic{The id of a topic can change until a task or a version names it.} talk{Its number stays.} spotcheck{Its number stays.} item{The key of an item can change until a version or a round names it.} account{Audit rows show the new name.} other{Its address stays, so that links keep working.}}'
  },
  /** Labels of numbered things, which the audit trail and the command line have in English. */
  thingText: {
    run: 'Run {n}',
    runNamed: 'Run {n} · {given}',
    draftingRun: 'Drafting run {n} · {given}',
    study: 'Study {n} · {given}',
    talk: 'Talk {n} · {given}',
    spotCheck: 'Spot check {n} · {given}',
    pair: 'Round {n}: {left} and {right}'
  },
  managing: {
    about: 'Rename, archive or delete this {thing}',
    name: 'Name',
    rename: 'Rename',
    access: 'Access',
    archive: 'Archive',
    disableAbout: 'A disabled account cannot sign in. Nothing is lost, and it can be enabled again.',
    archiveAbout:
      'Lists and choices no longer show archived things. Nothing is lost: runs and figures based on it keep it, and you can restore it.',
    archiveThis: '{account, select, yes{Disable this {thing}} other{Archive this {thing}}}',
    since: '{account, select, yes{Disabled since {when} UTC.} other{In the archive since {when} UTC.}}',
    restoreThis: '{account, select, yes{Enable this {thing}} other{Restore this {thing}}}',
    delete: 'Delete',
    erased: 'Name, e-mail, password, roles and drafts are erased.',
    judgedNothing: 'The person has judged nothing.',
    kept: 'Kept under a pseudonym: {things}.',
    nothingElse: 'Nothing else is deleted with it.',
    deletedWith: 'Deleted with it:',
    audit: 'The audit trail stays whole and records the deletion.',
    cannot: 'Cannot be deleted now',
    archiveFirst:
      '{account, select, yes{Disable the account first: only a disabled account can be deleted, so that one click cannot lose data.} other{Archive it first: only archived things can be deleted, so that one click cannot lose data.}}',
    typeName: 'Type the name to confirm: {name}',
    deleteForGood: 'Delete permanently',
    renamed: 'Renamed: {name}.',
    archived: 'The {thing} is in the archive.',
    restored: 'The {thing} is out of the archive.',
    disabled: 'The account is disabled.',
    enabled: 'The account is enabled.'
  },
  hanging: {
    query: '{n, plural, one{# query} other{# queries}}',
    topic: '{n, plural, one{# topic} other{# topics}}',
    checklistItem: '{n, plural, one{# checklist item} other{# checklist items}}',
    talk: '{n, plural, one{# talk} other{# talks}}',
    draftedPiece: '{n, plural, one{# drafted piece} other{# drafted pieces}}',
    comparison: '{n, plural, one{# comparison by people} other{# comparisons by people}}',
    system: '{n, plural, one{# system} other{# systems}}',
    report: '{n, plural, one{# report} other{# reports}}',
    datasetVersion: '{n, plural, one{# dataset version} other{# dataset versions}}',
    round: '{n, plural, one{# round} other{# rounds}}',
    ratingOrReview: '{n, plural, one{# rating or review} other{# ratings and reviews}}',
    run: '{n, plural, one{# run} other{# runs}}',
    verdict: '{n, plural, one{# verdict of judges} other{# verdicts of judges}}',
    call: '{n, plural, one{# call} other{# calls}}',
    study: '{n, plural, one{# study} other{# studies}}',
    label: '{n, plural, one{# label of people} other{# labels of people}}',
    spotCheck: '{n, plural, one{# spot check} other{# spot checks}}',
    spotCheckAnswer: '{n, plural, one{# answer to spot checks} other{# answers to spot checks}}',
    preregistration: '{n, plural, one{# preregistration} other{# preregistrations}}',
    decision: '{n, plural, one{# decision} other{# decisions}}',
    role: '{n, plural, one{# role of a person} other{# roles of people}}',
    studyLabel: '{n, plural, one{# label of a study} other{# labels of studies}}',
    rating: '{n, plural, one{# rating} other{# ratings}}',
    review: '{n, plural, one{# review} other{# reviews}}',
    adjudication: '{n, plural, one{# adjudicated label} other{# adjudicated labels}}',
    other: '{n, plural, one{# other record} other{# other records}}'
  }
} as const;
