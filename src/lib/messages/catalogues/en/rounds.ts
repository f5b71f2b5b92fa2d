export default {
  roundHead: {
    title: 'Round {number, id}, {name}',
    short: 'Round {number, id}',
    label: 'Round',
    verification: 'Verification',
    board: 'Board',
    questions: 'Questions',
    inspections: 'Inspections',
    settings: 'Settings',
    finalise: 'Finalise',
    due: 'due {date}'
  },
  roundTold: {
    told: '{done, select, started{The round is open. Work appears under Verification.} paused{The round is paused. No rating can be committed; texts are saved as drafts.} resumed{The round is resumed. Ratings can be committed again.} settings{The settings are saved. They apply to new assignments and samples.} reassigned{The query is reassigned. Committed ratings and drafts are retained.} reopened{The query is reopened. Committed ratings are retained and can be changed.} reworded{The wording is changed. Annotators of the old wording must rate it again.} drawn{The sample is drawn. Reviewers can inspect queries that they did not review.} noted{The note is saved. Annotators see it above their work.} other{The answer is saved. The annotator sees it beside the question.}}'
  },
  roundsPage: {
    title: 'Verification',
    guideline: 'Guideline',
    startRound: 'Start round',
    submitted: '{after} is submitted.',
    allDone: 'All assigned work is done',
    submittedAllDone: '{after} is submitted. All assigned work is done',
    savedNew: 'All committed ratings are saved. New work appears when other stages progress.',
    savedBelow: 'All committed ratings are saved. Other open work is below.',
    toCompare: 'Tasks to compare',
    compare: 'Compare tasks',
    pairsDone: '{done} of {total, plural, one{# pair} other{# pairs}} done',
    yourWork: 'Your work',
    yourQueries: 'Your queries',
    noWork: 'No open work',
    noRoundOpen: 'No round is open.',
    yourRole: 'Your role here is {role}. Your work appears here once a lead starts a round.',
    rounds: 'Rounds',
    noRound: 'No round yet',
    roundsAppear:
      'Rounds appear here. A round leads the queries and checklists through annotation, review, inspection and adjudication to a frozen dataset version.',
    startFirst: 'Start first round',
    progress: 'Progress of the rounds',
    round: 'Round',
    state: 'State',
    queries: 'Queries',
    questions: 'Questions',
    due: 'Due',
    roundNamed: '{number}, {name}',
    versions: 'Dataset versions',
    all: 'all',
    noVersions: 'No versions yet. Finalising a round creates one.',
    version: 'Version {number, id}',
    versionFacts:
      '{queries, plural, one{# query} other{# queries}}, {items, plural, one{# item} other{# items}}, frozen {date}, <code>{hash}</code>'
  },
  roundBoard: {
    nextSteps: 'Next steps',
    stages: 'Stages',
    stagesNote: 'one square per query, {n} in total; ringed: with a question',
    throughput: 'Throughput',
    stage: 'Stage',
    asked: 'Asked',
    done: 'Done',
    inProgress: 'In progress',
    available: 'Available',
    perDay: 'Per day',
    daysLeft: 'Days left',
    byPerson: 'queries by person',
    throughputNote:
      'Per day: over the last seven days, or since the first finished query if that is later, at least one day. –: undefined, because no query was finished in the last seven days.',
    people: 'People',
    roles: 'roles',
    noneAssigned: 'No query is assigned yet.',
    person: 'Person',
    queriesDone: 'Queries done',
    last7: 'Last 7 days',
    committed: 'Committed',
    medianTime: 'Median time',
    last: 'Last',
    agreement: 'Agreement by stage',
    agreementNote: '95% CIs, jackknife by query',
    agreementNone: 'Undefined: no query or item has two labels.',
    agreementDash:
      'n: queries or items with two labels or more; after annotation, pairs of a rating and the label it is compared with. Chance agreement of κ and AC1 also counts those with one label. The settled label is unanimous or adjudicated. –: undefined, because all labels are equal or too few queries have two. No interval: fewer than two queries, or leaving one out does not change the figure or makes it undefined.',
    watch: 'Annotators over time',
    watchNote: 'confirmed by reviewers or by the adjudicated label',
    annotator: 'Annotator',
    confirmed: 'Confirmed',
    earlier: 'Earlier half',
    later: 'Later half',
    medianItem: 'Median per item',
    tooFast: 'Too fast to read',
    of: 'of {n}',
    watchHow:
      'p: Fisher’s exact test between the halves, with 10 or more judged ratings. Too fast: less than a second for eight words.',
    differ: 'Disagreements between annotators',
    differNote: '{n, plural, one{# subject} other{# subjects}}, lowest agreement first',
    differOne: 'subject',
    differSeveral: 'subjects',
    differRow: '{share} of pairs agree; {conflicts}',
    differNone: '–; {conflicts}',
    pause: 'Pause',
    resume: 'Resume',
    pauseRound: 'Pause round',
    resumeRound: 'Resume round',
    pauseSays: 'No rating can be committed while paused; texts are saved as drafts.',
    resumeSays: 'People can commit again; their drafts are restored.'
  },
  roundSteps: {
    paused: 'paused',
    pausedWhat: 'No rating can be committed',
    pausedDetail: 'texts are saved as drafts',
    resume: 'Resume',
    asked: 'asked',
    askedWhat: '{n, plural, one{# question to you is not answered} other{# questions to you are not answered}}',
    askedDetail: 'annotators continue and rate by their best judgement',
    answer: 'Answer',
    ready: 'ready',
    readyWhat: 'Batch {number, id} can be inspected',
    readyDetail: 'the server draws the sample at the start',
    openPlan: 'Open sampling plan',
    sentBack: 'returned',
    sentBackWhat: 'Inspection {inspection, id} returned batch {batch, id}',
    sentBackDetail: '{n} of {sample} disagree; write a note to annotators',
    openDisagreements: 'Open disagreements',
    open: 'open',
    openWhat:
      '{stage, select, annotation{{n, plural, one{# annotation task is unassigned} other{# annotation tasks are unassigned}}} other{{n, plural, one{# review task is unassigned} other{# review tasks are unassigned}}}}',
    openDetail: 'the next available people get them',
    stuck: 'no person',
    stuckWhat:
      '{stage, select, annotation{No annotator} review{No reviewer} other{No adjudicator}} can take {n, plural, one{# query} other{# queries}}',
    stuckDetail: 'give the role to another person; no person works on the same query in two stages',
    people: 'People',
    settle: 'decide',
    settleWhat: '{n, plural, one{# query} other{# queries}} in adjudication',
    settleDetail: 'finalise the round with open subjects, or wait',
    openSubjects: 'Open subjects',
    settled: 'settled',
    settledWhat: 'All subjects are decided',
    settledDetail: 'finalise the round as a dataset version',
    finalise: 'Finalise'
  },
  stageTable: {
    label: 'Stages',
    noDomain: 'no domain',
    all: 'all',
    flagged: 'flagged',
    inConflict: '{n} in conflict',
    with: 'with {names}',
    moreNeeded: '{n} more needed',
    cell: '{stage}: {n, plural, one{# query} other{# queries}}',
    cellOf: '{domain}, {stage}: {n, plural, one{# query} other{# queries}}',
    flaggedToo: '{cell}, {n} with a question',
    noteAnnotation: '{n, plural, one{# annotator} other{# annotators}} each',
    noteReview: 'one reviewer, blind',
    noteInspection: 'a sample of each batch',
    noteAdjudication: 'independent adjudicators',
    noteReady: 'ready for a version',
    noteIn: 'in a dataset version'
  },
  stageAgreement: {
    label: 'Agreement by stage',
    stage: 'Stage',
    stageOf: '{stage}, <soft>{kind}</soft>',
    interval: 'Interval',
    noInterval: 'no interval',
    inQueries: 'in {n, plural, one{# query} other{# queries}}',
    note: 'Lines: 95% CI by query. n: queries or items with two labels or more; after annotation, pairs of a rating and the label it is compared with. Chance agreement of AC1 also counts those with one label. –: undefined.',
    sameLabel: 'Same label',
    scale: 'AC1, 0 to 1',
    between:
      '{stage, select, annotation{inter-annotator agreement} review{each rating and its review} inspection{inspection and reviewed rating} other{each rating and the settled label}}',
    onKind: '{kind, select, query{on queries} item{on items} other{on material}}'
  },
  inspectionGate: {
    outcome:
      '{result, select, passes{The batch passes: {n, plural, one{# disagreement} other{# disagreements}} in a sample of {sample}; at most {allowed} allowed} annotation{The batch is returned to annotation: {n, plural, one{# disagreement} other{# disagreements}} in a sample of {sample}; at most {allowed} allowed} other{The batch is returned to review: {n, plural, one{# disagreement} other{# disagreements}} in a sample of {sample}; at most {allowed} allowed}}',
    share:
      'Share in the sample {rate}. At 95%, at most {n, plural, one{# rating} other{# ratings}} of {lot} in the batch disagree ({upperRate}); exact (hypergeometric).',
    limitOf:
      '{reading, select, acceptance{Limit {limit}, by acceptance sampling.} other{Limit {limit}, by estimation.}}',
    passes: 'A batch with {share} in disagreement passes with probability {probability}',
    everyRating: 'Every rating of the batch is inspected',
    drawn:
      '{sample} of {lot, plural, one{# rating is} other{# ratings are}} drawn; the batch passes with up to {allowed, plural, one{# disagreement} other{# disagreements}}. Exact (hypergeometric).',
    chart: 'Probability of acceptance by share of ratings in disagreement',
    limit: 'limit',
    axis: 'share of ratings that disagree'
  },
  inspectionsPage: {
    batch: 'Batch {number, id}',
    batchQueries: '{n, plural, one{# query} other{# queries}}: {stages}',
    running:
      '<link>Inspection {number, id}</link> is in progress: {rated} of {drawn, plural, one{# drawn rating} other{# drawn ratings}} inspected, drawn {when} UTC. Results appear once it is complete.',
    ready:
      'All ratings are reviewed. The server draws the sample; annotators and reviewers of a query cannot inspect it.',
    obstacle:
      '{kind, select, running{Its inspection is in progress.} unreviewed{{n, plural, one{# of its queries is not reviewed yet.} other{# of its queries are not reviewed yet.}}} other{None of its queries is ready for inspection.}}',
    test: 'Test',
    reading: '{reading, select, acceptance{acceptance sampling} other{estimation}}',
    ratings: 'Ratings in the batch',
    toDraw: 'To be drawn',
    acceptanceNumber: 'Acceptance number',
    disagreements: '{n, plural, one{# disagreement} other{# disagreements}}',
    limit: 'Limit',
    otherwise: 'Otherwise return to',
    draw: 'Draw sample and start',
    inspection: 'Inspection {number, id}',
    closed: 'closed {when} UTC'
  },
  inspectionPage: {
    title: 'Inspection {number, id} of batch {batch, id}',
    ofRound: 'round {number, id}, {name} · <link>all inspections of the round</link>',
    running: 'In progress: {rated} of {drawn, plural, one{# drawn rating} other{# drawn ratings}} inspected',
    runningSays:
      'Results appear once every drawn query is finished, so that partial results cannot influence the inspection.',
    plan: 'Sampling plan',
    cluster: 'Where errors cluster',
    clusterNote: 'Wilson intervals at 95%; Fisher’s exact test, after Holm',
    noDisagreement: 'No drawn rating disagrees.',
    noCluster:
      'No significant cluster: {n, plural, one{# disagreement} other{# disagreements}} of {drawn} spread over the levels below.',
    systematic: 'Systematic: {list}.',
    levelShare: '{factor} {level} ({k} of {n})',
    by: 'By',
    level: 'Level',
    here: 'Disagreements here',
    elsewhere: 'Elsewhere',
    afterHolm: 'after Holm',
    systematicColumn: 'Systematic',
    factor: '{factor, select, annotator{annotator} label{label} category{category} domain{domain} other{kind}}',
    kindLevel: '{kind, select, query{query} item{item} other{material}}',
    noCategory: 'no category',
    noDomain: 'no domain',
    share: '{k} of {n}',
    range: '{low} to {high}',
    yes: 'yes',
    no: 'no',
    disagreements: '{n, plural, one{# disagreement} other{# disagreements}}',
    disagreementsLabel: 'Disagreements',
    subject: 'Subject',
    rated: 'Rated',
    afterReview: 'After review',
    inspected: 'Inspected',
    why: 'Why',
    note: 'Note to annotators',
    noteHint: 'Shown above their work',
    saveNote: 'Save note'
  },
  subjectCounts: {
    label: 'Counts',
    queries: 'Queries',
    items: 'Items',
    material: 'Material',
    row: '{row, select, came{Imported} appended{Appended} kept{Kept} reworded{Kept with new wording} other{Dropped}}',
    state: '{state, select, unanimous{Unanimous} adjudicated{Adjudicated} other{Open}}'
  },
  finalisePage: {
    isFinalised: 'This round is finalised',
    newest:
      'The newest version is <link>version {number, id}</link>. Reopening a query from the board reopens the round; finalising it again creates a new version.',
    result: 'Result',
    currentResult: 'Current result',
    obstacles: 'Obstacles',
    includeOpen:
      '{n, plural, one{Also with # open subject: it is retained unchanged and marked in the files} other{Also with # open subjects: they are retained unchanged and marked in the files}}',
    finalise: 'Finalise as a dataset version',
    finaliseSays:
      'A version is immutable, numbered and hashed by its content. Unchanged content creates no new version.',
    open: 'Open subjects',
    subjects: '{n, plural, one{# subject} other{# subjects}}',
    before: 'Before adjudication: {list}.',
    stageQueries:
      '{stage, select, annotation{{n, plural, one{# query} other{# queries}} in annotation} review{{n, plural, one{# query} other{# queries}} in review} other{{n, plural, one{# query} other{# queries}} in inspection}}',
    none: 'None: every query and item is decided.',
    more: 'and {n} more'
  },
  roundSettings: {
    readOnly: 'Its settings are read-only. Reopen a query to change them.',
    legend: 'Settings that can be changed',
    people: 'People and deadline',
    peopleSays: 'Changes do not affect queries already assigned. Reassign a query on its own page.',
    inspection: 'Inspection',
    inspectionSays: 'Applies to new samples; a running inspection keeps its plan.',
    retained: 'Retained items',
    save: 'Save settings',
    fixed: 'Fixed since it started',
    overlap: 'Overlap',
    annotatorsPerQuery: '{n, plural, one{# annotator} other{# annotators}} per query',
    mode: 'Assignment mode',
    modeIs: '{mode, select, ahead{in advance} other{on demand}}',
    batchSize: 'Queries in a batch',
    seed: 'Seed',
    fixedSays:
      'Queries have advanced with this overlap and batch size, so a change would make counts incomparable. Start a new round to change them.'
  },
  roundFields: {
    assignment: 'Assignment of queries',
    random: 'At random',
    randomMeans: 'any annotator can get any query',
    byDomain: 'By domain',
    byDomainMeans: 'annotators get queries of their domains; queries of other domains go to any annotator',
    domains: 'Domains of each annotator',
    deadline: 'Deadline, optional',
    deadlineHint: 'Shown to all annotators. The round does not close automatically.',
    limit: 'Limit, %',
    risk: 'Risk, % (acceptance sampling)',
    acceptNumber: 'Acceptance number (disagreements allowed)',
    halfWidth: 'Half-width, % (estimation)',
    plan: 'Sampling plan',
    acceptance: 'Acceptance sampling',
    acceptanceMeans: 'sample size at which a batch just above the limit passes with the risk below',
    estimation: 'Estimation',
    estimationMeans: 'sample size at which the share has the half-width below',
    returnTo: 'Return a rejected batch to',
    annotation: 'Annotation',
    annotationMeans: 'annotators check their ratings again',
    review: 'Review',
    reviewMeans: 'ratings are retained, reviews are repeated',
    keepUnnecessary: 'Keep items rated “valid but not necessary”, unless an adjudicator decides otherwise'
  },
  roundPreview: {
    workload: 'Workload',
    subjects: 'Subjects',
    subjectCount:
      '{queries, plural, one{# query} other{# queries}} with {items, plural, one{# item} other{# items}}{material, plural, =0{} one{ and # gold list or other material} other{ and # gold lists or other material}}',
    annotation: 'Annotation',
    ratings: '{n, plural, one{# rating} other{# ratings}}',
    ratingsEach: '{n, plural, one{# rating} other{# ratings}}, about {each} per person',
    review: 'Review',
    reviews: '{n, plural, one{# review} other{# reviews}}',
    reviewsEach: '{n, plural, one{# review} other{# reviews}}, about {each} per person',
    inspection: 'Inspection',
    drawn: '{n, plural, one{# rating} other{# ratings}} drawn from {batches, plural, one{# batch} other{# batches}}',
    fewAnnotators: 'Too few annotators',
    fewAnnotatorsSays:
      'Each query needs {overlap}, and the project has {annotators}. Queries stay in annotation until more are invited.',
    fewReviewers: 'Too few reviewers',
    fewReviewersSays:
      'A reviewer cannot inspect the same query, so a round needs two reviewers; the project has {reviewers}.',
    plan: 'Inspection plan',
    planNote: 'recomputed when a batch is drawn',
    batches: 'Batches',
    batch: 'Batch',
    queries: 'Queries',
    ratingsColumn: 'Ratings',
    drawnColumn: 'Drawn',
    acceptanceNumber: 'Acceptance number'
  },
  roundQuestions: {
    asked: '{when} UTC',
    askedBy: '<link>{subject}</link>, asked by {who}',
    answer: 'Answer',
    answered: 'Answered {when} UTC',
    change: 'Change answer',
    none: 'No questions',
    appear: 'Questions of annotators about queries and items, and your answers, appear here.'
  },
  roundQuery: {
    title: 'Query {qid}',
    batch: 'batch {number, id}',
    assignedTo: 'Assigned to',
    moreNeeded: '{n, plural, one{# more annotator needed} other{# more annotators needed}}',
    notAssigned: 'Not assigned yet.',
    standing:
      '{state, select, done{{n} committed, finished} opened{{n} committed, opened} other{{n} committed, not opened yet}}',
    assignTo: 'Assign to',
    nextPerson: 'next available person',
    reassign: 'Reassign',
    retained: 'Committed ratings and drafts are retained and count again if the query is assigned back.',
    reopenFor: 'Reopen for',
    reopen: 'Reopen',
    reopensRound: 'This reopens the round; finalising it again creates a new version.',
    reopenSays: 'Ratings and reviews are retained and can be changed; decisions must be repeated.',
    subject: '{kind, select, query{The query} material{Material} other{Item {key}}}',
    appended: 'appended by an annotator;',
    noRatings: 'No ratings yet.',
    agrees: 'Agrees',
    saidBy: '{who}, {stage}',
    timed: '{duration}, {when} UTC',
    wordings: '{n, plural, one{# wording} other{# wordings}} so far',
    wordingNote: '{reason}, {when} UTC',
    changeWording: 'Change wording',
    wording: 'Wording',
    reason: 'Reason',
    rewordHint: 'Ratings of the current wording are stored; the new wording must be rated again.'
  },
  firstGuideline: {
    markdown: `# Rating queries and checklists

You see one research query and the checklist that its reports will be judged by. Rate the query once and every item on its own. Judge independently: other annotators do not see your ratings while they rate.

## The query

| Key | Rating | If |
| --- | --- | --- |
| 1 | Appropriate | A researcher could work on it as it is. |
| 2 | Appropriate with modification | The idea is good, the wording is not. Write a better wording. |
| 3 | Not appropriate | It cannot be fixed without changing the query. |

Check: Can it be answered by search and analysis? Does it specify the request (period, region, names)? Is anything missing or superfluous? Does it name layout and readers if they matter? Do not ask for a layout or readers if neither changes the answer. Would a person ask this, in these words? Is it harmless? Does it need a search? Does it fit its domain and category? Select each problem as a reason.

## An item of the checklist

| Key | Rating | If |
| --- | --- | --- |
| 1 | Appropriate | The query requests it, a report can be checked for it, and it is relevant. |
| 2 | Valid but not necessary | It is true, but another item checks it or it is a detail. Give a reason; a better wording is optional. |
| 3 | Needs modification | It is poorly worded or too narrow. Write a better wording. |
| 4 | Not appropriate | The query does not request it, or it cannot be checked or reached by any report. Give a reason; a better wording is optional. |

Append an item if no item checks a request of the query.

## Examples

Query: *Compare the three bus operators of Vellmoor by punctuality, fares and number of stops in 2024, for the town council.*

- *Does the report give the punctuality of each of the three operators in 2024?* Appropriate: requested, checkable and relevant.
- *Does the report name the oldest of the three operators?* Not appropriate: the query does not request ages.
- *Does the report mention the operator Fennline?* Valid but not necessary if another item asks for all three.
- *Does the report list all bus stops of the region?* Not appropriate: completeness of a list cannot be checked. The query requests a number.
- *Does the report describe the fares well?* Needs modification: “well” is an opinion. Better: *Does the report give the single fare of each of the three operators in 2024?*

Query: *What about buses lately?* Not appropriate, or appropriate with modification if the project knows the intended request: which buses, where, since when, for whom?

## Common errors

- “All” and “every” ask for completeness that cannot be checked.
- Two items that check the same thing count it twice.
- An item can request something that the query never requested.
- Words such as “good”, “clear” or “sufficient” ask for an opinion.

Use “Ask the lead” if you have a question. You can continue while a question is open: rate by your best judgement; you can change the rating until the query goes to review.`
  }
} as const;
