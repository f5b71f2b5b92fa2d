/** Rationales that code writes into verdicts, in place of a judge or before its words (`given`). */
export default {
  rationaleText: {
    statementCount: 'The report has {n} of them.',
    votes: '{n} of {n2} valid votes: {word}. {given}',
    tooFewVotes: '{n} of {n2} votes are valid, and at least {n3} have to be.',
    tiedVotes: 'The votes are tied: {n} correct, {n2} incorrect.',
    noStatement: 'The report has no such statement.',
    noStatementOrAddress: 'The report has no such statement, or not this address.',
    citedDirectly: 'A citation follows it directly.',
    pageNotRead: 'The page was not read: {note}.',
    oneWork: 'Entries with the same title are one work.',
    ofOwnSources: '{n} of them come from sources of the report.',
    noRubric: 'It belongs to no rubric of the task.',
    noWords: 'The report does not have these words.',
    noParagraph: 'The report does not have this paragraph.'
  }
} as const;
