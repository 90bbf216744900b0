import { createYielder } from '@keyan/engine/base/yielding.ts';
import { currentFacts } from '@keyan/engine/records/facts.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { ledgerShape } from '@keyan/engine/store/schema/ledger-shape.ts';
import type { ActorCall } from '@keyan/engine/wire/endpoint.ts';
import { type Resource, type Row, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { fill, say } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { dayText, timeText } from '@keyan/kernel/values/time.ts';
import { peopleInDataScope } from '../../shared/references/people-within.server.ts';
import type { RoleAlias } from '../../shared/roles.ts';
import { programKind } from '../common/dictionaries.ts';
import { declareInfo } from '../declaration/declare-info.ts';
import { declarePersons } from '../declaration/declare-ledgers.ts';
import { cannotJoinMessage, mayKnowFinding } from '../declaration/declare-people.ts';
import { declarePlan } from '../declaration/declare-plan.ts';
import { callPartFor, callWindowOf } from '../declaration/open-calls.server.ts';
import type { CallPart } from '../declaration/open-calls.ts';
import { factsAbout } from '../declaration/people-facts.ts';
import { obstaclesOf, type PeopleRecords } from '../declaration/standing.ts';
import type { ProjectPart } from '../limits/limits.ts';
import { factsByPerson } from './by-person.ts';
import {
  type CallStanding,
  type CallWithCounts,
  type CheckedCall,
  type CheckedPerson,
  callStandingOf,
  callStandings,
  type EligibleAnswer,
  eligibleCode,
  firstFreeDay,
  type TeamCall,
} from './eligible.ts';

type Plan = Row<typeof declarePlan>;

/** Maximum number of calls, and of people (`maxPeople`), checked per request. */
const maxCalls = 60;
const maxPeople = 3000;
/** Maximum number of people in a list. */
const maxListedPeople = 500;

/** Possible applicant. */
interface Person {
  readonly id: string;
  readonly name: string;
  readonly department: string;
  readonly deptId: string | null;
  /** Departments of the person with all ancestors. */
  readonly line: ReadonlySet<string>;
}

/** Calls that are published and not closed, first to close first. */
const plansNow = async ({ engine, actor }: ActorCall): Promise<readonly Plan[]> => {
  const found = await engine.database.read(actor.tenantId, (session) =>
    session.query<{ readonly id: string }>(
      `select p.id::text from declare_plan p
        where p.tenant_id = $1 and p.is_deleted = 0 and p.status = '1' and p.end_time >= $2
        order by p.end_time, p.id limit ${maxCalls}`,
      [actor.tenantId, engine.clock()],
    ),
  );
  const ids = found.map(({ id }) => id);
  // Published plans are readable for everyone, even without a right to the page of plans.
  const plans: readonly Plan[] = await engine
    .asSystem('eligibility', actor.tenantId)
    .readAll(declarePlan, ids);
  return ids.flatMap((id) => plans.find((plan) => plan.id === id) ?? []);
};

interface FoundPerson {
  readonly id: string;
  readonly name: string;
  readonly department: string;
  readonly deptId: string | null;
  readonly seats: readonly string[];
}

const personColumns = `u.id::text, u.real_name as name, coalesce(d.dept_name, '') as department,
  u.dept_id::text as "deptId", array(select s.dept_id::text from user_dept s
    where s.tenant_id = u.tenant_id and s.user_id = u.id) as seats`;

/** Function that returns departments with all their ancestors. */
const linesUp = async (session: Session): Promise<(start: readonly string[]) => Set<string>> => {
  const rows = await session.query<{ readonly id: string; readonly parent: string | null }>(
    'select id::text, parent_id::text as parent from dept where tenant_id = $1 and is_deleted = 0',
    [session.tenantId],
  );
  const parents = new Map(rows.map(({ id, parent }) => [id, parent]));
  return (start) => {
    const line = new Set<string>();
    for (const first of start) {
      for (let at: string | null = first; at && !line.has(at); at = parents.get(at) ?? null) {
        line.add(at);
      }
    }
    return line;
  };
};

const withLines = (
  found: readonly FoundPerson[],
  up: (start: readonly string[]) => Set<string>,
): readonly Person[] =>
  found.map(({ seats, ...person }) => ({
    ...person,
    line: up([...(person.deptId ? [person.deptId] : []), ...seats]),
  }));

/** Role of people who may declare projects. */
const declarer: RoleAlias = 'teacher';

/** Active people who may declare projects, within the actor’s data scope. */
const peopleOf = async ({ engine, actor }: ActorCall): Promise<readonly Person[]> => {
  const within = peopleInDataScope(actor, eligibleCode, 'u.id', 2);
  const reach = actor.departmentScope === 'all' ? null : [...actor.departmentScope];
  return engine.database.read(actor.tenantId, async (session) => {
    const found = await session.query<FoundPerson>(
      `select ${personColumns}
         from users u left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
        where u.tenant_id = $1 and u.is_deleted = 0 and u.status = '1'
          and ($2::bigint[] is null or u.dept_id = any($2))
          and exists (select from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
            where ur.tenant_id = u.tenant_id and ur.user_id = u.id and r.role_alias = '${declarer}' and r.is_deleted = 0)
          and not exists (select from personnel p where p.tenant_id = u.tenant_id and p.user_id = u.id
            and p.is_deleted = 0 and p.zzzt = '0')
          and ${within?.sql ?? 'true'}
        order by d.sort, d.id, u.real_name, u.id limit ${maxPeople + 1}`,
      [actor.tenantId, reach, ...(within?.parameters ?? [])],
    );
    return withLines(found, await linesUp(session));
  });
};

/** Pseudo resource with the facts of R-102 for everyone named, regardless of the leader. */
const asked: Resource = {
  ...untypedResource(declareInfo),
  facts: factsAbout('members.userId', ['members.userId']),
};

interface Judging {
  readonly plans: readonly Plan[];
  judge(plan: Plan, person: string, part: ProjectPart): ReturnType<typeof obstaclesOf>;
  /** True if the person already takes part in a declaration under the plan. */
  applies(plan: Plan, person: string): boolean;
}

/**
 * Loads what the rules need for the given people and calls: three SQL statements, whatever the
 * numbers.
 */
const judging = async (
  { engine, actor }: ActorCall,
  plans: readonly Plan[],
  people: readonly string[],
): Promise<Judging> => {
  const [facts, balances] = await engine.database.read(actor.tenantId, async (session) => [
    (await currentFacts(
      { engine, actor },
      session,
      asked,
      { members: people.map((userId) => ({ userId })) },
      null,
    )) as PeopleRecords,
    await session.query<{ plan: string; person: string; led: number; joined: number }>(
      `select b.owner_id::text as plan, b.account as person, b.led::int, b.joined::int
         from ${ledgerShape(declarePersons).balances} b
        where b.tenant_id = $1 and b.owner_id = any($2::bigint[]) and b.account = any($3::text[])`,
      [actor.tenantId, plans.map(({ id }) => id), people],
    ),
  ]);
  const ofPerson = factsByPerson(facts);
  const counted = new Map(balances.map((one) => [`${one.plan} ${one.person}`, one]));
  const today = dayText(engine.clock());
  return {
    plans,
    judge: (plan, person, part) => {
      const { led = 0, joined = 0 } = counted.get(`${plan.id} ${person}`) ?? {};
      const standing = { [person]: { led, joined } };
      return obstaclesOf(person, part, {
        call: { ...plan, wantedType: null },
        facts: { ...ofPerson(person), standing },
        today,
      });
    },
    applies: (plan, person) => {
      const { led = 0, joined = 0 } = counted.get(`${plan.id} ${person}`) ?? {};
      return led + joined > 0;
    },
  };
};

const callOf = (plan: Plan, call: ActorCall): CheckedCall => ({
  id: plan.id,
  planName: plan.planName ?? '',
  programKindName: say(
    entryOf(call.dictionaries(programKind), plan.programKind ?? '')?.label ?? ['', ''],
    call.language,
  ),
  window: callWindowOf(plan, timeText(call.engine.clock())),
  startTime: plan.startTime ?? '',
  endTime: plan.endTime ?? '',
});

const isInvited = ({ deptIds }: Plan, line: ReadonlySet<string>): boolean =>
  (deptIds ?? []).length === 0 || (deptIds ?? []).some((one) => line.has(one));

const hidden = (name: string): CallPart => ({
  may: false,
  findings: [
    {
      rule: 'R-102',
      level: 'error',
      message: fill(cannotJoinMessage, { name }),
      until: '',
      free: null,
    },
  ],
});

/** Eligibility of a person, with reasons that the actor may know. */
const partFor = (
  { actor }: ActorCall,
  { id, name }: Pick<Person, 'id' | 'name'>,
  found: ReturnType<typeof obstaclesOf>,
): CallPart => {
  const part = callPartFor(name, found);
  if (mayKnowFinding(id, { me: actor })) return part;
  return part.may ? { may: true, findings: [] } : hidden(name);
};

const judgedPerson = (
  call: ActorCall,
  rules: Judging,
  plan: Plan,
  person: Person,
): CheckedPerson => {
  const lead = partFor(call, person, rules.judge(plan, person.id, '1'));
  const join = partFor(call, person, rules.judge(plan, person.id, '2'));
  const known = {
    isInvited: isInvited(plan, person.line),
    applies: rules.applies(plan, person.id),
  };
  const { id, name, department } = person;
  return { id, name, department, lead, join, standing: callStandingOf(known, lead, join) };
};

const noPeople: Readonly<Record<CallStanding, number>> = Object.freeze(
  Object.fromEntries(callStandings.map((one) => [one, 0])) as Record<CallStanding, number>,
);

/** Current calls with the number of people per eligibility group, for one department or all. */
export const eligibleByCall = async (
  call: ActorCall,
  deptId: string | null,
): Promise<EligibleAnswer> => {
  const [plans, everybody] = await Promise.all([plansNow(call), peopleOf(call)]);
  const people = everybody
    .slice(0, maxPeople)
    .filter(({ line }) => deptId === null || line.has(deptId));
  const rules = await judging(
    call,
    plans,
    people.map(({ id }) => id),
  );
  const pace = createYielder();
  const calls: CallWithCounts[] = [];
  for (const plan of plans) {
    const tally = { ...noPeople };
    for (const person of people) {
      tally[judgedPerson(call, rules, plan, person).standing] += 1;
      await pace();
    }
    calls.push({ ...callOf(plan, call), people: tally });
  }
  const seats = Map.groupBy(
    everybody.filter(({ deptId: seat }) => seat !== null),
    ({ deptId: seat }) => seat ?? '',
  );
  return {
    departments: [...seats].map(([id, of]) => ({
      id,
      name: of[0]?.department ?? '',
      people: of.length,
    })),
    people: people.length,
    more: everybody.length > maxPeople,
    calls,
  };
};

/**
 * People in an eligibility group of a call with reasons; those who become eligible soonest come
 * first.
 */
export const eligiblePeople = async (
  call: ActorCall,
  wanted: {
    readonly planId: string;
    readonly standing: CallStanding;
    readonly deptId: string | null;
  },
): Promise<readonly CheckedPerson[]> => {
  const [plans, everybody] = await Promise.all([plansNow(call), peopleOf(call)]);
  const plan = plans.find(({ id }) => id === wanted.planId);
  if (!plan) return [];
  const people = everybody
    .slice(0, maxPeople)
    .filter(({ line }) => wanted.deptId === null || line.has(wanted.deptId));
  const rules = await judging(
    call,
    [plan],
    people.map(({ id }) => id),
  );
  const pace = createYielder();
  const found: CheckedPerson[] = [];
  for (const person of people) {
    const judged = judgedPerson(call, rules, plan, person);
    if (judged.standing === wanted.standing) found.push(judged);
    await pace();
  }
  const keyed = found.map((person) => ({ person, day: firstFreeDay(person.lead) }));
  keyed.sort((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
  return keyed.slice(0, maxListedPeople).map(({ person }) => person);
};

/** Findings of R-102 about a team for every current call, with the day on which each ends. */
export const teamFindingsByCall = async (
  call: ActorCall,
  { leaderId, members }: { readonly leaderId: string; readonly members: readonly string[] },
): Promise<readonly TeamCall[]> => {
  const { engine, actor } = call;
  const ids = [leaderId, ...new Set(members.filter((one) => one !== leaderId))];
  const [plans, team] = await Promise.all([
    plansNow(call),
    engine.database.read(actor.tenantId, async (session) => {
      const found = await session.query<FoundPerson>(
        `select ${personColumns}
           from users u left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
          where u.tenant_id = $1 and u.is_deleted = 0 and u.id = any($2::bigint[])
          order by array_position($2::bigint[], u.id)`,
        [actor.tenantId, ids],
      );
      return withLines(found, await linesUp(session));
    }),
  ]);
  const rules = await judging(call, plans, ids);
  const leader = team.find(({ id }) => id === leaderId);
  return plans.map((plan) => ({
    ...callOf(plan, call),
    isInvited: leader !== undefined && isInvited(plan, leader.line),
    members: team.map((person) => {
      const leads = person.id === leaderId;
      const part = partFor(call, person, rules.judge(plan, person.id, leads ? '1' : '2'));
      return { id: person.id, name: person.name, leads, part };
    }),
  }));
};
