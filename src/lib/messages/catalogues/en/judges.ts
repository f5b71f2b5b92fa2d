export default {
  judges: {
    title: 'Judges',
    confirmed: 'The adoption for {metric} is confirmed',
    confirmedAbout: 'Your reason is recorded. Another model version reopens it.',
    reopened: 'The adoption for {metric} is re-opened',
    adoptedBy: '{ensemble}, adopted by {name} on {date}',
    reopenedAbout: 'New runs no longer start with these judges. Scores made before stay as they are.',
    decideAgain: 'Decide again',
    reason: 'Reason why the adoption is still valid',
    reasonHint: 'Recorded with your name. The versions above then count as adopted.',
    confirm: 'Confirm adoption',
    none: 'No judge yet',
    noneAbout: 'Judges appear here after the first run, with the served model versions and announced shutdown dates.',
    planRun: 'Plan a run',
    table: 'Judges of this project',
    judge: 'Judge',
    provider: 'Provider',
    served: 'Served versions',
    runs: 'Runs',
    adoptedFor: 'Adopted for',
    shutdown: 'Shutdown',
    earlierRuns: 'and {n} before',
    isReopened: 're-opened',
    noneAnnounced: 'none announced',
    ending: '{model}, {days, plural, =0{ended} one{in # day} other{in # days}}',
    tableAbout:
      'Served versions are the names that providers give in their replies; failed calls are not counted. Shutdown dates are those that providers announced for known models.',
    ways: 'Work with judges',
    way: '{way, select, agreement{Agreement with annotators} compare{Compare judges} monitoring{Monitoring} succession{Succession} cards{Judge cards} other{Prompts}}',
    wayAbout:
      '{way, select, agreement{Agreement of each judge and ensemble with the labels of a study, and adoption decisions} compare{Judges of several runs on the same labels, with paired differences and flipped items} monitoring{Anchor sets on which adopted judges are asked again, with a ledger of every check} succession{Successors of the adopted judges: non-inferiority, change of scores, and both leaderboards} cards{Signed certificates of adopted judges, which anyone can verify without this server} other{Every prompt with its versions; edit a copy, preview it on a report, and let new runs choose it}}'
  },
  monitoring: {
    title: 'Monitoring',
    noSet: 'No anchor set yet',
    notChecked: '{metric}: anchor set {n} has not been checked yet',
    finding:
      '{result, select, loss{Agreement with annotators fell} flips{More verdicts changed than allowed} within{A loss of {points} points is excluded} other{A loss of {points} points is not excluded yet}}',
    findingOfVersion:
      '{judges}: the served version changed; {result, select, loss{agreement with annotators fell} flips{more verdicts changed than allowed} within{a loss of {points} points is excluded} other{a loss of {points} points is not excluded yet}}',
    drawn: '{metric}, anchor set {n} · drawn on {date} by {name}',
    check:
      'Check {n}: {flips} of {total} verdicts changed, agreement {agreement} against {adopted} at adoption. Change over the last checks: {change} points.',
    noSetAbout:
      'Anchor items are labelled items on which the adopted judges are asked again. Checks and their results appear here once you draw a set.',
    compare: 'Compare judges',
    checkNow: 'Check now',
    underWay: 'Check under way: run {n}',
    isClosed: 'Closed.',
    whyClosed: '{why, select, ended{A lead ended this set.} other{Its ensemble is no longer the adopted one.}}',
    checks: '{n, plural, one{# check} other{# checks}} since the adoption',
    checksAbout:
      '{items} anchor items in {queries} queries, compared with adoption ({adopted}). Points: single checks; line: mean of the last three checks; band: its 95% interval, valid at every check. A new version starts a new sequence.',
    chartChange: 'Change in agreement, {n, plural, one{# check} other{# checks}}; the last three: {change} points',
    chartFlips: 'Changed verdicts; last check {flips} of {total}',
    ledger: 'Ledger',
    files: 'Every check as',
    draw: '{first, select, yes{Draw an anchor set} other{Draw another anchor set}}',
    side: 'Schedule and test',
    next: 'Next check',
    never: 'none',
    onDemand: 'on demand',
    overdue: 'overdue',
    every:
      'Every {n, plural, one{# day} other{# days}}. <code>voirdire monitor</code> carries out what is due, for example from cron.',
    lastCost: 'The last check cost {cost}.',
    days: 'Days between checks',
    saveSchedule: 'Save schedule',
    end: 'End this set',
    test: 'Test',
    lossLimit: 'Loss limit',
    lossLimitIs: '{points} points of agreement',
    flipLimit: 'Flip limit',
    flipLimitIs: '{percent} of verdicts',
    falseAlarms: 'False alarms',
    falseAlarmsAre: 'at most 5% over 52 checks',
    power: 'Power',
    powerIs: 'a loss of {points} points is found within 3 checks with 90% power',
    powerNone: 'too few items or queries to find a loss below 50 points',
    forLoss: 'For {points} points',
    itemsNeeded: '{n, plural, one{# item} other{# items}}',
    method: 'Method',
    methodIs: 'mean of the last 3 checks, interval by query, valid at every check',
    methodOfMany:
      'mean of the last 3 checks, interval by query, valid at every check, corrected for selecting the best of {n} candidates',
    results: 'Results',
    resultMeans:
      '{result, select, within{the whole interval is above the limit} loss{the whole interval is below 0 and reaches the limit} flips{more verdicts changed than allowed} other{the interval includes the limit}}',
    versionMeans: 'the adoption is re-opened',
    anchorSet: 'Anchor set',
    anchorSetIs:
      '{items} of {available} labelled items, seed {seed}, under embargo: they are not shown to anyone who improves a prompt.',
    sets: 'All sets',
    set: '<link>Set {n}, {metric}</link>, {checks, plural, one{# check} other{# checks}}{state, select, closed{, closed} drift{, drift} other{}}'
  },
  anchorForm: {
    none: 'No ensemble is adopted. Record a decision on the report of a study first; anchor items are drawn from its labelled items.',
    study: 'Study',
    choice: '{n} · {study}, {metric}: {items} labelled items in {queries} queries',
    items: 'Items to draw',
    itemsHint:
      'Leave empty to draw all labelled items. With four items a query, {list} within three checks with 90% power.',
    finds:
      '{items, select, none{no number finds a loss of {points} points} other{{items} find a loss of {points} points}}',
    loss: 'Loss limit, points',
    flips: 'Changed verdicts allowed, %',
    days: 'Days between checks',
    daysHint: 'Leave empty for checks on demand only.',
    draw: 'Draw anchor set'
  },
  driftChart: {
    adopted: 'adopted',
    versionChanged: 'version changed',
    change: 'Change in agreement',
    points: 'points',
    flips: 'Changed verdicts',
    ofItems: '% of items',
    limit: 'limit {limit}',
    versions: '{judge}: {versions}',
    then: '{before}, then {after}',
    check: 'Check'
  },
  checkLedger: {
    table: 'Ledger of checks',
    check: 'Check',
    date: 'Date',
    result: 'Result',
    trigger: 'Trigger',
    served: 'Served as',
    flips: 'Changed verdicts',
    agreement: 'Agreement',
    change: 'Change, points, 95% CI',
    cost: 'Cost',
    run: 'Run',
    versionChanged: 'version changed',
    resultIs: '{result, select, within{within limit} loss{loss} flips{verdicts changed} other{inconclusive}}',
    of: 'of {n}',
    schedule: 'schedule',
    onDemand: 'on demand, {name}',
    noVersion: 'no version named'
  },
  judgeCards: {
    title: 'Judge cards',
    crumb: 'Cards',
    card: 'Card {n}',
    cardOf: 'Card {n}, {metric}',
    side: 'Status and files',
    today: 'Status today',
    state: '{state, select, reopened{re-opened} superseded{superseded} other{in force}}',
    stillValid: 'The card stays valid for scores made with the versions that it names.',
    replaced: 'A later decision replaced this adoption. The card states the earlier decision.',
    files: 'Files',
    print: 'Print card',
    download: 'Download bundle',
    copy: 'Copy link',
    copied: 'Link copied',
    bundle:
      'The bundle holds the card{labels, select, pseudonymous{, {n, plural, one{# label} other{# labels}} without names and the verdicts on them} other{ and a commitment to its labels}}{ledger, select, yes{, and {checks, plural, one{# check} other{# checks}} of the monitoring ledger} other{}}: {kilobytes} kB. Also as <html>HTML</html> and <eee>Every Eval Ever JSON</eee>.',
    included: 'Included data',
    names: 'Names',
    namesAre: '{signer, select, yes{signer only} other{none}}',
    labels: 'Labels',
    labelsAre: '{labels, select, pseudonymous{pseudonymous} other{commitment only}}',
    systems: 'Systems',
    systemsAre: '{named, select, yes{named} other{pseudonymous}}',
    texts: 'Queries, items',
    textsAre: '{texts, select, yes{ids and texts} other{hashes only}}',
    reasons: 'Reasons',
    reasonsAre: '{reasons, select, yes{as written} other{left out}}',
    change: 'Change for the next card',
    verified: 'Last verified',
    valid: '{valid, select, yes{valid} other{not valid}}',
    outcome: '{when} UTC. {outcome}',
    notVerified: 'Not verified here since its creation on {date}.',
    verify: 'Verify now',
    none: 'No card yet',
    noneAbout:
      'A judge card is the signed certificate of an adoption: judges with the versions that were served, figures, gates and the labels behind them. Anyone can verify it without this server.',
    adoptFirst: 'Adopt judges first',
    table: 'Judge cards',
    cardColumn: 'Card',
    status: 'Status',
    ensemble: 'Ensemble',
    agreement: 'Agreement',
    interval: '95% CI',
    signed: 'Signed',
    rowHead: '{n}, {metric}',
    newCard: 'New card'
  },
  cardForm: {
    adoption: 'Adoption',
    choice: '{metric}, adopted {date}{reopened, select, yes{, re-opened} other{}}',
    labels: 'Labels',
    pseudonymous: 'Pseudonymous',
    pseudonymousMeans: 'anyone can recompute every figure',
    commitment: 'A commitment only',
    commitmentMeans: 'a salted hash; figures cannot be recomputed',
    include: 'Also include',
    tick: '{tick, select, signer{My name as the signer} systems{Names of systems} texts{Queries and items} other{Written reasons}}',
    tickMeans:
      '{tick, select, signer{the only personal name in the card} systems{otherwise s1, s2, …} texts{ids and texts; otherwise hashes only} other{of the decision and of changes of the plan}}',
    always:
      'Always in the card: names of the project, the study and the judges, served versions, hashes and figures. Never: names or e-mails of annotators, notes, rationales, texts of reports.',
    make: 'Make and sign card'
  },
  compareJudges: {
    title: 'Compare judges',
    none: 'No labels yet',
    noneAbout: 'Comparisons of judges appear here once a study has labels.',
    planStudy: 'Plan a study',
    study: 'Labels of study',
    studyChoice: '{n}, {study} ({metric})',
    runs: 'Judges of these runs',
    run: 'run {n}, {run}',
    reference: 'Reference judge',
    compare: 'Compare',
    agreement: 'Agreement',
    figures: '{figure} with the labels of study {n}',
    undefined:
      'No item has both a blind label and a label from every judge of these runs, so the comparison is undefined.',
    table: 'Judges compared',
    judge: 'Judge',
    plot: '95% interval',
    interval: 'Interval',
    difference: 'Difference',
    flips: 'Flips',
    towardsAway: 'Towards, away',
    noInterval: 'none',
    lowToHigh: '{low} to {high}',
    isReference: 'reference judge',
    about:
      'n = {n, plural, one{# item} other{# items}} that every judge labelled, of {asked} with a blind label that every run judged, in {queries, plural, one{# query} other{# queries}}. Differences are paired by item; intervals are by query, and there is none if leaving out any query changes nothing.',
    silent: 'Not compared, because they labelled none of these items: {judges}.',
    runFit: '<link>Run {n}, {run}</link>: {fit}.',
    differing: 'Items on which a judge differs from the reference judge',
    embargo:
      'Not all labels are committed, so single items are under embargo. <link>Give a reason for an interim look</link>; it is recorded.',
    same: 'Every judge gives the same label to each item as {judge}.',
    flipsTable: 'Labels of the reference judge, the judge and annotators',
    query: 'Query',
    system: 'System',
    item: 'Item',
    referenceColumn: 'Reference',
    judgeLabel: 'Judge’s label',
    people: 'People',
    change: 'Change',
    openItem: 'Open the item',
    towards: '{towards, select, people{towards annotators} away{away from annotators} other{no nearer, no farther}}',
    more: '{n} more are in the JSON.'
  },
  succession: {
    title: 'Succession',
    noAdoption: 'No ensemble is adopted, so a successor cannot be chosen.',
    adopted: '{metric}, adopted {date} on study {study}, run {run}',
    settled: 'The judges adopted for {metric} are in force',
    finding:
      '{subject}{kind, select, version{: the new version is} versions{: the new versions are} other{ is}} {result, select, inferior{inferior} inconclusive{not shown to be non-inferior} other{non-inferior}}; {movement}',
    movement:
      '{way, select, none{no report was scored by both} same{no significant change of scores as judged} fall{scores as judged fall by {amount}} other{scores as judged rise by {amount}}}',
    points: '{points} points',
    noCandidate: 'No candidate yet',
    switched: 'The successor is adopted',
    switchedAbout: 'New runs start with its judges. Your decision is on record with this comparison.',
    signCard: 'Sign a judge card',
    drawSet: 'Draw an anchor set',
    home: 'Home',
    recorded: 'Your decision is on record',
    inForce: 'The adopted judges stay in force.',
    planStudy: 'Plan a study for more labels',
    study: 'Study {n}',
    others: 'Below: other judges of this project on the same labels, {candidate} first.',
    advice:
      '{result, select, inferior{Keep the adopted judges.} inconclusive{Collect more labels, or keep the adopted judges.} other{Adopt the candidate.}}',
    comparison:
      'The candidate agrees with annotators on {candidate} of items, against {adopted} with the adopted judges: a difference of {difference} {interval, select, none{without an interval, because there are too few queries} other{{interval}}}, with a margin of {margin}.',
    pairsKept:
      '{kept} of {n, plural, one{# pair} other{# pairs}} of systems that are distinguishable with both keep their order.',
    noPair: 'No two systems are distinguishable with both.',
    noCandidateAbout:
      'Candidates appear here once another run scores the same reports with other judges or a newer version.',
    planRun: 'Plan a run',
    metric: 'Metric',
    margin: 'Margin, points',
    compare: 'Compare',
    side: 'Comparison',
    items: 'Items',
    itemsAre: '{n}, in {queries, plural, one{# query} other{# queries}}',
    marginTerm: 'Margin',
    marginIs: '{margin}{preregistered, select, yes{, preregistered} other{}}',
    intervals: 'Intervals',
    intervalsAre: '{level} CI, paired, by query',
    calls: 'Calls',
    callsAre: '{calls}{reused, plural, =0{} other{ and # reused}}, {cost, select, unknown{cost unknown} other{{cost}}}',
    run: 'Run',
    runIs: '<link>{n}</link>, against run {adopted}',
    fit: '{apply} of {n, plural, one{# labelled item} other{# labelled items}} still apply',
    reportOf: 'Agreement report of run {n}',
    candidates: '{n} of {total, plural, one{# candidate} other{# candidates}} non-inferior to the adopted judges',
    candidatesAbout:
      'Difference from the adopted judges on the same items, {level} CI by query. Shaded: below the margin. Non-inferior: the whole interval lies right of the margin. At most 5% of studies accept one that is worse by the margin.',
    candidatesAdjusted:
      'Difference from the adopted judges on the same items, {level} CI by query. Shaded: below the margin. Non-inferior: the whole interval lies right of the margin. Adjusted for {n} candidates: at most 5% of studies accept one that is worse by the margin.',
    adoptedOn: 'Adopted on {date}',
    leaderboardsFile: 'Leaderboards CSV',
    worseBetter:
      '<i>Worse / better</i> counts items on which only the adopted judges, or only the candidate, agree better with the annotators. The margin applies to the ensemble; a single judge may change more.',
    perThousand:
      '<i>Per 1,000</i> is the recorded cost of an ensemble’s calls in its run for 1,000 items, each judged once.',
    unpriced: 'It is unknown without a price of each call.',
    reused: 'It is unknown if replies of an earlier run were reused, which incur no new cost.',
    bridge: 'Bridge: {movement}',
    bridgeItems:
      'Change in {metric} as judged, on {n, plural, one{# report} other{# reports}} that both scored; 95% CI by query. Verdicts on each item are combined by the rule of the ensemble; a score is the mean of the items that both answered.',
    bridgeScores:
      'Change in {metric} as judged, on {n, plural, one{# report} other{# reports}} that both scored; 95% CI by query. A score is that of its judges combined: their median if that is the rule, else their mean.',
    convert:
      'To compare a new score as judged with a published one, {way, select, add{add} other{subtract}} {amount}{interval, select, none{} zero{; the interval includes no change} other{ {interval}}}.',
    boardsAbout:
      'The adopted judges stay in force until you switch: <adopted>leaderboard of run {adopted}</adopted>. The candidate’s is that of <candidate>run {candidate}</candidate>.',
    decisions: 'Decisions so far',
    decision:
      '{date}: {name} {decision, select, switch{adopted the candidate} keep{kept the adopted judges} other{decided to collect more labels}} ({result, select, inferior{inferior} inconclusive{inconclusive} other{non-inferior}}). {reason}'
  },
  successorTable: {
    table: 'Candidates against the adopted judges',
    judges: 'Judges',
    agreement: 'Agreement',
    margin: 'margin {margin}',
    plot: 'Difference from the adopted judges, with margin {margin}',
    difference: 'Difference',
    interval: '{level} CI',
    worseBetter: 'Worse / better',
    perThousand: 'Per 1,000',
    result: 'Result',
    resultIs: '{result, select, inferior{inferior} inconclusive{inconclusive} other{non-inferior}}',
    reference: 'reference',
    tooFew: 'too few queries',
    judged: '{n, plural, one{# item} other{# items}} judged',
    unknown: 'unknown',
    same: 'same ensemble, asked again',
    group: 'Judge by judge, as adopted and in the candidate’s run',
    noVersion: 'no version named',
    versions: '{before} to {now}',
    flips: '{n, plural, =0{no label changed} one{# label changed} other{# labels changed}}'
  },
  labelsThatApply: {
    used: 'same wording, report and metric: used',
    excluded:
      '{reason, select, issues{issues are those that the judges of the study’s own run list; the other judges list issues without labels} unnamed{the file names no query (its cluster) or no system} metric{the run does not score the metric} report_missing{the run does not judge the report} report{the report changed} query{the query’s wording changed} beside{the run compares the report with another text} item{the run does not ask about the item} wording{the item’s wording changed} page_unread{the run did not read the cited page} page{the cited page’s content changed} other{held out while the prompt of the run is being improved against these labels}}: not used',
    seats: '{n, plural, one{# labelled item} other{# labelled items}}: {list}',
    seat: '{n} {reason}',
    square:
      '{n, plural, one{One square is one item.} other{One square is up to # items of one kind.}} Labels belong to the wording, the report and the metric that annotators saw.'
  },
  succeedingBoards: {
    heading:
      '{corrected, select, yes{Both leaderboards, corrected: {order}} other{Both leaderboards, as judged: {order}}}',
    turned:
      '{n} of {total, plural, one{# distinguishable pair} other{# distinguishable pairs}} {n, plural, one{changes its} other{change their}} order',
    moved: '{n, plural, one{# system changes} other{# systems change}} rank within ties',
    still: 'no system changes rank',
    shown: 'Scores shown',
    corrected: 'Corrected by labels',
    asJudged: 'As judged',
    notCorrected: 'Not corrected. {why}',
    region:
      '{by, select, none{Leaderboards side by side, as judged} other{Leaderboards side by side, corrected by labels ({by})}}',
    pairs: '{both} of {n, plural, one{# pair} other{# pairs}} distinguishable with both; {kept} keep their order.',
    lost: '{better} no longer leads {worse}.',
    top: 'not distinguishable from the best',
    below: 'below the best',
    legend: 'Rank: range under paired tests, Holm-adjusted. 95% CI by query. Bold line: place changed.',
    rank: 'Rank',
    system: 'System',
    plot: 'Score with interval',
    interval: '95% CI',
    noInterval: 'no interval',
    adopted: 'Adopted judges, in force',
    candidate: 'Candidate',
    noneMoved: 'No system changes rank',
    places: '{systems} change places'
  },
  bridgeTable: {
    table: 'Change of score by system',
    system: 'System',
    plot: 'Change with interval',
    adopted: 'Adopted',
    candidate: 'Candidate',
    change: 'Change',
    interval: '95% CI',
    reports: 'Reports',
    all: 'All systems',
    noInterval: 'no interval'
  },
  succeed: {
    form: 'Decision',
    reason: 'Reason',
    hint: 'Recorded with this comparison and your name.',
    inferior: 'The candidate is inferior: the whole interval lies below the margin of {margin}.',
    tooFew: 'The candidate is not shown to be non-inferior: too few queries for an interval.',
    notShown:
      'The candidate is not shown to be non-inferior: the interval begins at {low}, below the margin of {margin}.',
    decide:
      '{decision, select, switch{Adopt the candidate} anyway{Adopt anyway} collect{Collect more labels} other{Keep the adopted judges}}'
  },
  planner: {
    crumb: 'Planner',
    title: 'Sample size planner',
    about: 'Every number is shown with its assumptions. The address of this page contains your inputs.',
    possible: 'Check reported figures',
    from: 'Start from a study',
    studyChoice: '{n}, {study}',
    use: 'Use its numbers',
    clear: 'Clear inputs',
    fromStudy: 'From study {n}, {study}',
    fromStudyAbout:
      '{state, select, embargoed{Its figures are under embargo, so only sizes and times are used.} filled{Its numbers fill the fields, each with its source. You can change them.} other{It has no labels yet.}}',
    problems: '{n, plural, one{# field} other{# fields}} to correct',
    problemsAbout:
      'Each field shows the reason. Results that do not depend on {n, plural, one{it} other{them}} are still computed.',
    expect: 'Expectations',
    interval: 'Interval width',
    power: 'Two judges compared',
    chance: 'Reaching the target',
    people: 'People',
    inspection: 'Inspections',
    itemsMark: '{n, plural, one{# item} other{# items}}',
    wanted: 'wanted: {power}',
    unlimited: 'unlimited',
    correlated: 'Items of a query are correlated: {n} of them count as one independent item.',
    independent: 'Items are assumed independent.',
    itemsUsed:
      'The sections below use {n, plural, one{# item} other{# items}}, {from, select, typed{as entered} other{as needed for the half-width}}.',
    graded:
      'Agreement is planned as a share of items. For graded scores the mean of 1 − distance ÷ range is used instead; it varies less than a share of the same value, so the plan is conservative.',
    intervalHead: 'Items for the interval width',
    intervalTable: 'Items by half-width',
    halfWidth: 'Half-width',
    ifIndependent: 'If independent',
    items: 'Items',
    queries: 'Queries',
    asInReport: 'As in the report',
    undefined: '– undefined for one query',
    wantedMark: 'wanted',
    powerHead: 'Items to compare two judges',
    powerPlot: 'Power grows with the items',
    powerAxis: 'power',
    chanceHead: 'Items to reach the target',
    chancePlot: 'Probability that the lower bound reaches the target',
    chanceAxis: 'probability',
    peopleHead: 'Annotators per item',
    peopleTable: 'Annotators, reliability and labels',
    perItem: 'Annotators per item',
    reliability: 'Reliability of the aggregate',
    labels: 'Labels',
    hours: 'Hours',
    hoursEach: 'Hours each',
    annotatorTest: 'Alternative Annotator Test',
    enough:
      '{people, select, yes{enough annotators} other{too few annotators: at least 3}}, {items, select, yes{enough items} other{too few items: at least 50}}',
    passes: 'A judge with this agreement passes',
    passesIn:
      '{percent} ({passed} of {n} simulated studies; {people, plural, one{# annotator} other{# annotators}}, {items, plural, one{# effective item} other{# effective items}})',
    notSimulated: '– {reason}',
    inspectionHead: 'Sampling plans for inspections',
    inspectionTable: 'Sampling plans by size of the lot',
    lot: 'Lot',
    toEstimate: 'To estimate',
    toAccept: 'To accept',
    goodPass: 'Good lots pass',
    lotTooSmall: '– lot too small',
    atMost:
      '{lot, select, none{An unlimited lot} other{A lot of {lot}}} that passes at the limit has at most {n, plural, one{# defect} other{# defects}}, with a risk of {risk} of having more.',
    characteristic: 'Operating characteristic of the plan',
    acceptance: 'probability of acceptance',
    defects: 'Share of defects',
    allowedMark: 'allowed',
    goodMark: 'good work',
    less: 'less than 1%',
    more: 'more than 99%',
    sourceOf: 'Study {n}: {text}.'
  },
  plannerParts: {
    every: 'Every point that is drawn',
    region: '{title}: {chance}, by {quantity}',
    notComputed: 'Not computed',
    required: 'Required: {fields}. The error is shown beside the field.',
    compute: 'Compute',
    asked: 'as asked'
  },
  outOfReach: {
    head: '{n, plural, one{# required gate} other{# required gates}} cannot be passed with this sample',
    about:
      'They remain undecided or fail for any labels of annotators and judges, {plan}. Draw more items, or preregister other values.'
  },
  possibleFigures: {
    title: 'Check reported figures',
    pageTitle: 'Possible figures',
    about:
      '87.1% of 200 is impossible: 174 of 200 are 87.0%, 175 are 87.5%. The same test applies to means of integer ratings. An impossible figure is a typing error, was rounded twice, or has another n.',
    figures: 'Figures, one per line',
    hint: 'Use the printed digits: <code>96.5% of 300</code>, <code>.925 of 40</code>, <code>mean 3.27 of 15 on 1 to 4</code>. A mean without a scale is assumed to be of ratings from 1 to 5. Figures without “of” are checked for a common n.',
    check: 'Check figures',
    none: 'No figures entered',
    allPossible: 'No figure is impossible',
    impossible: '{n, plural, one{# figure} other{# figures}} of {total} impossible',
    examples: 'examples',
    truncated: 'Input truncated',
    truncatedAbout: 'An address holds 6,000 characters. Check the remaining figures separately.',
    table: 'A verdict per figure',
    figure: 'Figure',
    verdict: 'Verdict',
    why: 'Why',
    verdictIs: '{possible, select, yes{possible} no{impossible} other{not read}}',
    rounding: 'Both ways of rounding an exact half are accepted. In the shell: <code>{command}</code>.'
  },
  plannerFields: {
    label:
      '{field, select, p{Expected agreement} confidence{Confidence} perQuery{Items per query} icc{Intraclass correlation (ICC)} run{Items in the run} items{Planned items} half{Target half-width} least{Target lower bound} first{Only the first correct} second{Only the second correct} margin{Margin δ} discordant{Discordant share} alpha{Level α} power{Target power} target{Target} contenders{Candidates near the best} alike{Error correlation} people{Annotators per item} single{Reliability of one annotator} wanted{Target reliability} between{Inter-annotator agreement} epsilon{ε, cost advantage of judges} seconds{Seconds per label} lot{Items of the lot} allowed{Allowed share of defects} accept{Defects accepted in the sample (c)} beta{Risk β} other{Share of defects in good work}}',
    hint: '{field, select, p{Share of items on which judge and annotators agree. On a graded scale: mean of 1 − distance ÷ range.} confidence{Confidence level of every interval: .95 is usual.} perQuery{Sampled items of one query.} icc{0: items of a query are uncorrelated. 1: all equal.} run{Empty: unlimited.} items{Empty: the number needed for the half-width.} half{Distance from the estimate to either bound.} least{Empty: none.} first{Share of items that the first judge labels correctly and the second does not.} second{The reverse.} margin{Non-inferiority margin.} discordant{Share of items that exactly one judge labels correctly if neither is better.} alpha{Two-sided for a difference, one-sided for the margin.} power{Probability of detecting a true difference.} target{Agreement that the lower bound must reach, as preregistered.} contenders{Candidates that the study cannot distinguish; 1 if a single one is tested.} alike{1 if all err on the same items.} people{3 at least for the Alternative Annotator Test.} single{ICC(1) or Krippendorff’s α.} wanted{Of the aggregated label.} between{Share of items; for the simulated test.} epsilon{.2 experts, .15 skilled annotators, .1 crowd workers.} seconds{Reading included.} lot{Size of the lot. Empty: unlimited.} allowed{“At most 5% defective” is .05.} accept{0: one defect rejects the lot.} beta{Probability that a lot just above the allowed share passes.} other{Such a lot should pass with probability 1 − risk.}}'
  },
  plannerAnswers: {
    less: 'less than 1%',
    more: 'more than 99%',
    formula:
      'Formula: z²·p(1 − p)/half-width² items at {confidence}, times the design effect 1 + ({perQuery} − 1)·{icc} = {effect}.',
    unlimited: 'The run is assumed to be unlimited.',
    finite:
      'Corrected for a run of {n, plural, one{# item} other{# items}} (finite population). The report’s interval, in the right column, does not use this correction because it generalizes to further items.',
    reported:
      'Right column: Wilson’s interval on the effective sample size with the t quantile on queries − 1 degrees of freedom, as in the report, at an agreement of {p}. It is wider than planned with few queries.',
    fewQueries:
      '{n, plural, one{# query} other{# queries}}: below 20, intervals by query are not reliable. Take fewer items of more queries.',
    width:
      '{items, plural, one{# item} other{# items}} in {queries, plural, one{# query} other{# queries}}{all, select, yes{, which is the whole run,} other{}} {items, plural, one{gives} other{give}} an interval of ± {half} around {p}.',
    noLower:
      'No number of items gives a lower bound of {least} at an observed {p}: the target must be below the expected agreement.',
    lower:
      '{items, plural, one{# item} other{# items}} in {queries, plural, one{# query} other{# queries}} give {interval}, with a lower bound of at least {least}, at an observed {p}.',
    onlyInRun: 'The run has only {n}.',
    curveDifference: 'A difference: {first} against {second}',
    curveMargin: 'Non-inferior by {margin}',
    mcnemar:
      'A difference: the exact McNemar test, two-sided at {alpha}, on the same items for both judges. Power sums over the number of discordant items and their split.',
    nonInferiority:
      'Non-inferiority: normal approximation, one-sided at {alpha}, two judges of equal agreement that differ on {discordant} of items.',
    clustered:
      'Clustered items count as items / {effect}, the design effect, rounded down for the exact test. The within-query correlation of differences is assumed equal to that of agreement.',
    equalJudges: 'Two judges of equal accuracy cannot be distinguished by any number of items.',
    tooMany: 'More than {n} independent items would be needed to distinguish {first} and {second}.',
    better:
      'To show that one judge is better, if {first} of items are correct only with it and {second} only with the other: {items, plural, one{# item} other{# items}} for a power of {power}.',
    notInferior:
      'To show that a judge is non-inferior by {margin}: {needed, plural, one{# item} other{# items}}. With {items, plural, one{# item} other{# items}} the power is {difference} and {notWorse}.',
    curveChance: 'Probability, if the true agreement is {p}',
    trueAgreement:
      'The true agreement is {p}, and the lower bound of the {confidence} interval must reach the target of {target}.',
    gateComputation:
      'The same computation as the agreement gate: Wilson’s lower bound on the effective sample size, {items, plural, one{# item} other{# items}} / {effect}. With few errors, their correlation within a query is mostly assumed ({icc}) rather than estimated. The number of errors is beta-binomial; the curve is jagged because counts are integers.',
    oneEnsemble: 'A single ensemble is tested, so there is no correction for selecting the best.',
    bestOf:
      'The best of {n} indistinguishable ensembles is selected on the same items; their errors correlate at {correlation}. The critical value of the lower bound is {critical} instead of {single}. The probability is that of the best of them. If all were equally good, it would be {tied}, because the one with the highest sample value is selected.',
    bestOfFewQueries:
      'The best of {n} indistinguishable ensembles is selected on the same items; their errors correlate at {correlation}. The probability is that of the best of them. If all were equally good, it would be {tied}, because the one with the highest sample value is selected.',
    reach:
      '{items, plural, one{# item reaches} other{# items reach}} a lower bound of {target} in {chance} of studies if the true agreement is {p}.',
    notAbove: 'The expected agreement is not above the target, so more items cannot help.',
    tooManyQueries: 'More than 20,000 queries would be needed for {power}.',
    needed:
      'For {power}: {items, plural, one{# item} other{# items}} in {queries, plural, one{# query} other{# queries}}.',
    spearmanBrown:
      'Spearman–Brown: k annotators of reliability ρ = {single} have kρ / (1 + (k − 1)ρ) together. Annotators are assumed exchangeable, with independent errors.',
    labelling:
      '{items, plural, one{# item} other{# items}}, each labelled by k annotators, {seconds} seconds a label. Hours each: if the same k annotators label every item.',
    simulation:
      'Simulated test: yes/no items; annotators are correct with probability {right}, so that two of them agree on {between}; the judge is correct with probability {p}; ε {epsilon}; the test of the gate, clustered by query, with errors of each rater correlated within a query as planned. The seed is fixed.',
    oneAnnotator: 'a single annotator cannot be compared with others',
    fewItems: '{n, plural, one{# item is} other{# items are}} fewer than the 30 that the test needs per annotator',
    together:
      '{people, plural, one{# annotator per item has} other{# annotators per item have}} a reliability of {reliability} together and {people, plural, one{needs} other{need}} {labels, plural, one{# label} other{# labels}}, about {time}.',
    minutes: '{n, plural, one{# minute} other{# minutes}}',
    hours: '{n, plural, one{# hour} other{# hours}}',
    noPeople: 'No number of annotators reaches {wanted}.',
    forWanted: 'For {wanted}: {n, plural, one{# annotator} other{# annotators}}.',
    testNeeds:
      'The Alternative Annotator Test needs at least {short, select, people{3 annotators} items{50 items} other{3 annotators and 50 items}}.',
    testPasses: 'The Alternative Annotator Test passes such a judge in {passed} of {n} simulated studies.',
    curvePlan:
      '{items, plural, one{# item} other{# items}}, {accept, plural, =0{none defective} other{at most # defective}}',
    estimation:
      'Estimation: half-width {half} at {confidence} around a share of .5 (conservative), corrected for the lot size.',
    acceptanceUnlimited:
      'Acceptance: the smallest sample that passes a lot with {allowed} defective with probability at most {beta}; binomial, for an unlimited lot.',
    acceptance:
      'Acceptance: the smallest sample that passes a lot with {n, plural, one{# defect} other{# defects}}, the first number above {allowed}, with probability at most {beta}; hypergeometric.',
    drawnEqually: 'Items are drawn from the lot with equal probability, and inspectors detect every defect.',
    whichPass:
      'The curve shows which lots pass. A plan that accepts no defect needs the fewest items but rejects many good lots.',
    estimate:
      'To estimate the share of defects in {lot, select, none{an unlimited lot} other{a lot of {lot}}} to ± {allowed}: {items, plural, one{# item} other{# items}}.',
    noPlan:
      'No plan that accepts {n} is possible, because {lot, select, none{an unlimited lot} other{a lot of {lot}}} would always pass. Accept fewer defects, or inspect all items.',
    accept:
      'To accept it, with a lot of more than {allowed} defective passing at most {beta} of the time: {items, plural, one{# item} other{# items}} {accept, plural, =0{without a defect} one{with at most # defect} other{with at most # defects}}.',
    goodPasses: 'A lot with {good} defective passes {chance} of the time.',
    fair: 'A plan that rejects such a lot at most {beta}: {items, plural, one{# item} other{# items}}, at most {accept} defective.'
  },
  figureVerdicts: {
    noCommon: 'The {figures} figures without an n are not compatible with any common n up to {most}.',
    common:
      'The {figures} figures without an n can have been counted together out of {list}{more, select, yes{ and more} other{}}; of no number below {first}.',
    commonOne: 'The {figures} figures without an n can have been counted together out of {list}.',
    noN: 'The figure has no n: add “of” and the number, or check all figures without n together.',
    always: 'Possible: with n = {n}, every figure with these digits has a count.',
    one: '{kind, select, mean{Possible: a sum of {first} gives {figure} on {low} to {high}.} other{Possible: {first} of {n} gives {figure}.}}',
    some: '{kind, select, mean{Possible: {list}, as sums, give {figure} on {low} to {high}.} other{Possible: {list} of {n} give {figure}.}}',
    many: '{kind, select, mean{Possible: {ways} counts from {first} to {last} give {figure} on {low} to {high}.} other{Possible: {ways} counts from {first} to {last} give {figure}.}}',
    impossible:
      '{kind, select, mean{Impossible. No sum of {n, plural, one{# rating} other{# ratings}} gives {figure} on {low} to {high}: {near}.} other{Impossible. No count of {n} gives {figure}: {near}.}}',
    near: '{kind, select, mean{a sum of {count} gives {value}} other{{count} of {n} is {value}}}'
  },
  plannerSources: {
    agreement:
      '{judge} agrees with annotators on {value} of items ({interval, select, none{} other{95% CI {interval}, }}n {n} in {queries, plural, one{# query} other{# queries}}), the highest of {judges, plural, one{# judge} other{# judges}}',
    itemsInQueries: '{items, plural, one{# item} other{# items}} in {queries, plural, one{# query} other{# queries}}',
    effect:
      'with an observed design effect of {effect}{below, select, yes{, below 1: items of a query are not correlated} other{}}',
    represents: 'the sample represents {n, plural, one{# item} other{# items}}',
    onlyRight: 'on {n, plural, one{# item} other{# items}} {first} alone is right on {a}, {second} alone on {b}',
    differ: 'the two differ on {n} of {total}',
    contenders:
      '{n, plural, one{# candidate} other{# candidates}} of {total} (single judges and majorities) {n, plural, one{is} other{are}} not significantly behind the best',
    critical: 'with a critical value of {critical} in this study',
    oneJudge: 'one judge',
    asPreregistered: 'as preregistered for the study',
    preregisteredTarget: 'the target preregistered for the study',
    people: '{n, plural, one{# person} other{# people}} on each item of the study',
    median: 'median of {n, plural, one{# label} other{# labels}} with a recorded time',
    alpha: 'Krippendorff’s α {alpha} on {n, plural, one{# item} other{# items}} labelled by two or more annotators',
    equal:
      '{equal} of {pairs, plural, one{# pair} other{# pairs}} of labels are equal ({percent}), on {n, plural, one{# item} other{# items}} labelled by two or more annotators',
    severalCategories:
      'Inter-annotator agreement is not taken from this study, because the planned test assumes two labels and the study has {n} categories.'
  }
} as const;
