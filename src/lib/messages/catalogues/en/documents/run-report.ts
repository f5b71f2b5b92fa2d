/** The report of a run as one HTML file, and pages of a static leaderboard that show the same. */
export default {
  runReport: {
    leaderboard: 'Leaderboard',
    scores: 'Scores of systems',
    correctedShort: '{metric}, corrected',
    correctedScores: 'Corrected scores: {metric}',
    correctedPoints: '{metric}, corrected by human labels, in points',
    withoutInterval: 'Without interval: {reasons}.',
    n: 'n {n, id}',
    nOf: 'n {n, id} of {of, id}',
    state: 'State',
    finished: 'Finished',
    reports: 'Reports',
    units: 'Units',
    unitCounts: '{judged} judged, {abstained} abstained, {unscored} unscored',
    judges: 'Judges',
    judgesServed: 'Judges and served versions',
    judgesNamed: 'Judges and the model versions that their servers named',
    judge: 'Judge',
    model: 'Model',
    servedVersions: 'Served versions',
    notAsked: 'No model was asked.',
    roleOf: '{role}: {model}',
    version: '{version} ({n, plural, one{# call} other{# calls}})',
    versionUnnamed: 'not named by the server ({n, plural, one{# call} other{# calls}})',
    unscored: 'Unscored units',
    noneUnscored: 'Every unit has a verdict: {judged} judged, {abstained} abstained.',
    unscoredReasons: 'Reasons of unscored units',
    unscoredByReason: 'Units without a verdict by reason',
    reason: 'Reason',
    metric: 'Metric'
  },
  /** Reports under one metric, with the verdicts that lowered their scores. */
  reportsOfRun: {
    scale:
      '{better, select, lower{{question} Scores from {min, id} to {max, id}; lower is better.} other{{question} Scores from {min, id} to {max, id}; higher is better.}}',
    scores: 'Scores of reports: {metric}',
    scoresCaption: 'Scores of reports; n: units with a verdict',
    query: 'Query',
    score: 'Score',
    unscored: 'Unscored',
    notFinished: 'some judges have not judged the report',
    lowered: 'Verdicts that lowered scores',
    loweredMeans:
      'Labels below the best of their scale, reported issues and errors; of ratings, every rating with its reason.',
    left: '{n, plural, one{# verdict of this run is counted and not shown here; verdicts.jsonl contains all.} other{# verdicts of this run are counted and not shown here; verdicts.jsonl contains all.}}',
    withVerdicts: '{system}, {qid}: {value} (n {n, id}); {verdicts, plural, one{# verdict} other{# verdicts}}',
    withoutVerdict: '{system}, {qid}: {value} (n {n, id}); no verdict lowered the score.',
    more: '{n} more, see verdicts.jsonl.',
    verdict: '{label} · {judge} · {item}',
    verdictRepeat: '{label} · {judge}, repeat {n, id} · {item}'
  }
} as const;
