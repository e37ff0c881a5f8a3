// Samples of the calls about cases and their witnesses, photos of ballots, the history and the server's services.
import { at, id, inBulk, list, nothing, other, person, type Samples } from './shared.ts';

const details = { name: 'Doe v. Roe', year: 2024, type: 'civil', area: null, isActive: true };
const caseRecord = { id, ...details, version: 1 };
const witnessFields = { name: 'Kai Reed', side: 's', type: 'party rep' };
const witness = { id, caseId: other, ...witnessFields, version: 1 };

export const cases: Samples = {
  overview: { output: [{ id, ...details, witnessCount: 6, bySide: { p: 2, d: 2, s: 2 } }] },
  details: { input: { caseId: id }, output: caseRecord },
  list: list('isActive', 'year', { isActive: true, type: 'civil' }, { ...caseRecord, witnessCount: 6 }),
  add: { input: { id, ...details }, output: caseRecord },
  update: { input: { caseId: id, version: 1, changed: details }, output: caseRecord },
  ...inBulk({}, details),
  deletionImpact: { input: { caseId: id }, output: { witnesses: 4 } },
  remove: { input: { caseId: id }, output: nothing },
};

export const witnesses: Samples = {
  ofCase: { input: { caseId: id }, output: [witness] },
  add: { input: { id, caseId: other, ...witnessFields }, output: witness },
  update: { input: { witnessId: id, version: 1, changed: witnessFields }, output: witness },
  remove: { input: { witnessId: id }, output: nothing },
};

const change = {
  id: 7,
  at,
  by: { ...person, program: null },
  subject: 'team',
  action: 'update',
  recordId: id,
  parentId: null,
  parent: null,
  label: 'Blue',
  before: { name: 'Red', size: 3, active: true, teamId: null },
  after: null,
};
const filters = { recordId: id, subject: 'superAdmin', byId: id, search: 'blue', before: 9 };
export const history: Samples = {
  list: { input: filters, output: { rows: [change], next: 7 }, optional: Object.keys(filters) },
};

const service = {
  id,
  name: 'Database',
  description: 'Stores everything.',
  status: 'degraded',
  uptime: 99.9,
  issues: null,
  notice: null,
};
const incident = { id, title: 'Slow uploads', description: 'Solved.', status: 'completed', startedAt: at };
export const status: Samples = { services: { output: [service] }, incidents: { output: [incident] } };

const field = { value: 9, confidence: 0.99, box: [[1, 2]] };
const code = { sheet: 'college-20', version: 1, page: 1, schoolId: id, roundId: null, judge: 2 };
const extracted = {
  confidence: 1,
  image: { width: 40, height: 30 },
  fields: { 'P Opening': field, 'Judge Name': { ...field, value: 'D. Kim' }, 'D Closing': { ...field, value: null } },
  code,
};
export const ballots: Samples = {
  prepare: { input: { schoolId: id }, output: nothing, optional: ['schoolId'] },
  recognize: {
    input: { image: new File(['x'], 'ballot.png'), schoolId: id, ballot: 'second', anySheet: true },
    output: extracted,
    optional: ['schoolId', 'ballot', 'anySheet'],
    optionalOutput: [...Object.keys(extracted.fields).map((label) => `fields/${label}/box`), 'code'],
  },
};
