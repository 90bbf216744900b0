import { fill, type Label } from '@keyan/kernel/label.ts';
import { addDays } from '@keyan/kernel/values/time.ts';
import { studentCategory } from '../../shared/dictionaries.ts';
import { surplusAccount, underWayCodes } from '../common/access.ts';
import { type CountedWork, limitFindings, type ProjectPart, type Works } from '../limits/limits.ts';
import { unmetRequirements } from './leader-rule.ts';
import type { PeopleFacts } from './people-facts.ts';

/** Code of `projectSource` for student projects. */
const ofStudents = '6006';

/** Finding of R-102 about a person, independent of the reader. */
export interface PersonObstacle {
  /** Number of the rule, such as `R-102.3`. */
  readonly rule: string;
  /** Severity: an error forbids, a warning informs. */
  readonly level: 'error' | 'warn';
  /** Text with the placeholder `{name}` of the person. */
  readonly message: Label;
  /** First day on which the finding no longer applies; null if no day removes it. */
  readonly until: string | null;
  /** Condition that removes the finding, if not a date. */
  readonly free: Label | null;
}

/** Facts for judging people, without those of the call. */
export type PersonFacts = Omit<PeopleFacts, 'plan' | 'me'>;

/** Facts about people that do not depend on a call for proposals. */
export type PeopleRecords = Omit<PersonFacts, 'standing'>;

/** Requirements of a call for people, and the wanted project type. */
export type Call = PeopleFacts['plan'] & {
  readonly id: string | null;
  readonly wantedType: string | null;
};

type HeldProject = PersonFacts['projects'][number];

const onlyWhere = (
  holds: boolean,
  found: () => Omit<PersonObstacle, 'level'>,
): readonly PersonObstacle[] => (holds ? [{ level: 'error', ...found() }] : []);

/** True for a project under way or in approval of its conclusion. */
const isHeld = ({ status }: HeldProject): boolean =>
  ([...underWayCodes, '30'] as readonly (string | null)[]).includes(status);

/** Projects led by a person; surplus accounts are excluded (ruling 77). */
const ledBy = (leader: string, { projects }: PersonFacts): readonly HeldProject[] =>
  projects.filter(
    ({ programLeader, programKind }) => programLeader === leader && programKind !== surplusAccount,
  );

const titlesOf = (works: readonly { readonly programName: string | null }[]): string =>
  works.map(({ programName }) => programName ?? '').join('、');

const named = (works: readonly { readonly programName: string | null }[]): string =>
  works.map(({ programName }) => `【${programName ?? ''}】`).join('、');

/** Finding if a student leads a project other than student projects. */
const studentLeads = (
  category: string | null | undefined,
  resource: string | null,
): readonly PersonObstacle[] =>
  onlyWhere(category === studentCategory && resource !== ofStudents, () => ({
    rule: 'R-102.8',
    message: [
      '【{name}】为学生，不能担任项目负责人',
      '{name} is a student and cannot lead the project',
    ],
    until: null,
    free: null,
  }));

/** Findings about the leader (R-102.1, .3 to .5, and .8 for students). */
const againstLeader = (
  leader: string,
  call: Call,
  facts: PersonFacts,
  today: string,
): readonly PersonObstacle[] => {
  const most = call.onGoingLimit;
  const own = facts.files.find(({ userId }) => userId === leader);
  const led = ledBy(leader, facts).filter(isHeld);
  const ongoing = led.filter(({ level }) => level === call.level);
  const overdue = led.filter(({ status }) => status === '22');
  const ends = ongoing.map(({ endDate }) => endDate ?? '9999-12-31').sort();
  const banned =
    facts.bans
      .filter(({ programLeader }) => programLeader === leader)
      .map(({ banUntil }) => banUntil ?? '')
      .sort()
      .at(-1) ?? '';
  const lacking = unmetRequirements(call, {
    rank: own?.ranks ?? null,
    degree: own?.tlDegree ?? null,
    birthDate: own?.birthDate ?? null,
    sorter: own?.sorter ?? null,
  });
  return [
    ...lacking.map(
      ([zh, en]): PersonObstacle => ({
        rule: 'R-102.1',
        level: 'error',
        message: [`负责人【{name}】${zh}`, `{name} is not eligible to lead: ${en}`],
        until: null,
        free: null,
      }),
    ),
    ...studentLeads(own?.sorter, call.resource),
    ...onlyWhere(most !== null && ongoing.length >= most, () => {
      const end = ends[ongoing.length - (most ?? 0)];
      return {
        rule: 'R-102.3',
        message: [
          `【{name}】主持在研同级项目 ${ongoing.length} 项，已达上限 ${most} 项`,
          `{name} leads ${ongoing.length} active projects of this level, the maximum being ${most}`,
        ],
        until: null,
        free: end
          ? [`最早 ${end} 项目结题后`, `once a project is closed out, ${end} at the earliest`]
          : null,
      };
    }),
    ...onlyWhere(overdue.length > 0 && call.excludeOverdue === '1', () => ({
      rule: 'R-102.4',
      message: [
        `【{name}】有逾期未结题项目：${titlesOf(overdue)}`,
        `{name} has overdue projects not closed out: ${titlesOf(overdue)}`,
      ],
      until: null,
      free: [`${named(overdue)}结题后`, `once closed out: ${titlesOf(overdue)}`],
    })),
    ...onlyWhere(banned >= today, () => ({
      rule: 'R-102.5',
      message: [
        `【{name}】在限制申报期内（至 ${banned}）`,
        `{name} is banned from applying until ${banned}`,
      ],
      until: addDays(banned, 1),
      free: null,
    })),
  ];
};

/** Findings about any member of the university (R-102.2, .6 and .8). */
const againstMember = (
  person: string,
  part: ProjectPart,
  call: Call,
  facts: PersonFacts,
): readonly PersonObstacle[] => {
  const { accounts, files, standing, applications } = facts;
  const { led: leading = 0, joined = 0 } = standing[person] ?? {};
  const isUsed = accounts.some(({ id, status }) => id === person && status === '1');
  const hasLeft = files.some((one) => one.userId === person && one.zzzt === '0');
  const most = call.personLimit ?? Number.POSITIVE_INFINITY;
  const all = call.joinLimit ?? Number.POSITIVE_INFINITY;
  const here = applications.filter(
    ({ planId, members }) =>
      planId === call.id && (members ?? []).some(({ userId }) => userId === person),
  );
  const own = here.filter(({ programLeader }) => programLeader === person);
  return [
    ...onlyWhere(!isUsed || hasLeft, () => ({
      rule: 'R-102.8',
      message: ['【{name}】已离职或账号已停用', '{name} has left, or the account is disabled'],
      until: null,
      free: null,
    })),
    ...onlyWhere(part === '1' && leading >= most, () => ({
      rule: 'R-102.2',
      message: [
        `【{name}】在本计划已主持申报 ${leading} 项，超过限额 ${most} 项`,
        `{name} leads ${leading} applications under this call, more than the limit of ${most}`,
      ],
      until: null,
      free: own.length > 0 ? [`撤回申报${named(own)}后`, `once recalled: ${titlesOf(own)}`] : null,
    })),
    ...onlyWhere(leading + joined >= all, () => ({
      rule: 'R-102.6',
      message: [
        `【{name}】在本计划已主持和参与申报 ${leading + joined} 项，超过限额 ${all} 项`,
        `{name} leads or has joined ${leading + joined} applications under this call, more than the limit of ${all}`,
      ],
      until: null,
      free: here.length > 0 ? [`退出${named(here)}后`, `after leaving: ${titlesOf(here)}`] : null,
    })),
  ];
};

const asWork =
  (person: string) =>
  (project: HeldProject): CountedWork => ({
    id: project.id,
    name: project.programName ?? '',
    number: project.programNum ?? project.programName ?? '',
    resource: project.resource,
    type: project.projectType,
    part: project.programLeader === person ? '1' : '2',
    year: project.planYear,
    endDate: project.endDate,
  });

/**
 * Works of a person that sponsor limits count: pending declarations, and projects of the ledger.
 */
export const countedWorksOf = (
  person: string,
  { projects, joined, applications }: Pick<PersonFacts, 'projects' | 'joined' | 'applications'>,
): Works => {
  const held = [
    ...projects.filter(({ programLeader }) => programLeader === person),
    ...joined.filter(
      ({ programLeader, members }) =>
        programLeader !== person && (members ?? []).some(({ userId }) => userId === person),
    ),
  ].filter(({ programKind }) => programKind !== surplusAccount);
  return {
    applying: applications
      .filter(({ members }) => (members ?? []).some(({ userId }) => userId === person))
      .map((one) => ({
        id: one.id,
        name: one.programName ?? '',
        number: one.programName ?? '',
        resource: one.resource,
        type: one.projectType,
        part: one.programLeader === person ? '1' : '2',
        year: one.planYear,
        endDate: null,
      })),
    holding: held.filter(isHeld).map(asWork(person)),
    held: held.map(asWork(person)),
  };
};

/** True for senior ranks (full and associate) by the last digit of the GB/T 8561 code. */
const isSenior = (rank: string | null | undefined): boolean =>
  ['1', '2'].includes(rank?.at(-1) ?? '');

/** Findings by the sponsor’s limits. */
const bySponsor = (
  person: string,
  part: ProjectPart,
  call: Call,
  facts: PersonFacts,
): readonly PersonObstacle[] => {
  const rank = facts.files.find(({ userId }) => userId === person)?.ranks;
  const wanted = {
    part,
    resource: call.resource,
    type: call.wantedType,
    year: call.planYear ?? 0,
    isSenior: isSenior(rank),
  };
  return limitFindings(facts.limits, wanted, countedWorksOf(person, facts)).map((found) => ({
    rule: 'R-102.10',
    ...found,
  }));
};

/** All findings of R-102 about a person who wants to lead or join a declaration under a call. */
export const obstaclesOf = (
  person: string,
  part: ProjectPart,
  {
    call,
    facts,
    today,
  }: { readonly call: Call; readonly facts: PersonFacts; readonly today: string },
): readonly PersonObstacle[] => [
  ...(part === '1' ? againstLeader(person, call, facts, today) : []),
  ...againstMember(person, part, call, facts),
  ...bySponsor(person, part, call, facts),
];

/** Project that gets a new leader. */
export interface ProjectHandover {
  readonly id: string;
  readonly resource: string | null;
  readonly projectType: string | null;
}

const others =
  (id: string) =>
  (work: CountedWork): boolean =>
    work.id !== id;

/**
 * Findings about a new leader of a running project: disabled account, and sponsor limits on
 * the number of projects; limits on applications do not apply.
 */
export const obstaclesOfNewLeader = (
  person: string,
  project: ProjectHandover,
  facts: PeopleRecords,
  today: string,
): readonly PersonObstacle[] => {
  const isUsed = facts.accounts.some(({ id, status }) => id === person && status === '1');
  const hasLeft = facts.files.some((one) => one.userId === person && one.zzzt === '0');
  const file = facts.files.find(({ userId }) => userId === person);
  const works = countedWorksOf(person, facts);
  const isOther = others(project.id);
  const found = limitFindings(
    facts.limits.filter(({ holding }) => (holding ?? []).length > 0),
    {
      part: '1',
      resource: project.resource,
      type: project.projectType,
      year: Number(today.slice(0, 4)),
      isSenior: isSenior(file?.ranks),
    },
    {
      applying: works.applying,
      holding: works.holding.filter(isOther),
      held: works.held.filter(isOther),
    },
  );
  return [
    ...onlyWhere(!isUsed || hasLeft, () => ({
      rule: 'R-102.8',
      message: ['【{name}】已离职或账号已停用', '{name} has left, or the account is disabled'],
      until: null,
      free: null,
    })),
    ...studentLeads(file?.sorter, project.resource),
    ...found.map((one) => ({ rule: 'R-102.10', ...one })),
  ];
};

/** Finding with the person’s name filled in. */
export const withPersonName = (name: string, { message }: PersonObstacle): Label =>
  fill(message, { name });
