import { withCode } from '@keyan/kernel/access/scope.ts';
import { f, face, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import {
  allRecordsOf,
  balancesIn,
  type FactsOf,
  recordsNaming,
  writerFact,
} from '@keyan/kernel/definition/life/fact.ts';
import { employmentStatus, personnelCategory } from '../../people/dictionaries.ts';
import { enableStatus } from '../../shared/dictionaries.ts';
import { ranks, tlDegree } from '../../shared/formats/national.ts';
import { personnel, user } from '../../shared/references/refs.ts';
import type { declarePlan } from '../common/faces.ts';
import { sponsorLimit } from '../limits/limit-fields.ts';
import { program } from '../program/program.ts';
import { declareFields } from './declare-fields.ts';
import { declarePersons } from './declare-ledgers.ts';
import { undecidedStates } from './declare-states.ts';

const account = face(user.key, user.label, {
  realName: f.text(['姓名', 'Name']),
  status: f.dict(['状态', 'Status'], enableStatus),
});

const file = face(personnel.key, personnel.label, {
  userId: f.ref(['关联账号', 'Linked account'], user),
  ranks: f.dict(['职称', 'Rank'], ranks),
  tlDegree: f.dict(['学位', 'Degree'], tlDegree),
  birthDate: f.date(['出生日期', 'Birth date']),
  sorter: f.dict(['人员类别', 'Category'], personnelCategory),
  zzzt: f.dict(['在职状态', 'Employment'], employmentStatus),
});

/** Columns of members that limits read; a person may occur in many projects. */
const membersCounted = f.rows(['项目组成员', 'Members'], {
  userId: f.ref(['人员', 'Person'], user),
});

const ledFields = {
  programName: program.fields.programName,
  programNum: program.fields.programNum,
  programKind: program.fields.programKind,
  level: program.fields.level,
  status: program.fields.status,
  programLeader: program.fields.programLeader,
  endDate: program.fields.endDate,
  resource: program.fields.resource,
  projectType: program.fields.projectType,
  planYear: program.fields.planYear,
};

const led = face(program.key, program.label, ledFields);

const held = face(program.key, program.label, { ...ledFields, members: membersCounted });

/** Fields of declarations that limits read. */
const applied = face('declareInfo', ['项目申报', 'Project application'], {
  programName: declareFields.programName,
  planId: declareFields.planId,
  planYear: declareFields.planYear,
  resource: declareFields.resource,
  projectType: declareFields.projectType,
  programLeader: declareFields.programLeader,
  declareStatus: declareFields.declareStatus,
  members: membersCounted,
});

const ban = face('processOver', ['项目终止', 'Termination'], {
  programLeader: f.ref(['项目负责人', 'Leader'], user),
  banUntil: f.date(['限制申报截止', 'Ban until']),
});

/** Paths in a declaration that name people of the university. */
const people = ['programLeader', 'members.userId'] as const;

/**
 * Facts about people at the given paths that R-102 checks.
 * @param leader path of the leader
 */
export const factsAbout = (leader: string, people: readonly string[]) => ({
  accounts: recordsNaming(account, 'id', people),
  files: recordsNaming(file, 'userId', people),
  // All projects that the people ever led or joined (R-102.3, .4 and .10).
  projects: recordsNaming(led, 'programLeader', people),
  joined: recordsNaming(held, 'members.userId', people),
  applications: recordsNaming(
    applied,
    'members.userId',
    people,
    withCode('declareStatus', ...undecidedStates),
  ),
  limits: allRecordsOf(sponsorLimit, withCode('status', '1')),
  bans: recordsNaming(
    ban,
    'programLeader',
    [leader],
    withCode('auditStatus', '2'),
    withCode('punish', '1'),
  ),
});

/** Facts about the people of a declaration for. */
export const peopleFacts = {
  me: writerFact(),
  ...factsAbout('programLeader', people),
  standing: balancesIn(declarePersons, 'planId', people),
};

export type PeopleFacts = FactsOf<typeof peopleFacts> & {
  readonly plan: RowOf<typeof declarePlan.fields>;
};
