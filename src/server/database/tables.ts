// The tables as Kysely sees them: camelCase here, snake_case in SQL (the migrations are the truth).
import type { Generated, GeneratedAlways } from 'kysely';
import type { RecordedSubject } from '#contract/history.ts';
import type { CaseArea, CaseType, Role, WitnessSide, WitnessType } from '#contract/words.ts';

type Stamps = {
  version: Generated<number>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
};
type Sorted = { sortName: GeneratedAlways<string> };
type Searched = Sorted & { search: GeneratedAlways<string>; sounds: GeneratedAlways<string[]> };
type Roster = Stamps & Sorted & { id: Generated<string>; schoolId: string; name: string };

type Values = Record<string, string | number | boolean | null>;

export type Tables = {
  users: Stamps &
    Searched & {
      id: Generated<string>;
      email: string;
      name: string;
      lastSignIn: Date | null;
      mustChangePassword: Generated<boolean>;
    };
  superAdmins: { userId: string; dbManager: Generated<boolean>; createdAt: Generated<Date> };
  schools: Stamps &
    Searched & {
      id: Generated<string>;
      name: string;
      shortName: string;
      isPremium: Generated<boolean>;
      sortShortName: GeneratedAlways<string>;
    };
  usersSchools: Stamps & { userId: string; schoolId: string; role: Generated<Role> };
  cases: Stamps &
    Searched & {
      id: Generated<string>;
      name: string;
      year: number;
      type: Generated<CaseType>;
      area: CaseArea | null;
      isActive: Generated<boolean>;
    };
  witnesses: Stamps &
    Sorted & {
      id: Generated<string>;
      caseId: string;
      name: string;
      side: Generated<WitnessSide>;
      type: Generated<WitnessType>;
    };
  teams: Roster;
  students: Roster & { teamId: string | null };
  tournaments: Roster;
  sessions: {
    id: Generated<string>;
    userId: string;
    tokenHash: Uint8Array;
    expiresAt: Date;
    userAgent: string | null;
    createdAt: Generated<Date>;
  };
  passwords: { userId: string; hash: string; changedAt: Generated<Date> };
  signInFailures: { key: string; failures: number; windowEnds: Date; nextTurn: Date | null };
  serverFacts: { name: string; value: string };
  serviceStatuses: {
    id: Generated<string>;
    position: number;
    name: string;
    description: string;
    status: 'operational' | 'degraded' | 'outage' | 'maintenance';
    uptime: number;
    issues: string | null;
    notice: string | null;
    updatedAt: Generated<Date>;
  };
  incidents: {
    id: Generated<string>;
    title: string;
    description: string;
    status: 'investigating' | 'completed';
    startedAt: Generated<Date>;
  };
  // Views that return everything to super admins and nothing to anyone else, so that searches can use indexes.
  usersForSuperAdmins: { id: string; email: string; name: string; version: number; sortName: string; search: string };
  schoolsForSuperAdmins: {
    id: string;
    name: string;
    shortName: string;
    isPremium: boolean;
    version: number;
    sortName: string;
    sortShortName: string;
    search: string;
  };
  // Only triggers write it.
  changes: {
    id: GeneratedAlways<number>;
    at: GeneratedAlways<Date>;
    byId: GeneratedAlways<string | null>;
    byName: GeneratedAlways<string | null>;
    byEmail: GeneratedAlways<string | null>;
    subject: GeneratedAlways<RecordedSubject>;
    action: GeneratedAlways<'create' | 'update' | 'delete'>;
    recordId: GeneratedAlways<string>;
    parentId: GeneratedAlways<string | null>;
    label: GeneratedAlways<string>;
    before: GeneratedAlways<Values | null>;
    after: GeneratedAlways<Values | null>;
  };
};
