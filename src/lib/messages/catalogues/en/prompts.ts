export default {
  prompts: {
    title: 'Prompts',
    about:
      'Open a prompt to read it or to edit a copy. A copy is a version of this project with its own hash; new runs can choose it, and earlier runs keep theirs. The page of a read-only prompt gives the reason.',
    table: 'Prompts of {suite}',
    promptOf: 'Prompt of',
    version: 'Version',
    hash: 'Hash',
    aboutColumn: 'About',
    runs: 'Runs',
    readOnly: 'read only',
    own: 'of this project',
    madeFrom: 'from {version}, {name}, {date}'
  },
  promptPage: {
    title: '{metric}, prompt version {version}',
    runs: '{n, plural, one{# run} other{# runs}}',
    versions: 'Version',
    improve: "Improve this prompt against annotators' labels, with a held-out test",
    saved: 'Saved as version {version}',
    savedAbout:
      '<link>Start a run with it</link>, or choose it from the shell with <code>--prompt {prompt}</code>. Judges that use it need an alignment before adoption.',
    optional: '{about} (optional).',
    required: '{about}.',
    difference: 'Difference from version {version}',
    differenceOf: '{text}: difference from version {version}',
    lines: '+{added} −{removed} lines',
    linesOf: '{text} · +{added} −{removed} lines',
    readOnly: 'Read only',
    hashOver: 'SHA-256 over every word that frames the material: <hash>{hash}</hash>',
    noDifference: 'No difference. “Check and preview” below compares what you have written.',
    preview: 'Preview on one report',
    nothingSent: 'nothing is sent',
    noPreview: 'No run has judged this metric yet. The preview uses the reports of a run.',
    report: 'Report',
    asSent: 'As sent, about {tokens} tokens',
    system: 'System message',
    user: 'User message',
    schema: 'Reply schema',
    check: 'Check and preview',
    checks: 'Checks',
    saving:
      'Saving creates a new version with its own hash. Runs keep the version they were started with; a new run chooses one. Judges that use it need an alignment before adoption.',
    reason: 'Change and reason',
    save: 'Save as version {version}'
  },
  promptDraft: {
    unchanged: '{n, plural, one{# line} other{# lines}} unchanged',
    row: '{kind, select, added{added} removed{removed} other{same}}',
    check: '{tone, select, ok{ok} warn{unused} other{fix}}',
    cannotSave: 'This draft cannot be saved yet',
    problem: '{text}: {problem} {fix}',
    problemAt: '{text}, line {line, id}, column {column}: {problem} {fix}',
    eachOnce: 'each present once',
    seeBelow: 'see below',
    schema: 'Reply schema',
    labels: 'Allowed labels',
    unused: 'optional, not used: {about}'
  },
  improvement: {
    pageTitle: 'Improvement of {metric}',
    title: 'Improve the prompt with a held-out test',
    crumb: 'Improvement',
    improvements: 'Improvement',
    improvement: 'Improvement {n, id}',
    training:
      'Training set: {fixed, plural, one{# disagreement} other{# disagreements}} fixed, {fresh} new, {remaining} remain',
    size: '{items, plural, one{# item} other{# items}}, {queries, plural, one{# query} other{# queries}}',
    runToCompare: 'Run to compare',
    run: 'Run {n, id}, prompt {version}',
    noRun:
      'Edit <link>the prompt</link>, save a version and score the same reports with {judge}. The run then appears here.',
    table: 'Disagreements on the training set',
    item: 'Item',
    annotators: 'Annotators',
    best: 'Best so far',
    new: 'New',
    change: 'Change',
    unscored: 'unscored',
    changed: '{change, select, fixed{fixed} new{new} remains{remains} other{agrees}}',
    agreeing:
      '{judge} agrees with the majority of annotators on {before} of {items, plural, one{# item} other{# items}} under the best version so far and on {after} under the new one. These items were seen while editing: they do not count as evidence.',
    anchored: '{n, plural, one{# item of anchor sets is} other{# items of anchor sets are}} hidden here.',
    heldOut: 'Held-out test',
    left: '{n} of {total, plural, one{# opening} other{# openings}} left',
    slotOpen: 'open',
    slot: '{date}, {passed, select, yes{gain} other{no gain}}',
    result:
      'Version {version} agrees on {after} of the held-out items, each counted once, the best before it on {before}: a difference of {difference} {interval}.',
    resultWithout:
      'Version {version} agrees on {after} of the held-out items, each counted once, the best before it on {before}: a difference of {difference}, without an interval because no query differs.',
    heldOutTerm: 'Held-out',
    heldOutSize:
      '{queries, plural, one{# query} other{# queries}}, {items, plural, one{# item} other{# items}}; never shown here',
    judge: 'Judge',
    difference: 'Difference',
    differenceAbout:
      'paired by item, by query; {level}% CI, so that each of {n, plural, one{# opening} other{# openings}} passes a version without a gain in at most {each}% of cases, and all together in at most 5%',
    gain: 'Gain',
    gainAbout: 'the whole interval is above {step}',
    finds: 'Finds',
    findsAbout: 'a version that fixes {list}, if it breaks none and passes at one opening',
    find: '{n} points with probability {chance}',
    split: 'Split',
    openingShows:
      'An opening shows only the figures above, never the items. {over, select, yes{This improvement has ended: other pages compare its versions with all labels of the study, and new labels are needed to continue.} other{Until all openings are used or you end the improvement, every other page compares versions made since the split with training labels only. Then a version that passed can be adopted, and new labels are needed to continue.}}',
    open: 'Open test {n} of {total}',
    end: 'End the improvement',
    plan: 'Split the labels of a study',
    planAbout:
      'Two of three queries are held out at random. What you plan here cannot be changed: a version that you edit afterwards can be adopted only after it has passed a held-out test.',
    study:
      'Study {n, id}: {items, plural, one{# item} other{# items}} with a majority, in {queries, plural, one{# query} other{# queries}}. Too few items for a split.',
    studyFinds:
      'Study {n, id}: {items, plural, one{# item} other{# items}} with a majority, in {queries, plural, one{# query} other{# queries}}. With {openings, plural, one{# opening} other{# openings}}, a held-out test finds a version that fixes {list}, if it breaks none.',
    studyAndJudge: 'Study and judge',
    choice: 'Study {n, id}, {study}: {judge}',
    openings: 'Openings',
    openingsHint:
      'Default: the largest number, up to five, with 90% power for a gain of 10 points. Each opening makes the test stricter.',
    step: 'Least gain',
    stepHint: 'Share of items, from 0 to 0.5. The whole interval must lie above it.',
    seed: 'Seed',
    splitLabels: 'Split the labels',
    noStudy:
      'No study of this metric has enough labels for a split. <link>Plan a study</link>, or open the figures of one that has ended.',
    obstacle:
      '{reason, select, ended{This improvement has ended. Split the labels of another study.} used{All openings are used. The held-out labels are exhausted, and new labels are needed.} noRun{Available after a run of this judge with another version of the prompt.} other{This version was already tested. Available after the next edit.}}'
  }
} as const;
