import { coded } from '@keyan/kernel/access/scope.ts';
import { f, face, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import { balancesIn, type FactsOf, those, writer } from '@keyan/kernel/definition/life/fact.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { sorter, zzzt } from '../../people/dictionaries.ts';
import { enableStatus } from '../../shared/dictionaries.ts';
import { ranks, tlDegree } from '../../shared/national.ts';
import { personnel, user } from '../../shared/refs.ts';
import { underWay } from '../access.ts';
import type { declarePlan } from '../faces.ts';
import { type MemberPlace, type MemberRow, memberFaults, roles } from '../parts.ts';
import { program } from '../program/program.ts';
import { declarePersons } from './declare-ledgers.ts';
import { type AskedMember, answers } from './declare-members.ts';
import { counted } from './declare-states.ts';
import { lackingTo } from './leader-rule.ts';

const account = face(user.key, user.label, {
  realName: f.text(['姓名', 'Name']),
  status: f.dict(['状态', 'Status'], enableStatus),
});

const file = face(personnel.key, personnel.label, {
  userId: f.ref(['关联账号', 'Linked account'], user),
  ranks: f.dict(['职称', 'Rank'], ranks),
  tlDegree: f.dict(['学位', 'Degree'], tlDegree),
  birthDate: f.date(['出生日期', 'Birth date']),
  sorter: f.dict(['人员类别', 'Category'], sorter),
  zzzt: f.dict(['在职状态', 'Employment'], zzzt),
});

const led = face(program.key, program.label, {
  programName: program.fields.programName,
  level: program.fields.level,
  status: program.fields.status,
  programLeader: program.fields.programLeader,
});

const ban = face('processOver', ['项目终止', 'Termination'], {
  programLeader: f.ref(['项目负责人', 'Leader'], user),
  banUntil: f.date(['限制申报截止', 'Ban until']),
});

const people = ['programLeader', 'members.userId'] as const;

/** What stands about the people of a declaration, for. */
export const peopleFacts = {
  me: writer(),
  accounts: those(account, 'id', people),
  files: those(file, 'userId', people),
  projects: those(led, 'programLeader', ['programLeader'], coded('status', ...underWay, '30')),
  bans: those(
    ban,
    'programLeader',
    ['programLeader'],
    coded('auditStatus', '2'),
    coded('punish', '1'),
  ),
  standing: balancesIn(declarePersons, 'planId', people),
};

type PeopleFacts = FactsOf<typeof peopleFacts> & {
  readonly plan: RowOf<typeof declarePlan.fields>;
};

/** What R-102 judges of a declaration. */
export interface Team {
  readonly planId: string | null;
  readonly programLeader: string | null;
  readonly members: readonly Pick<MemberRow, 'userId' | 'memberRole'>[] | null;
}

/** Something that R-102 says against a person. */
export interface Finding extends FieldFault {
  /** Its number within R-102. */
  readonly rule: string;
  readonly person: string;
}

type Against = Readonly<Record<string, readonly Label[]>>;

const onlyWhere = (holds: boolean, label: Label): readonly Label[] => (holds ? [label] : []);

/** What stands against whoever leads it (R-102.1 and .3 to .5), by the number within the rule. */
const againstLeader = (leader: string, facts: PeopleFacts, today: string): Against => {
  const { plan, files, projects, bans } = facts;
  const most = plan.onGoingLimit;
  const own = files.find(({ userId }) => userId === leader);
  const ongoing = projects.filter(({ level }) => level === plan.level).length;
  const overdue = projects.filter(({ status }) => status === '22');
  const titles = overdue.map(({ programName }) => programName).join('、');
  const until =
    bans
      .map(({ banUntil }) => banUntil ?? '')
      .sort()
      .at(-1) ?? '';
  const lacking = lackingTo(plan, {
    rank: own?.ranks ?? null,
    degree: own?.tlDegree ?? null,
    birthDate: own?.birthDate ?? null,
    sorter: own?.sorter ?? null,
  });
  return {
    'R-102.1': lacking.map(([zh, en]) => [
      `负责人【{name}】${zh}`,
      `{name} may not lead it: ${en}`,
    ]),
    'R-102.3': onlyWhere(most !== null && ongoing >= most, [
      `【{name}】主持在研同级项目 ${ongoing} 项，已达上限 ${most} 项`,
      `{name} leads ${ongoing} projects of this level; at most ${most} are allowed`,
    ]),
    'R-102.4': onlyWhere(overdue.length > 0 && plan.excludeOverdue === '1', [
      `【{name}】有逾期未结题项目：${titles}`,
      `{name} has an overdue project: ${titles}`,
    ]),
    'R-102.5': onlyWhere(until >= today, [
      `【{name}】在限制申报期内（至 ${until}）`,
      `{name} may not declare until ${until}`,
    ]),
  };
};

/** What stands against anybody of ours who takes part (R-102.2, .6 and .8). */
const againstMember = (person: string, leads: boolean, facts: PeopleFacts): Against => {
  const { plan, accounts, files, standing } = facts;
  const { led: leading = 0, joined = 0 } = standing[person] ?? {};
  const isUsed = accounts.some(({ id, status }) => id === person && status === '1');
  const hasLeft = files.some((one) => one.userId === person && one.zzzt === '0');
  const most = plan.personLimit ?? Number.POSITIVE_INFINITY;
  const all = plan.joinLimit ?? Number.POSITIVE_INFINITY;
  return {
    'R-102.8': onlyWhere(!isUsed || hasLeft, [
      '【{name}】已离职或账号已停用',
      '{name} has left, or the account is stopped',
    ]),
    'R-102.2': onlyWhere(leads && leading >= most, [
      `【{name}】在本计划已主持申报 ${leading} 项，超过限额 ${most} 项`,
      `{name} leads ${leading} declarations under this plan; at most ${most} are allowed`,
    ]),
    'R-102.6': onlyWhere(leading + joined >= all, [
      `【{name}】在本计划已主持和参与申报 ${leading + joined} 项，超过限额 ${all} 项`,
      `{name} takes part in ${leading + joined} declarations under this plan; at most ${all} are allowed`,
    ]),
  };
};

/** Those who look after declarations: they read of everybody what stands against them. */
const offices: readonly string[] = ['rd_admin', 'rd_project', 'dept_secretary', 'dept_leader'];

/** Somebody else learns no more than that a person cannot join: not which rule, and so nothing of their life. */
const notNowReason = [
  '【{name}】目前不能参加本次申报，请与本人确认',
  '{name} cannot take part in this call; please ask them',
] as const;

/** May whoever writes the declaration know what stands against this person? */
const mayKnow = (person: string, { me }: Pick<PeopleFacts, 'me'>): boolean =>
  person === me.id || me.roles.some((role) => offices.includes(role));

const nameIn = ({ accounts }: Pick<PeopleFacts, 'accounts'>, person: string): string =>
  accounts.find(({ id }) => id === person)?.realName ?? '';

/**
 * What R-102 says against the people of a declaration that is not handed in: those who may not take part,
 * or do so too often.
 */
export const teamFindings = (
  { planId, programLeader, members }: Team,
  facts: PeopleFacts,
  today: string,
): readonly Finding[] => {
  if (!planId || !programLeader) return [];
  const said = (path: string, person: string, against: Against): readonly Finding[] => {
    const name = nameIn(facts, person);
    const found = Object.entries(against).flatMap(([rule, words]) =>
      words.map((label) => ({ path, rule, person: name, message: fill(label, { name }) })),
    );
    return found.length === 0 || mayKnow(person, facts)
      ? found
      : [{ path, rule: 'R-102', person: name, message: fill(notNowReason, { name }) }];
  };
  return [
    ...said('programLeader', programLeader, againstLeader(programLeader, facts, today)),
    ...(members ?? []).flatMap(({ userId, memberRole }, index) =>
      userId
        ? said(
            `members.${index}.userId`,
            userId,
            againstMember(userId, memberRole === roles.leader, facts),
          )
        : [],
    ),
  ];
};

/** What stands against a team before anything is handed in, its order first. */
export const findingsOf = (
  team: Team & { readonly members: readonly MemberPlace[] },
  facts: PeopleFacts,
  today: string,
): readonly Finding[] => [
  ...(memberFaults('members', team.members, team.programLeader) ?? []).map((fault) => ({
    ...fault,
    rule: 'R-102.7',
    person: '',
  })),
  ...teamFindings(team, facts, today),
];

/** R-102 before anything is handed in: what would stand against these people. */
export const teamTrial = {
  label: ['校验申报成员', 'Check the members of a declaration'],
  fields: { planId: 'planId', leaderId: 'programLeader', members: 'members' },
  find: (
    { planId, programLeader, members }: Team & { readonly members: readonly MemberPlace[] | null },
    { facts, today }: { readonly facts: PeopleFacts; readonly today: string },
  ) => findingsOf({ planId, programLeader, members: members ?? [] }, facts, today),
} as const;

/** members who have not agreed to take part, where the school asks them. */
export const answerFaults = (
  members: readonly AskedMember[] | null,
  facts: Pick<PeopleFacts, 'accounts'>,
): readonly FieldFault[] =>
  (members ?? []).flatMap(({ userId, answer }, index) => {
    if (answer === null || answer === answers.agreed) return [];
    const message: Label =
      answer === answers.declined
        ? ['【{name}】不同意参与', '{name} declined to take part']
        : [
            '【{name}】尚未确认参与，请保存草稿并待其确认后提交',
            '{name} has not agreed yet: save the draft and hand it in afterwards',
          ];
    const name = nameIn(facts, userId ?? '');
    return [{ path: `members.${index}.userId`, message: fill(message, { name }) }];
  });

/** Is it handed in already? Then it counts itself among what its people do. */
export const isCounted = ({ declareStatus }: { readonly declareStatus: string | null }): boolean =>
  (counted as readonly (string | null)[]).includes(declareStatus);
