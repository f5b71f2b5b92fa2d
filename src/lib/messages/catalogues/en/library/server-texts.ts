/** Answers of the server that come before a page's, and its record of a full disk: text that pages recognise and translate. */
export default {
  serverText: {
    nothingHere: 'There is nothing at this address.',
    addressUnreadable: 'The address cannot be read: a part of it is missing or wrong. Check the link.',
    tooLarge: 'This is larger than the server accepts. Send a smaller file, or several.',
    notTaken: 'This address does not take what was sent.',
    fault:
      'Something went wrong on our side. Nothing that was saved is lost. Try again; if it happens again, tell the operator of this server the reference.',
    otherSite: 'The request came from another site.',
    otherPerson: 'Another person wrote this. It is sent when that person signs in again.',
    notParticipants: 'This page is not open to participants.',
    forAdmins: 'This page is for admins of this instance.',
    notForUsers: 'This address is not open to users.',
    viewersRead: 'Viewers read, and change nothing.',
    roleClosed: 'Your role in this project does not open this page.',
    noProject: 'There is no such project here.',
    receives: 'This address receives what a form sends. It cannot be opened as a page.',
    noLength: 'The request does not say how long it is (Content-Length). Send it with its length.',
    requestLarge: 'The request is larger than {size}. Send less at a time.',
    diskFull: 'This was not saved: the disk of the server is full ({word}). {next}',
    savedBefore: 'What was saved before is there. Tell the operator of the server, then try again.',
    diskFails: 'This was not saved: the disk of the server fails ({word}). {next}',
    databaseLocked:
      'This was not saved: another process kept the database locked for {seconds} seconds ({word}). {next}',
    tryAgain: 'What was saved before is there. Try again; if this is said again, tell the operator of the server.',
    lockedForRun:
      'Another process kept the database locked for {seconds} seconds ({word}). {kept} Wait until it has finished, then {next}.',
    diskOfDatabase: 'The disk of the database is full or fails ({word}). {kept} Make room on the disk, then {next}.',
    resumeRun: 'resume the run',
    damaged:
      'The {column} of {table} cannot be read: the record in the database is damaged. Ask the operator to restore it from a backup.',
    decidedByOther: 'Another expert decided this after you opened this page.',
    wordingChanged: 'The wording changed after you opened this page.',
    unavailableThing: '{thing} is not available: {why}.',
    largerThan: '{thing} is larger than {size}.',
    roundSettings: 'The round cannot start with these settings.',
    noneOfQueries: 'None of these queries is in the project.'
  }
} as const;
