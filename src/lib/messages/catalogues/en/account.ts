export default {
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
    signedInAs: 'You are signed in as <b>{name}</b>. The link adds the role {role} to your account and works once.',
    resetTitle: 'Set a new password',
    resetAbout: 'Your other sessions end. This link works once.',
    reset: 'Set password',
    setUpTitle: 'Set up Voirdire',
    setUpAbout: 'You become the first admin: you create projects and name their leads. This page works once.',
    setUp: 'Create my account'
  }
} as const;
