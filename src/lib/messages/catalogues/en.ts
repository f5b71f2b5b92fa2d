/**
 * English. Every other catalogue has the same sections, messages and parameters; a test holds them together. Messages are ICU
 * MessageFormat (docs/translating.md): whole sentences, never parts to be joined. A variant of a choice follows its key without
 * a space, `one{# item}`, so that types tell it from a parameter.
 */
const messages = {
  frame: {
    skip: 'Skip to content',
    whereYouAre: 'Where you are',
    inbox: 'Inbox',
    inboxLabel: '{n, plural, =0{Inbox} other{Inbox # unread}}',
    keys: 'Keys',
    keysTitle: 'Keys on this page',
    close: 'Close',
    project: 'Project',
    projects: 'Projects',
    toProjects: 'Go to my projects',
    tryAgain: 'Try again',
    reference: 'Reference',
    whatToFix: 'What to fix',
    problem: '{row, select, none{{column}: {reason}} other{Row {row}, {column}: {reason}}}',
    found: 'Found: {found}',
    moreProblems: '{n, plural, one{and # more} other{and # more}}',
    errorTitle:
      '{status, select, 400{This is not possible} 401{Sign in first} 403{You cannot open this page} 404{Page not found} 405{This is not a page} 409{Not possible in the current state} 410{This link has expired} 413{Too large} 429{Too many attempts} 503{Not available now} 507{The disk is full} other{Something went wrong}}'
  },
  language: {
    title: 'Language',
    ofBrowser: 'Match browser'
  },
  signIn: {
    title: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    noAccount: 'No account yet? Your lead sends you a link. There is no public sign-up.'
  },
  door: {
    about:
      'Experts verify a benchmark, annotators judge reports blind, and LLM judges judge the same reports. Agreement statistics then show which judges can replace human annotators.',
    dataStays: 'All data stays on this server.'
  },
  account: {
    title: 'Account',
    signOut: 'Sign out',
    appearance: 'Appearance',
    matchSystem: 'Match system',
    light: 'Light',
    dark: 'Dark',
    password: 'Password',
    passwordChanged: 'Password changed',
    otherSessionsEnded: 'Your other sessions have ended.',
    currentPassword: 'Current password',
    newPassword: 'New password',
    passwordHint: 'At least 10 characters. A few unrelated words work well.',
    changePassword: 'Change password',
    sessions: 'Sessions',
    sessionsAbout: 'Your open sessions. A session ends after 30 days without use, and 90 days after sign-in.',
    tableOfSessions: 'Table of sessions',
    browser: 'Browser',
    signedIn: 'Signed in',
    lastUsed: 'Last used',
    ends: 'Ends',
    end: 'End',
    thisSession: 'This session',
    endSession: 'End the session of {browser}, last used {when}',
    endOthers: 'End all other sessions',
    sessionEnded: 'The session has ended.',
    othersEnded: 'All other sessions have ended.'
  },
  link: {
    name: 'Name',
    email: 'E-mail',
    password: 'Password',
    newPassword: 'New password',
    passwordHint: 'At least 10 characters. A few unrelated words work well.',
    joinTitle: 'Join {project}',
    joinAs: 'Join as {role}',
    join: 'Join',
    invited: 'You are invited as {role}. The link creates your account and works once.',
    signedInAs: 'You are signed in as {name}. The link adds the role {role} to your account and works once.',
    resetTitle: 'Set a new password',
    resetAbout: 'Your other sessions end. This link works once.',
    reset: 'Set password',
    setUpTitle: 'Set up Voirdire',
    setUpAbout: 'You become the first admin: you create projects and name their leads. This page works once.',
    setUp: 'Create my account'
  },
  roles: {
    name: '{role, select, annotator{annotator} reviewer{reviewer} adjudicator{adjudicator} lead{lead} other{admin}}',
    heading: '{role, select, annotator{Annotator} reviewer{Reviewer} adjudicator{Adjudicator} lead{Lead} other{Admin}}'
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
  queue: {
    title: 'Your queue',
    archive: 'Archive',
    accounts: 'Accounts',
    newProject: 'New project',
    demo: 'demo, all data is fictitious',
    demoNote: 'Demo benchmark: all data is invented.',
    nothing: 'Nothing is waiting for you here.',
    openProject: 'Open project',
    noProject: 'No project yet',
    noProjectAdmin:
      'A project is one benchmark under verification and scoring. Create one, then import its queries and reports.',
    createProject: 'Create project',
    noRole: 'You have no role in any project. A lead invites you with a link. Open it while you are signed in.',
    nothingTitle: 'Nothing is waiting for you',
    nothingAbout: 'Your role here is {role}. When a lead assigns work in {project} to you, it appears on this page.',
    yourLabels: 'Your labels',
    committed: '{done} of {total} committed',
    closed: 'Closed, {done} of {total} committed.',
    paused: 'Paused by the lead, {done} of {total} committed. Your drafts are kept.',
    all: 'All {total} committed.',
    available:
      'All {total} committed. {items, plural, one{# item of another annotator’s report is available.} other{# items in {reports, plural, one{# report} other{# reports}} are available.}}',
    left: '{n, plural, one{# item} other{# items}} left of {total}.',
    leftAtPace: '{n, plural, one{# item} other{# items}} left of {total}, about {pace} at your pace.',
    seconds: '{seconds} s',
    minutes: '{minutes} min',
    hours: '{hours} h {minutes} min',
    start: 'Start',
    startStudy: 'Start {study}',
    goOn: 'Continue',
    goOnStudy: 'Continue {study}',
    seeJudges: 'See the judges',
    seeJudgesOf: 'See the judges of {study}',
    claim: 'Claim a report',
    claimOf: 'Claim a report of {study}',
    isPaused: 'paused',
    isDone: 'done',
    isWaiting: 'waiting',
    stage:
      '{stage, select, annotation{Annotation} review{Review} inspection{Inspection} adjudication{Adjudication} other{{stage}}}',
    round: 'round {number}, {name}',
    due: 'Due {date}.',
    workPaused: 'Paused by the lead. Your drafts are kept, and you can still read.',
    workLeft: '{open} in progress, {free} available, {done} done.',
    workDone: '{n, plural, one{# query} other{# queries}} done. Nothing else is waiting for you now.',
    conflictsSettled: '{n, plural, one{# conflict} other{# conflicts}} settled. Nothing else is waiting for you now.',
    workNone: 'Nothing has reached this stage for you yet.',
    seeSettled: 'See settled conflicts'
  }
} as const;

export type Messages = typeof messages;
export type MessageSection = keyof Messages;

/** One language, which is one file. */
export interface Catalogue {
  /** BCP 47, as in `lang` of a page. */
  tag: string;
  /** In the language itself. */
  name: string;
  direction: 'ltr' | 'rtl';
  /** By whose custom days and times are written. */
  dates: string;
  messages: { readonly [S in MessageSection]: { readonly [Key in keyof Messages[S]]: string } };
}

export const en: Catalogue = { tag: 'en', name: 'English', direction: 'ltr', dates: 'en-GB', messages };
