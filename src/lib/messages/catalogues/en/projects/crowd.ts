export default {
  crowd: {
    title: 'Crowd participants',
    about:
      'One link for many participants of a recruiting platform. Each participant gets one place of this study, comes back to the same tasks, and reads a completion code after the last one.',
    make: 'Create link',
    made: 'Link for participants',
    madeAbout:
      'It is shown only now. Enter it on your platform and let the platform add the participant’s id after “{parameter}=”.',
    link: 'Link',
    noPlaces:
      'This study has no free place. <link>Create places for crowd participants</link> and choose them as annotators when you plan a study.',
    places: 'Places',
    placesFree: '{n, plural, one{# place of this study is} other{# places of this study are}} free.',
    parameter: 'Parameter of the participant’s id',
    parameterHint: 'Prolific sends PROLIFIC_PID.',
    code: 'Completion code',
    codeHint: 'Optional. A code is drawn if the field is empty.',
    validFor: 'Valid for',
    days: '{n, plural, one{# day} other{# days}}',
    links: 'Links',
    noLinks: 'Links of this study appear here.',
    taken: 'Places taken',
    takenOf: '{taken} of {places}',
    created: 'Created',
    expires: 'Expires',
    state: 'State',
    stateOf: '{state, select, open{open} expired{expired} other{withdrawn}}',
    withdraw: 'Withdraw',
    withdrawThis: 'Withdraw the link of {day}',
    withdrawnNow: 'The link no longer works, and the sessions of its participants have ended.',
    participants: 'Participants',
    nobodyYet: 'Participants appear here after they open the link and start.',
    participantId: 'Participant id',
    account: 'Account',
    joined: 'Started, UTC',
    judged: 'Items judged',
    progress: '{state, select, done{complete} other{in progress}}',
    enterTitle: 'Take part in {project}',
    participantIs: 'Your participant id is <b>{participant}</b>.',
    enterAbout:
      'You judge reports in several tasks. You can leave and come back by the same link. After the last task you get a completion code.',
    start: 'Start',
    noParticipant: 'The address has no valid participant id in “{parameter}”. Open the study from your platform again.',
    signedIn: 'You are signed in as {name}. Sign out first to enter as a participant.',
    complete: 'All tasks are complete',
    completeAbout: 'Copy the completion code to your platform.',
    gone: '{n, plural, one{# task is} other{# tasks are}} no longer assigned to you',
    goneAbout:
      'You were inactive for too long, or a lead reassigned them. The completion code appears once all tasks are complete: claim those that are still available, or write to the people who run this study. The labels that you committed count.',
    completionCode: 'completion code'
  }
} as const;
