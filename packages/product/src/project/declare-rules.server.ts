import type { Session } from '@keyan/engine/store/database.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { underWay } from './access.ts';
import { type AskedMember, answers } from './declare-members.ts';
import { type LeaderFile, type LeaderRule, lackingTo } from './leader-rule.ts';
import { type MemberRow, roles } from './parts.ts';

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

interface Limits extends LeaderRule {
  readonly level: string;
  readonly personLimit: number;
  readonly joinLimit: number | null;
  readonly onGoingLimit: number | null;
  readonly excludeOverdue: string;
}

interface Person {
  readonly id: string;
  readonly name: string;
  /** Left the university, or the account is stopped. */
  readonly gone: boolean;
  readonly led: number;
  readonly joined: number;
}

interface Standing {
  /** Projects of the plan's level that are under way or being concluded. */
  readonly ongoing: number;
  readonly overdue: boolean;
  readonly bannedUntil: string | null;
  readonly file: LeaderFile;
}

const limitsOf = async (session: Session, plan: string): Promise<Limits | undefined> => {
  const [found] = await session.query<Limits>(
    `select level, person_limit as "personLimit", join_limit as "joinLimit",
            on_going_limit as "onGoingLimit", exclude_overdue as "excludeOverdue",
            plan_year as "planYear", leader_rank as "leaderRank", leader_degree as "leaderDegree",
            leader_min_age as "leaderMinAge", leader_max_age as "leaderMaxAge",
            leader_sorters as "leaderSorters"
       from declare_plan where tenant_id = $1 and id = $2 and is_deleted = 0`,
    [session.tenantId, plan],
  );
  return found;
};

const peopleOf = async (
  session: Session,
  plan: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Person>> => {
  const rows = await session.query<Person>(
    `select u.id::text, u.real_name as name, coalesce(b.led, 0)::int as led,
            coalesce(b.joined, 0)::int as joined,
            u.is_deleted = 1 or u.status <> '1' or exists (
              select 1 from personnel p where p.tenant_id = u.tenant_id and p.user_id = u.id
                and p.is_deleted = 0 and p.zzzt = '0') as gone
       from users u
       left join ledger_declare_persons_balance b
         on b.tenant_id = u.tenant_id and b.owner_id = $2 and b.account = u.id::text
      where u.tenant_id = $1 and u.id = any($3::bigint[])`,
    [session.tenantId, plan, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
};

const standingOf = async (session: Session, leader: string, level: string): Promise<Standing> => {
  const [found] = await session.query<Standing>(
    `select count(*) filter (where status = any($4) and level = $3)::int as ongoing,
            coalesce(bool_or(status = '22'), false) as overdue,
            (select max(o.ban_until)::text from process_over o
              where o.tenant_id = $1 and o.program_leader = $2 and o.is_deleted = 0
                and o.audit_status = '2' and o.punish = '1') as "bannedUntil",
            coalesce((select json_build_object('rank', p.ranks, 'degree', p.tl_degree,
                'birthDate', p.birth_date::text, 'sorter', p.sorter)
               from personnel p
              where p.tenant_id = $1 and p.user_id = $2 and p.is_deleted = 0 limit 1), '{}') as file
       from program where tenant_id = $1 and program_leader = $2 and is_deleted = 0`,
    [session.tenantId, leader, level, [...underWay, '30']],
  );
  return found as Standing;
};

/** What stands against whoever leads it (R-102.3 to .5), by the number within the rule. */
const againstLeader = (
  { ongoing, overdue, bannedUntil }: Standing,
  { onGoingLimit, excludeOverdue }: Limits,
  today: string,
): Readonly<Record<string, Label | false>> => ({
  'R-102.3': onGoingLimit !== null &&
    ongoing >= onGoingLimit && [
      `【{name}】主持在研同级项目 ${ongoing} 项，已达上限 ${onGoingLimit} 项`,
      `{name} leads ${ongoing} projects of this level; at most ${onGoingLimit} are allowed`,
    ],
  'R-102.4': overdue &&
    excludeOverdue === '1' && ['【{name}】有逾期未结题项目', '{name} has an overdue project'],
  'R-102.5': bannedUntil !== null &&
    bannedUntil >= today && [
      `【{name}】在限制申报期内（至 ${bannedUntil}）`,
      `{name} may not declare until ${bannedUntil}`,
    ],
});

/** What stands against anybody of ours who takes part (R-102.2, .6 and .8). */
const againstMember = (
  { gone, led, joined }: Person,
  { personLimit, joinLimit }: Limits,
  leads: boolean,
): Readonly<Record<string, Label | false>> => ({
  'R-102.8': gone && ['【{name}】已离职或账号已停用', '{name} has left, or the account is stopped'],
  'R-102.2': leads &&
    led >= personLimit && [
      `【{name}】在本计划已主持申报 ${led} 项，超过限额 ${personLimit} 项`,
      `{name} leads ${led} declarations under this plan; at most ${personLimit} are allowed`,
    ],
  'R-102.6': joinLimit !== null &&
    led + joined >= joinLimit && [
      `【{name}】在本计划已主持和参与申报 ${led + joined} 项，超过限额 ${joinLimit} 项`,
      `{name} takes part in ${led + joined} declarations under this plan; at most ${joinLimit} are allowed`,
    ],
});

/**
 * What R-102 says against the people of a declaration that is not handed in: those who may not take part,
 * or do so too often.
 */
export const teamFindings = async (
  session: Session,
  { planId, programLeader, members }: Team,
  today: string,
): Promise<readonly Finding[]> => {
  const limits = planId ? await limitsOf(session, planId) : undefined;
  if (!planId || !limits || !programLeader) return [];
  const lines = members ?? [];
  const ids = [programLeader, ...lines.flatMap(({ userId }) => userId ?? [])];
  const people = await peopleOf(session, planId, ids);
  const standing = await standingOf(session, programLeader, limits.level);
  const said = (
    path: string,
    person: string,
    against: Readonly<Record<string, Label | false>>,
  ): readonly Finding[] =>
    Object.entries(against).flatMap(([rule, words]) => {
      const name = people.get(person)?.name ?? '';
      return words ? [{ path, rule, person: name, message: fill(words, { name }) }] : [];
    });
  const lacking = lackingTo(limits, standing.file).map(
    ([zh, en]): Label => [`负责人【{name}】${zh}`, `{name} may not lead it: ${en}`],
  );
  return [
    ...lacking.flatMap((words) => said('programLeader', programLeader, { 'R-102.1': words })),
    ...said('programLeader', programLeader, againstLeader(standing, limits, today)),
    ...lines.flatMap(({ userId, memberRole }, index) => {
      const person = userId && people.get(userId);
      const leads = memberRole === roles.leader;
      const path = `members.${index}.userId`;
      return person ? said(path, person.id, againstMember(person, limits, leads)) : [];
    }),
  ];
};

/** A plan for some departments takes no declaration of another. */
export const departmentFaults = async (
  session: Session,
  row: { readonly planId: string | null } & Readonly<
    Record<'departmentId' | 'collegeId', string | null>
  >,
): Promise<readonly FieldFault[]> => {
  const [found] = await session.query<{ invited: boolean }>(
    `select coalesce(cardinality(dept_ids), 0) = 0 or dept_ids && $3::bigint[] as invited
       from declare_plan where tenant_id = $1 and id = $2`,
    [session.tenantId, row.planId, [row.departmentId, row.collegeId].filter((one) => one !== null)],
  );
  const message: Label = ['该计划不面向本院系', 'This plan is not for this department'];
  return found?.invited === false ? [{ path: 'departmentId', message }] : [];
};

/** members who have not agreed to take part, where the school asks them. */
export const answerFaults = async (
  session: Session,
  members: readonly AskedMember[] | null,
): Promise<readonly FieldFault[]> => {
  const lines = members ?? [];
  const open = lines.filter(({ answer }) => answer !== null && answer !== answers.agreed);
  if (open.length === 0) return [];
  const rows = await session.query<{ id: string; name: string }>(
    'select id::text, real_name as name from users where tenant_id = $1 and id = any($2::bigint[])',
    [session.tenantId, open.map(({ userId }) => userId)],
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return open.map((line) => ({
    path: `members.${lines.indexOf(line)}.userId`,
    message: fill(
      line.answer === answers.declined
        ? ['【{name}】不同意参与', '{name} declined to take part']
        : [
            '【{name}】尚未确认参与，请保存草稿并待其确认后提交',
            '{name} has not agreed yet: save the draft and hand it in afterwards',
          ],
      { name: names.get(line.userId ?? '') ?? '' },
    ),
  }));
};
