export default {
  frame: {
    skip: 'Skip to content',
    whereYouAre: 'Where you are',
    inbox: 'Inbox',
    inboxLabel: '{n, plural, =0{Inbox} other{Inbox # unread}}',
    keys: 'Keys',
    keysTitle: 'Keys on this page',
    keyGroup: '{group, select, answering{Answer} moving{Move} reading{Read} writing{Write} other{Guideline and help}}',
    noKey: 'no key',
    changeKeys: 'Change keys',
    close: 'Close',
    project: 'Project',
    projects: 'Projects',
    toProjects: 'Go to my projects',
    tryAgain: 'Try again',
    unanswered:
      'The server did not answer, or its answer could not be read. Text that you typed is kept in this browser. Check your connection and try again.',
    backToForm: 'Back to the form',
    formTooLarge:
      'Your input is larger than {size}, the limit of this form. Choose a smaller file, or send less text at a time.',
    reference: 'Reference',
    whatToFix: 'What to fix',
    problem: '{row, select, none{{column}: {reason}} other{Row {row, id}, {column}: {reason}}}',
    found: 'Found: {found}',
    moreProblems: '{n, plural, one{and # more} other{and # more}}',
    errorTitle:
      '{status, select, 400{This is not possible} 401{Sign in first} 403{You cannot open this page} 404{Page not found} 405{This is not a page} 409{Not possible in the current state} 410{This link has expired} 413{Too large} 415{Not accepted} 429{Too many attempts} 503{Not available now} 507{The disk is full} other{Something went wrong}}',
    manage: 'Manage',
    renameOrDelete: 'Rename, archive or delete'
  },
  language: {
    title: 'Language',
    ofBrowser: 'Match browser'
  },
  roles: {
    name: '{role, select, annotator{annotator} reviewer{reviewer} adjudicator{adjudicator} lead{lead} viewer{viewer} other{admin}}',
    heading:
      '{role, select, annotator{Annotator} reviewer{Reviewer} adjudicator{Adjudicator} lead{Lead} viewer{Viewer} other{Admin}}'
  },
  rooms: {
    home: 'Home',
    queries: 'Queries',
    verification: 'Verification',
    reports: 'Reports',
    runs: 'Runs',
    leaderboard: 'Leaderboard',
    studies: 'Studies',
    alignment: 'Alignment',
    judges: 'Judges',
    people: 'People',
    audit: 'Audit'
  },
  denied: {
    hidden: 'Nothing here',
    hiddenTitle: 'You have no such page',
    hiddenAbout:
      'Either the address is wrong, or the page belongs to a project in which you have no role. A lead of the project can invite you.',
    closed: 'Not open to you',
    forLeads: 'This page is for leads',
    blind:
      'You are an annotator in {project}. Systems and results of judges stay hidden until you have judged, so that your verdicts stay blind.',
    toQueue: 'Go to my queue',
    closedTitle: 'This page is not open to you',
    closedAbout:
      'Your role does not include it. A lead can change roles on the People page of the project. Admins are named by other admins.'
  },
  durations: {
    seconds: '{s} s',
    minutes: '{min} min',
    minutesAndSeconds: '{min} min {s} s',
    hours: '{h} h {min} min'
  }
} as const;
