import type { Engine } from '@keyan/engine/engine.ts';
import { hashPassword, toWire } from '@keyan/engine/identity/password.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { dataScopes } from '@keyan/kernel/access/data-scope.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { journal } from '../achievement/common/journal.ts';
import type { MenuNode } from '../composition/menu-nodes.ts';
import { menus } from '../composition/menus.ts';
import {
  createDepartments,
  createUsers,
  type IdsByName,
  setHeads,
} from '../composition/people.server.ts';
import { personnel } from '../people/personnel.ts';
import { project } from '../project/project.ts';
import { nthIdNumber } from '../shared/formats/id-number.ts';
import { roles } from '../shared/roles.ts';
import { moreProjects } from './more-projects.server.ts';
import { orcidOf } from './outside/orcid.ts';
import { demoProjects, projectBegin } from './papers.server.ts';
import type { DemoPerson } from './people.server.ts';
import { projectOriginOf, projectParts } from './project-parts.server.ts';
import { demoPassword } from './site.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { demoUnits, university } from './university.server.ts';
import { collegeWords, demoJournals, isEnglish } from './words.server.ts';

const { tenantId } = university;

const codesFor = (nodes: readonly MenuNode[], person: DemoPerson): readonly string[] =>
  nodes.flatMap((node) => [
    ...(node.roles.some((role) => person.roles.includes(role)) ? [node.code] : []),
    ...(node.buttons ?? [])
      .filter((button) => button.roles.some((role) => person.roles.includes(role)))
      .map((button) => button.code),
    ...codesFor(node.pages ?? [], person),
  ]);

/** Ids by account and by department's code. */
export interface UniversityIds {
  readonly users: IdsByName;
  readonly departments: IdsByName;
}

/** The person as if signed in, with the rights that the shipped roles give. */
export const actorOf = (person: DemoPerson, { users, departments }: UniversityIds): Actor => {
  const department = departments.get(person.unit) ?? '';
  const scopes = person.roles.map((role) => roles[role].dataScope);
  return {
    id: users.get(person.account) ?? '',
    tenantId,
    account: person.account,
    name: person.name,
    departments: [department],
    roles: person.roles,
    permissions: new Set(menus.flatMap((top) => codesFor(top.pages, person))),
    departmentScope: scopes.includes(dataScopes.all)
      ? 'all'
      : scopes.includes(dataScopes.departmentAndBelow)
        ? [department]
        : [],
  };
};

/** Departments, accounts and heads. */
export const createUniversity = async (
  engine: Engine,
  people: readonly DemoPerson[],
): Promise<UniversityIds> => {
  const departments = await createDepartments(
    engine,
    tenantId,
    demoUnits.map((unit) => ({
      code: unit.code,
      name: unit.name[0],
      nameEn: unit.name[1],
      category: unit.category,
      ...(unit.code === '000' ? {} : { parent: '000' }),
      ...(unit.nature ? { nature: unit.nature } : {}),
    })),
  );
  // One hash for all: a demo's password is no secret, and hashing takes its time.
  const users = await createUsers(
    engine,
    tenantId,
    people.map((person) => ({
      account: person.account,
      realName: person.name,
      code: person.jobNum,
      department: person.unit,
      roles: person.roles,
      userType: person.roles.includes('expert')
        ? '3'
        : person.roles.includes('teacher')
          ? '2'
          : '1',
      sex: person.sex,
      birthday: person.born,
      phone: person.phone,
      email: person.email,
    })),
    await hashPassword(toWire(demoPassword)),
    { initial: false },
  );
  await setHeads(
    engine,
    tenantId,
    demoUnits.flatMap((unit) => {
      const holder = (role: DemoPerson['roles'][number]): string | undefined =>
        people.find((person) => person.unit === unit.code && person.roles.includes(role))?.account;
      const heads = { leader: holder('dept_leader'), secretary: holder('dept_secretary') };
      return heads.leader || heads.secretary ? [{ department: unit.code, ...heads }] : [];
    }),
  );
  return { departments, users };
};

/** The records of a resource that are there already, by a text that identifies them. */
const present = async (
  engine: Engine,
  resource: Resource,
  name: string,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string; name: string }>(
      `select id::text, ${name} as name from ${resource.table}
        where tenant_id = $1 and is_deleted = 0`,
      [tenantId],
    ),
  );
  return new Map(rows.map((row) => [row.name, row.id]));
};

/** True if the file still lacks something: for the teacher of the demo, and for one in ten. */
const hasGaps = ({ account, jobNum }: DemoPerson): boolean =>
  account === 'teacher' || jobNum.endsWith('7');

/** Subjects that the person works on, by the words of the college. */
const studies = (person: DemoPerson) => {
  const turn = Number(person.jobNum.slice(-2));
  const words = collegeWords[person.unit];
  const pick = (pairs: readonly (readonly [string, string])[] = [], otherwise = ''): string =>
    pairs[turn % pairs.length]?.[0] ?? otherwise;
  return {
    major: pick(words?.lenses, '公共管理'),
    researchDirection: pick(words?.objects, '高校科研管理'),
  };
};

/** Codes of `jobCategory`: of five teachers one teaches more, one researches more. */
export const jobCategoryOf = ({ roles, jobNum }: DemoPerson): string => {
  if (!roles.includes('teacher') && !roles.includes('expert')) return '06';
  return ['01', '01', '02', '01', '03'][Number(jobNum.slice(-1)) % 5] ?? '01';
};

const personnelOf = (person: DemoPerson, departments: IdsByName) => {
  const words = collegeWords[person.unit];
  return {
    subjectClass: words?.subjectClass ?? '01',
    sorter: person.roles.includes('teacher') ? '01' : '05',
    fkDeptId: departments.get(person.unit),
    jobNum: person.jobNum,
    name: person.name,
    englishName: person.english,
    account: person.account,
    dwmc: university.name[0],
    sex: person.sex,
    birthDate: person.born,
    idNumber: nthIdNumber(Number(person.jobNum.replace(/\D/g, '')), person.born),
    appointmentTime: `${person.since}-07-01`,
    poliStatus: Number(person.phone.slice(-1)) > 3 ? '01' : '13',
    education: person.degree.startsWith('2') ? '11' : '14',
    tlDegree: person.degree,
    ranks: person.rank,
    jobCategory: jobCategoryOf(person),
    subjectTitle: words?.disciplines[0]?.slice(0, 3) ?? '630',
    email: person.email,
    phone: person.phone,
    ...(person.roles.includes('teacher') ? { orcid: orcidOf(person.jobNum) } : {}),
    isDoctoral: person.rank === '011' ? '01' : '02',
    nation: '01',
    ...(hasGaps(person) ? {} : studies(person)),
  };
};

const editionOf = (given: (typeof demoJournals)[number], year: number, current: boolean) => {
  const english = isEnglish(given.name);
  return {
    journalName: given.name,
    journalNameEn: given.english,
    issn: given.issn,
    language: english ? '02' : '01',
    publishPlace: english ? '826' : '156',
    publishScope: english ? '1' : '2',
    journalLevel: given.level,
    indexTypes: given.indexTypes,
    jcrZone: given.jcrZone,
    casZone: given.casZone,
    isTop: given.casZone === '1' ? '1' : '0',
    impactFactor: given.impactFactor,
    isWarning: given.warning && current ? '1' : '0',
    year,
    status: '1',
  };
};

/** Ids of the accounts and departments that are there. */
export const readUniversity = (engine: Engine): Promise<UniversityIds> =>
  engine.database.read(tenantId, async (session) => {
    const idsIn = async (sql: string): Promise<IdsByName> => {
      const rows = await session.query<{ name: string; id: string }>(sql, [tenantId]);
      return new Map(rows.map(({ name, id }) => [name, id]));
    };
    return {
      users: await idsIn('select account as name, id::text from users where tenant_id = $1'),
      departments: await idsIn('select dept_code as name, id::text from dept where tenant_id = $1'),
    };
  });

/** Personnel files of those who have none. */
export const createPersonnel = async (
  engine: Engine,
  people: readonly DemoPerson[],
  departments: IdsByName,
): Promise<void> => {
  const commands = engine.asSystem('演示数据', tenantId);
  const files = await present(engine, personnel, 'job_num');
  for (const person of people.filter((one) => !files.has(one.jobNum))) {
    await commands.save(personnel, personnelOf(person, departments));
  }
  await engine.database.transaction(tenantId, (tx) =>
    tx.query(
      `update users set personel_id = p.id from personnel p
        where users.tenant_id = $1 and p.tenant_id = $1 and p.job_num = users.code
          and users.personel_id is null`,
      [tenantId],
    ),
  );
};

/** The catalogue of journals in three editions. */
export const createJournals = async (engine: Engine, now: Date): Promise<void> => {
  const commands = engine.asSystem('演示数据', tenantId);
  const editions = await present(engine, journal, `issn || ' ' || year`);
  const year = now.getUTCFullYear();
  for (const given of demoJournals) {
    for (const edition of [year - 2, year - 1, year]) {
      if (editions.has(`${given.issn} ${edition}`)) continue;
      await commands.save(journal, editionOf(given, edition, edition === year));
    }
  }
};

/** Ids of the projects by number. */
export const readProjects = (engine: Engine): Promise<IdsByName> =>
  present(engine, project, 'program_num');

/** The ledger's projects. */
export const createProjects = async (
  { engine, clock }: Pick<SeedParts, 'engine' | 'clock'>,
  people: readonly DemoPerson[],
  { users, departments }: UniversityIds,
  now: Date,
): Promise<void> => {
  const commands = engine.asSystem('演示数据', tenantId);
  const projects = await readProjects(engine);
  const ledger = [...demoProjects(people, now), ...moreProjects(people, now)];
  for (const given of ledger.filter((one) => !projects.has(one.number))) {
    clock.now = projectBegin(given.startDate);
    await commands.save(project, {
      programName: given.name,
      programNum: given.number,
      programKind: given.kind,
      level: given.level,
      programLeader: users.get(given.leader),
      departmentId: departments.get(given.unit),
      funds: given.funds,
      startDate: given.startDate,
      endDate: given.endDate,
      ...projectOriginOf(given),
      ...projectParts(given, people, users),
    });
  }
};
