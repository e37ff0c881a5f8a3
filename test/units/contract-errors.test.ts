// How each call refuses: the status, the code and the sentence that people read.
import { expect, test } from 'vitest';
import { call, namesOfCalls } from './contract-calls.ts';

/** Any call can answer with these, but one may have another sentence for a code. */
const OF_ALL = [
  '400 BAD_REQUEST: Some of the data sent is invalid.',
  '401 UNAUTHORIZED: Please sign in.',
  '403 FORBIDDEN: You don’t have permission to do that.',
  '404 NOT_FOUND: This no longer exists, or you don’t have permission to see it.',
  '409 CONFLICT: This already exists.',
  '429 TOO_MANY_REQUESTS: Too many requests. Please wait a moment.',
  '503 SERVICE_UNAVAILABLE: The service is temporarily unavailable. Please try again.',
];

const REFUSALS: Record<string, string[]> = {
  '429 TOO_OFTEN: You can search 100 times a day. Please try again tomorrow.': ['accessRequests.schoolsNamed'],
  '409 TOO_MANY: You can have at most 3 open requests.': ['accessRequests.ask'],
  '429 TOO_OFTEN: You can send at most 10 requests a day. Please try again tomorrow.': ['accessRequests.ask'],
  '409 CONFLICT: This user is already assigned to this school in another role.': ['assignments.assign'],
  '422 NOT_READ: The ballot could not be read.': ['ballots.recognize'],
  '402 PREMIUM_NEEDED: This feature requires additional access privileges': ['ballots.recognize'],
  '409 ALREADY_HERE: This person already belongs to the school.': ['colleagueRequests.ask'],
  '409 FULL: A school can have at most 20 open requests for colleagues.': ['colleagueRequests.ask'],
  '409 FULL: A school can have at most 2,000 people or open invitations.': ['colleagueRequests.accept'],
  '409 TAKEN: Another record already uses this name, email address, person, round or judge number. Change that first.':
    ['deletedEntries.restore', 'deletedRecords.restore'],
  '409 NEEDS_ANOTHER: Something that belongs to it was deleted, too. Restore that first.': [
    'deletedEntries.restore',
    'deletedRecords.restore',
  ],
  '409 NEEDS_SCHOOL: Its school is deleted.': ['deletedEntries.restore', 'deletedRecords.restore'],
  '409 FULL: A list of this school is full.': ['deletedEntries.restore', 'deletedRecords.restore'],
  '409 FULL: A school can have at most 2,000 open invitations.': ['invitations.invite', 'invitations.inviteMany'],
  '409 NOT_KEEPING: This school doesn’t keep ballots. Its Primary Admin can change that.': [
    'keptBallots.keep',
    'keptBallots.handOver',
    'seasonFiles.run',
  ],
  '409 JUDGE_TAKEN: This round already has a ballot of this judge.': ['keptBallots.keep', 'keptBallots.update'],
  '422 NOT_ON_SHEET: The scores don’t fit the ballot’s score sheet.': [
    'keptBallots.keep',
    'keptBallots.update',
    'keptBallots.correct',
    'keptBallots.secondCheck',
    'keptBallots.handOver',
  ],
  '409 FULL: A school can have at most 10,000 ballots.': ['keptBallots.keep', 'keptBallots.handOver'],
  '409 FULL: A ballot can have at most 200 corrections.': ['keptBallots.correct'],
  '409 SAME_PERSON: Someone else has to check this ballot: you entered all of its scores.': ['keptBallots.secondCheck'],
  '503 COMPUTING: The figures of this season are being computed. With many ballots, this takes up to a few minutes.': [
    'metrics.season',
    'metrics.own',
    'metrics.compare',
    'metrics.lineUp',
    'metrics.whomToTry',
  ],
  '422 TOO_LARGE: This season has too many students and ballots to compute these figures.': [
    'metrics.season',
    'metrics.own',
    'metrics.compare',
    'metrics.lineUp',
    'metrics.whomToTry',
  ],
  '403 ONLY_DB_MANAGERS: Only a database manager can reset the password of a database manager.': [
    'passwordResets.create',
  ],
  '409 ROUND_TAKEN: This team already has a round with this number at the tournament.': [
    'rounds.add',
    'rounds.addMany',
    'rounds.update',
  ],
  '422 OWN_OPPONENT: A team can’t meet itself.': ['rounds.add'],
  '409 MEETS_ANOTHER: The other team is on the same side in this round, or meets another of your teams. Change its round first.':
    ['rounds.add'],
  '409 JUDGE_TAKEN: Both teams have a ballot of the same judge. Delete one of them first.': ['rounds.add'],
  '409 FULL: A school can have at most 5,000 rounds.': ['rounds.add', 'rounds.addMany'],
  '409 NAME_TAKEN: This team already has a line-up with this name for this side.': [
    'savedLineUps.save',
    'savedLineUps.rename',
  ],
  '409 FULL: A school can have at most 200 saved line-ups.': ['savedLineUps.save'],
  '409 RENAMED: Someone else has just renamed this line-up.': ['savedLineUps.rename'],
  '409 CHANGED_MEANWHILE: This was changed in the meantime.': [
    'schools.update',
    'users.update',
    'assignments.changeRole',
    'teams.update',
    'students.update',
    'tournaments.update',
    'seasonBook.change',
    'rounds.update',
    'rounds.setLineUp',
    'sheets.save',
    'keptBallots.update',
    'keptBallots.correct',
    'cases.update',
    'witnesses.update',
  ],
  '422 UNREADABLE_FILE: The file can’t be read.': [
    'schools.previewImport',
    'users.previewImport',
    'teams.previewImport',
    'students.previewImport',
    'tournaments.previewImport',
    'seasonFiles.preview',
    'seasonFiles.run',
    'cases.previewImport',
  ],
  '409 TOO_SOON: Choose a day at least 30 days ahead. Your dashboard announces it 30 days before.': [
    'seasonBook.change',
  ],
  '409 FULL: A school can have at most 2,000 teams, students and tournaments, 5,000 rounds, 10,000 ballots and 1,000 imports.':
    ['seasonFiles.run'],
  '409 NOTHING_NEW: Nothing in this file is new.': ['seasonFiles.run'],
  '401 UNAUTHORIZED: Incorrect email or password.': ['session.signIn'],
  '422 CODE_REQUIRED: Enter the code from your authenticator app.': ['session.signIn'],
  '422 WRONG_CODE: Incorrect code. Wait for the next one, and check your phone’s clock.': [
    'session.signIn',
    'session.confirmSecondFactor',
    'session.removeSecondFactor',
    'session.finishSignOn',
  ],
  '422 WRONG_PASSWORD: Incorrect current password.': [
    'session.changePassword',
    'session.endOthers',
    'session.endOne',
    'session.beginSecondFactor',
    'session.removeSecondFactor',
    'session.makeAccessToken',
  ],
  '422 WEAK_PASSWORD: This password is too easy to guess. Please choose another one.': [
    'session.changePassword',
    'session.acceptInvitation',
    'session.resetPassword',
  ],
  '410 EXPIRED_LINK: This link has expired, was already used, or was replaced by a newer one. Use the newest one, or ask for another.':
    ['session.invitation', 'session.acceptInvitation', 'session.passwordReset', 'session.resetPassword'],
  '409 HAS_ACCOUNT: An account with this email address already exists.': [
    'session.acceptInvitation',
    'invitations.invite',
  ],
  '409 PASSWORDS_OFF: Passwords are turned off here. Use single sign-on.': [
    'session.acceptInvitation',
    'session.passwordReset',
    'session.resetPassword',
  ],
  '409 FULL: A school can have at most 2,000 people.': [
    'session.acceptInvitation',
    'assignments.assign',
    'accessRequests.accept',
  ],
  '409 NO_MAIL: This server can’t send email. A super admin can make a reset link for you.': [
    'session.requestPasswordReset',
  ],
  '409 MAIL_UNREACHABLE: This server can’t send email right now. Try again in a few minutes, or have a super admin make a reset link for you.':
    ['session.requestPasswordReset'],
  '409 CONFLICT: You already have a second factor.': ['session.beginSecondFactor', 'session.confirmSecondFactor'],
  '409 FULL: You can have at most 20 access tokens. End one first.': ['session.makeAccessToken'],
  '410 EXPIRED_LINK: This link has ended. Ask the school for a new one.': ['session.studentCard'],
  '429 TOO_OFTEN: Too many cards were opened from this network. Please try again in 15 minutes.': [
    'session.studentCard',
  ],
  '409 NOT_OFFERED: This server has no single sign-on.': ['session.beginSignOn'],
  '410 EXPIRED: This sign-in has expired. Please sign in again.': ['session.finishSignOn'],
  '409 FULL: A school can have at most 200 versions of score sheets.': ['sheets.save'],
  '409 IN_USE: Tournaments or ballots use this score sheet, so it can’t be deleted. This includes deleted ones that can still be restored.':
    ['sheets.remove'],
  '409 SWITCHED_OFF: Your Primary Admin has to turn on links to student cards first.': ['studentLinks.make'],
  '409 FULL: A school can have at most 2,000 student links.': ['studentLinks.make'],
  '409 NAME_TAKEN: This school already has a student with this name.': [
    'students.add',
    'students.update',
    'tryOuts.addToRoster',
  ],
  '409 FULL: A school can have at most 2,000 students.': ['students.add', 'tryOuts.addToRoster'],
  '409 NAME_TAKEN: This school already has a team with this name.': ['teams.add', 'teams.update'],
  '409 FULL: A school can have at most 2,000 teams.': ['teams.add'],
  '409 NAME_TAKEN: This school already has a tournament with this name.': ['tournaments.add', 'tournaments.update'],
  '422 ENDS_BEFORE_START: A tournament can’t end before it starts.': ['tournaments.add', 'tournaments.update'],
  '409 FULL: A school can have at most 2,000 tournaments.': ['tournaments.add'],
  '409 DAY: Choose a day from tomorrow to a year from now.': ['tryOuts.create'],
  '409 FULL: A school can have at most 50 try-outs.': ['tryOuts.create'],
  '409 ENDED: This try-out has ended.': ['tryOuts.addCandidates', 'tryOuts.rate'],
  '409 FULL: A try-out can have at most 200 candidates.': ['tryOuts.addCandidates'],
  '409 SCORES: Every row of the sheet needs a score in its range.': ['tryOuts.rate'],
  '409 LAST_DB_MANAGER: You are the only database manager, so your account can’t be deleted. Someone else has to become a database manager first.':
    ['users.remove'],
  '403 ONLY_DB_MANAGERS: Only a database manager can sign out a database manager.': ['users.endSessions'],
  '400 BAD_ADDRESS: This address can’t be used.': ['webhooks.make'],
  '409 FULL: A school can have at most 5 webhooks.': ['webhooks.make'],
};

const codeOf = (refusal: string): string => refusal.slice(0, refusal.indexOf(':'));

const declaredBy = (name: string): string[] =>
  Object.entries(call(name).errorMap).map(([code, { status, message }]) => `${status} ${code}: ${message}`);
const expectedOf = (name: string): string[] => {
  const own = Object.keys(REFUSALS).filter((refusal) => REFUSALS[refusal]?.includes(name));
  return [...OF_ALL.filter((refusal) => !own.map(codeOf).includes(codeOf(refusal))), ...own];
};
const byCall = (refusalsOf: (name: string) => string[]): Record<string, string[]> =>
  Object.fromEntries(namesOfCalls.map((name) => [name, refusalsOf(name).toSorted()]));

test('every call refuses in these ways', () => {
  expect(byCall(declaredBy)).toEqual(byCall(expectedOf));
});

test('every refusal here is one of a call', () => {
  expect(namesOfCalls).toEqual(expect.arrayContaining(Object.values(REFUSALS).flat()));
});
