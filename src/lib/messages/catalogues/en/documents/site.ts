/** A static leaderboard: the frame of its pages, adopted ensembles and judge cards. */
export default {
  siteFile: {
    leaderboard: 'Leaderboard',
    pages: 'Pages',
    page: 'Page {n, id}',
    scores: 'Scores by the judges of the run',
    leaderboardPages: 'Pages of the leaderboard',
    files: 'Files: {file}',
    correctionNotes: 'Notes on the correction of {metric}',
    run: 'Run',
    runShown:
      '{pinned, select, yes{{number, id}: {name} (pinned)} other{{number, id}: {name} (newest complete run, not pinned)}}',
    dataset: 'Dataset',
    version: '{queries, plural, one{version {version, id}, # query} other{version {version, id}, # queries}}',
    adoptions: 'Adopted ensembles',
    adoptionsByMetric: 'Adopted ensembles by metric',
    adoptionsCaption: 'Ensembles of judges that were adopted to replace human annotators',
    metric: 'Metric',
    ensemble: 'Ensemble',
    adoption: 'Adoption',
    cards: 'Judge cards',
    notAdopted: 'No ensemble is adopted.',
    adopted: 'Adopted in study {number, id} ({name}) on {day}.',
    card: 'Card {number, id}',
    cardJson: 'Card {number, id} as signed JSON',
    signedJson: 'signed JSON',
    cardFiles:
      '{state, select, reopened{{card} (reopened, {json})} superseded{{card} (superseded, {json})} other{{card} (in force, {json})}}',
    pagesOf: 'Pages of {metric}',
    corrected: 'Scores corrected by human labels',
    notCorrected: 'Scores are not corrected: {reason}',
    noneCorrected: 'No system has a corrected score.',
    adoptedEnsemble: 'Adopted ensemble',
    noCard: 'No judge card exists for this metric.',
    scoresOf: 'Scores: {metric}',
    plotted: '{metric}; lines: 95% CI, clustered by query',
    plot: 'Plot',
    score: 'Score',
    interval: '95% CI',
    queries: 'Queries'
  }
} as const;
