// What the API's description says about each subject and each call. A call without a text doesn't compile.
import type { contract } from '#contract/index.ts';

type Contract = typeof contract;

export const SUBJECT_TEXTS: Record<keyof Contract, string> = {
  session: 'Signing in and out, the person’s own account, and links that let somebody in. Not for access tokens.',
  schools: 'Schools.',
  users: 'People who can sign in.',
  assignments: 'Who belongs to which school, and in which role.',
  invitations: 'Invitations of people who have no account yet. Not for access tokens.',
  passwordResets: 'Links to choose a new password. Not for access tokens.',
  accessRequests: 'Requests of people who want to join a school. Not for access tokens.',
  colleagueRequests: 'Requests of Primary Admins to add a colleague. Not for access tokens.',
  teams: 'A school’s teams.',
  students: 'A school’s students.',
  tournaments: 'The tournaments that a school goes to.',
  calendarLinks: 'The secret address from which calendars read a school’s tournaments. Not for access tokens.',
  webhooks:
    'Addresses of other programs that are notified of a school’s changes. For Primary Admins; not for access tokens.',
  studentLinks: 'Secret addresses that show one student’s card. Not for access tokens.',
  savedLineUps: 'Line-ups that a school has saved under a name.',
  sheets: 'Score sheets that a school has described itself.',
  tryOuts: 'Try-outs: candidates, and the scores of several raters. Not for access tokens.',
  deletedEntries: 'A school’s deleted teams, students, tournaments and undone imports, for 30 days.',
  seasonBook: 'A school’s seasons, and whether it keeps ballots.',
  rounds: 'Rounds of tournaments, and who did which part in them.',
  keptBallots: 'Ballots with their scores.',
  ownScores: 'The scores of the student linked to the person.',
  metrics: 'Estimates from a season’s scores, with their intervals.',
  seasonFiles: 'A season’s ballots as files.',
  cases: 'The cases that tournaments use.',
  witnesses: 'The witnesses of cases.',
  deletedRecords: 'Deleted schools, users and cases, for 30 days. For database managers.',
  history: 'Who changed what, and when. For super admins.',
  status: 'The status page. Everybody can read it.',
  ballots: 'Reading the scores from a photo of a ballot.',
};

const ROSTER = (one: string, many: string) =>
  ({
    inSchool: `Lists the ${many} of a school, sorted by name.`,
    add: `Adds a ${one}. Choose the \`id\` yourself: a ${one} sent twice is added once.`,
    update: `Changes the fields in \`changed\`. Send the \`version\` that you read: if somebody has changed the record since, nothing changes.`,
    remove: `Deletes a ${one}. It can be restored for 30 days.`,
    previewImport: `Reads a file of ${many}, and says what an import would change. Changes nothing.`,
    changeMany: `Makes up to 100 changes to ${many}, each of which is made or refused on its own.`,
  }) as const;

const LISTED = (one: string, many: string) =>
  ({
    details: `Returns a ${one}, or null if there is none that the person may see.`,
    list: `Lists ${many}, a page at a time. For super admins.`,
    add: `Adds a ${one}. For super admins.`,
    update: `Changes a ${one}. For super admins.`,
    previewImport: `Reads a file of ${many}, and says what an import would change. For super admins.`,
    changeMany: `Makes up to 100 changes to ${many}, each of which is made or refused on its own. For super admins.`,
    deletionImpact: `Counts what would be deleted along with a ${one}. For super admins.`,
    remove: `Deletes a ${one}. For database managers.`,
  }) as const;

export const CALL_TEXTS: { [Subject in keyof Contract]: Record<keyof Contract[Subject], string> } = {
  session: {
    me: 'Returns who is signed in, or null.',
    signIn: 'Signs in with a session’s cookie.',
    signOut: 'Ends the session.',
    refresh: 'Extends the session.',
    changePassword: 'Changes the person’s own password. Ends all sessions and access tokens.',
    mine: 'Lists where the person is signed in.',
    endOthers: 'Ends all other sessions of the person.',
    endOne: 'Ends one session of the person.',
    endReason: 'Says why the session was ended from elsewhere; null if it wasn’t.',
    supportContact: 'Returns the address for help that the operator has set, or null.',
    invitation: 'Says whom an invitation is for, and which schools it opens.',
    acceptInvitation: 'Creates the account that an invitation is for, and signs in.',
    signOnOffer: 'Returns what the sign-in screen offers besides passwords. Null without single sign-on.',
    beginSignOn: 'Starts a sign-in with an organization’s account, and returns the address to go to.',
    finishSignOn: 'Finishes such a sign-in with a code of the second factor.',
    signOnLink: 'Returns when the person’s account was linked to the organization’s, and whether it has a password.',
    studentCard: 'Returns what a link to a student’s card shows.',
    canMail: 'Says whether this server can send email.',
    requestPasswordReset: 'Sends a link to replace a forgotten password, if there is an account with this address.',
    passwordReset: 'Says whether a reset link still works.',
    resetPassword: 'Sets a new password with a reset link. Ends all sessions and access tokens.',
    secondFactor: 'Says whether the second factor is on, and how many recovery codes are left.',
    beginSecondFactor: 'Creates the secret of a second factor, which takes effect once its first code is entered.',
    confirmSecondFactor: 'Turns the second factor on, and returns the recovery codes once.',
    removeSecondFactor: 'Turns the second factor off.',
    accessTokens: 'Lists the person’s access tokens, newest first.',
    makeAccessToken: 'Creates an access token, and returns it once.',
    endAccessToken: 'Ends an access token.',
  },
  schools: {
    ...LISTED('school', 'schools'),
    notOfUser: 'Lists the first schools that a user is not assigned to. For super admins.',
  },
  users: {
    ...LISTED('user', 'users'),
    update: 'Changes a user’s name. For super admins.',
    remove: 'Deletes a person with all sessions and assignments. For database managers.',
    endSessions: 'Signs a user out everywhere, and ends the user’s access tokens. For super admins.',
    notInSchool: 'Lists the first users who are not assigned to a school. For super admins.',
  },
  assignments: {
    mine: 'Lists the schools that the person belongs to, with the role in each. A program finds its `schoolId` here.',
    inSchool: 'Lists everybody who belongs to a school, sorted by name.',
    ofSchool: 'Lists a school’s people, a page at a time. For super admins.',
    ofUser: 'Lists a user’s schools, a page at a time. For super admins.',
    countsByRole: 'Counts the people of a school by role.',
    assign: 'Assigns a user to a school. For super admins.',
    changeRole: 'Changes the role of a user in a school. For super admins.',
    changeMany:
      'Makes up to 100 changes to assignments, each of which is made or refused on its own. For super admins.',
    remove: 'Removes a user from a school. For super admins.',
  },
  invitations: {
    ofSchool: 'Lists a school’s open invitations. For super admins.',
    invite: 'Invites a person to a school, and returns the link once. For super admins.',
    inviteMany: 'Invites up to 100 people. For super admins.',
    revoke: 'Revokes an invitation. For super admins.',
    revokeMany:
      'Revokes up to 100 invitations, and returns those that you have revoked, now or before. For super admins.',
  },
  passwordResets: { create: 'Creates a link for a user to choose a new password. For super admins.' },
  accessRequests: {
    schoolsNamed: 'Finds a few schools by at least three letters of the name, for people who want to join one.',
    mine: 'Lists the person’s own open requests.',
    toDecide: 'Lists the open requests that the person decides on, oldest first.',
    ask: 'Asks to join a school.',
    withdraw: 'Withdraws one of the person’s own requests.',
    confirm: 'Confirms that a Primary Admin knows the person who asks.',
    decline: 'Declines a request.',
    accept: 'Assigns the person who asks. For super admins.',
  },
  colleagueRequests: {
    open: 'Lists the open requests for colleagues, oldest first.',
    ask: 'Requests a colleague for a school, whom super admins add. For Primary Admins.',
    remove: 'Withdraws or declines a request.',
    accept: 'Assigns or invites the colleague. For super admins.',
  },
  teams: {
    ...ROSTER('team', 'teams'),
    similar: 'Lists the teams with the names most similar to a text, among those that the person may see.',
  },
  students: {
    ...ROSTER('student', 'students'),
    anonymize: 'Removes a student’s name everywhere and at once. The scores stay without it. This is final.',
  },
  tournaments: {
    ...ROSTER('tournament', 'tournaments'),
    add: 'Adds a tournament. Choose the `id` yourself: a tournament sent twice is added once. Without `season`, it is in the current season by the database’s clock, which around July 1 may not be yours yet.',
  },
  calendarLinks: {
    ofSchool: 'Says who made the school’s calendar link, and when. Null if there is none.',
    make: 'Creates a calendar link, which replaces the previous one. Returns it once.',
    end: 'Ends the calendar link.',
  },
  webhooks: {
    ofSchool: 'Lists a school’s webhooks.',
    deliveries: 'Lists the last messages of a webhook with their answers, newest first.',
    make: 'Adds a webhook, and returns its secret once.',
    renewSecret:
      'Creates a new secret, and returns it once. Messages are signed with the previous one, too, for one more day.',
    turn: 'Turns a webhook on or off. While it is off, nothing is sent or queued.',
    test: 'Sends a message of the type `test`.',
    remove: 'Deletes a webhook.',
  },
  studentLinks: {
    inSchool: 'Lists the links to cards of a school’s students.',
    make: 'Creates a link to a student’s card, and returns it once.',
    end: 'Ends a link.',
  },
  savedLineUps: {
    ofSchool: 'Lists a school’s saved line-ups, sorted by name.',
    save: 'Saves a line-up under a name. Choose the `id` yourself: one sent twice is saved once.',
    rename: 'Renames a saved line-up. `before` is the name that you read.',
    remove: 'Deletes a saved line-up.',
  },
  sheets: {
    ofSchool: 'Lists the newest version of each score sheet of a school, sorted by title.',
    version: 'Returns one version of a score sheet: of a built-in one, or of one of the school’s own.',
    save: 'Saves version 1 of a new score sheet, or the version after the newest. Choose the `id` yourself.',
    remove: 'Deletes a score sheet with all its versions.',
  },
  tryOuts: {
    inSchool: 'Lists a school’s try-outs, newest first.',
    details: 'Returns a try-out with its candidates and your own scores, and everybody’s once it has ended.',
    create: 'Starts a try-out. Choose the `id` yourself.',
    addCandidates: 'Adds candidates by name. Names that are already there are skipped.',
    removeCandidate: 'Removes a candidate with all scores.',
    rate: 'Saves your own scores of a candidate, in place of earlier ones.',
    end: 'Ends scoring: afterwards nobody can score, and staff see everybody’s scores. This is final.',
    remove: 'Deletes a try-out with its candidates and scores.',
    addToRoster: 'Adds a candidate to the school’s students.',
  },
  deletedEntries: {
    inSchool: 'Lists what staff of the school have deleted, newest first.',
    restore: 'Restores it with everything that was deleted with it.',
    deleteForGood: 'Deletes it for good.',
  },
  seasonBook: {
    ofSchool: 'Says whether the school keeps ballots, until when, and whether its staff can share student cards.',
    change:
      'Changes whether the school keeps ballots, until when, or whether its staff can share student cards. For Primary Admins.',
    seasons: 'Lists the seasons with a tournament, newest first.',
    season: 'Returns a season’s tournaments and rounds with the totals of their ballots.',
    deletionImpact: 'Counts what deleting everything would delete.',
    deleteEverything:
      'Deletes all rounds, line-ups and ballots, and turns off keeping ballots. This is final. For Primary Admins.',
  },
  rounds: {
    add: 'Adds a round. Choose the `id` yourself: a round sent twice is added once. With `opponentTeamId`, two of the school’s teams meet.',
    addMany: 'Adds several rounds of one team at a tournament, all or none.',
    update:
      'Changes the fields in `changed`. Send the `version` that you read: if somebody has changed the record since, nothing changes.',
    remove: 'Deletes a round with its line-up and ballots. This is final.',
    lineUps:
      'Lists who did which part in each round of a season, a page at a time. The `next` of a page is the `after` of the one that follows.',
    setLineUp: 'Replaces the line-up of a round.',
  },
  keptBallots: {
    ofRound: 'Lists the ballots of a round with their scores and corrections.',
    inSeason:
      'Lists the ballots of a season with their scores, a page at a time. The `next` of a page is the `after` of the one that follows.',
    waiting: 'Lists ballots that have no round yet.',
    keep: 'Saves a ballot. Choose the `id` yourself: a ballot sent twice is saved once.',
    update: 'Changes everything but a ballot’s scores: its round, judge, number, margin, ranks and comments.',
    correct: 'Corrects scores. The old scores and the reason are kept.',
    secondCheck: 'Compares the saved scores with those that another person has typed without seeing them.',
    remove: 'Deletes a ballot. This is final.',
    handOver: 'Hands a checked ballot to a school that keeps ballots. For super admins.',
  },
  ownScores: { inSchool: 'Lists the person’s own scores, in the order of tournaments and rounds.' },
  metrics: {
    season: 'Returns the figures of a season. Null until it has a ballot.',
    own: 'Returns the figures of the student linked to the person.',
    compare: 'Compares two students in each role in which both have scores.',
    lineUp: 'Evaluates a line-up of one side, alone or beside another.',
    whomToTry: 'Lists the students you would learn the most about from one more round in a part.',
  },
  seasonFiles: {
    preview: 'Reads a file of ballots, and says what an import would add. Changes nothing.',
    run: 'Imports a file of ballots in one transaction. Choose the `id` yourself.',
    imports: 'Lists the imports of a school, newest first.',
    undoImpact: 'Says what undoing an import would delete, and what it would leave. Changes nothing.',
    undo: 'Deletes what an import has added, except what somebody has changed or used since.',
    download:
      'Returns all ballots of a season, or of all seasons, as a file: `tidy` (CSV, a row for each score), `wide` (CSV, a row for each ballot), `json` or `xlsx`. Also as `GET` with an access token.',
  },
  cases: {
    ...LISTED('case', 'cases'),
    overview: 'Lists all cases with the number of their witnesses, active ones first.',
  },
  witnesses: {
    ofCase: 'Lists the witnesses of a case, sorted by name.',
    add: 'Adds a witness. For super admins.',
    update: 'Changes a witness. For super admins.',
    remove: 'Deletes a witness. For super admins.',
  },
  deletedRecords: {
    list: 'Lists deleted schools, users and cases, newest first.',
    restore: 'Restores a record with everything that was deleted with it.',
    deleteForGood: 'Deletes a record for good.',
  },
  history: { list: 'Lists changes, newest first, a page at a time.' },
  status: { services: 'Lists the services with their state.', incidents: 'Lists incidents, newest first.' },
  ballots: {
    prepare: 'Loads the reader, so that the first photo is read nearly as fast as the others.',
    recognize: 'Reads the fields of a ballot from one PNG or JPEG. Nothing is stored.',
  },
};
