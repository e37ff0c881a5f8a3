// A round as an answer has it.
export const ROUND_COLUMNS = [
  'rounds.id',
  'tournamentId',
  'teamId',
  'number',
  'side',
  'opponent',
  'outcome',
  'rounds.caseId',
  'sharedWith',
  'rounds.version',
] as const;
