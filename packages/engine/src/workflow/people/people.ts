import type { Actor } from '@keyan/kernel/access/actor.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import { defaultSettings, type Settings } from '@keyan/kernel/workflow/decision-input.ts';
import type { Directory, ResolvedReference } from '@keyan/kernel/workflow/directory.ts';
import { isOfDepartment, userOf, userReference } from '@keyan/kernel/workflow/directory.ts';
import { type Graph, peopleNamedBy } from '@keyan/kernel/workflow/graph.ts';
import type { Session } from '../../store/connection/database.ts';
import type { WorkflowCache } from '../drawings/cache.ts';

/** People whom the university has set for steps on which no candidate can act. */
export interface FallbackPeople {
  /** References in order of precedence, for records that name everybody who could approve (rulings 23, 44). */
  readonly substitutes: readonly string[];
  /** References to people who take over tasks of a disabled account, if the step has nobody else. */
  readonly deputies: readonly string[];
  /** Aliases of roles that are notified of overdue tasks, besides the leader of the step's department. */
  readonly escalation: readonly string[];
  /** Role for steps without any people. */
  readonly administrators: string;
  /** Types of accounts that never sign in: they get no task, copy, question or proxy. */
  readonly outside: readonly string[];
  /** Role, of one tenant, whose holders may deploy routes for other tenants. */
  readonly platform: { readonly tenantId: string; readonly role: string };
}

/** Directory for one decision, with names of people and the choices of the university. */
export interface LoadedDirectory extends Directory {
  readonly settings: Settings;
  /** Returns the real name; for an unknown person the id. */
  nameOf(id: string): string;
}

/**
 * Pattern of a reference to people. `role:<alias>`: holders of the role everywhere; `@applicantDept`: those of the
 * record's department; a following `^`: those of the nearest department upwards that has any. `leader`: leaders of the
 * department; `leaders:<n>`: leaders of it and of departments above, n levels in all. `dept:<id>`: everybody in a
 * department. Stored references name the department that was found.
 */
export const peopleReferencePattern =
  /^(?:(?:role:(?<role>[^@\s]+)|(?<leader>leader))(?:@(?:applicantDept(?<up>\^)?|dept:(?<at>\d+)))?|dept:(?<dept>\d+)|leaders:(?<levels>[1-9]))$/;

interface Holder {
  readonly subject: string;
  readonly id: string;
  readonly name: string;
  /** Levels above the department of the record: 0 in the department itself; null elsewhere. */
  readonly distance: number | null;
  readonly department: string | null;
}

/**
 * SQL for active holders of roles, active leaders of the departments upwards, and the choices of the university. A
 * merged department is replaced by its successor. Paths are bounded, so that a cycle of departments cannot block the
 * query.
 */
const holdersText = `with recursive
  path as (
    select id, parent_id, leader_id, merged_into, 0 as distance, 0 as length from dept
     where tenant_id = $1 and id = $2 and is_deleted = 0
    union all
    select d.id, d.parent_id, d.leader_id, d.merged_into,
           path.distance + case when path.merged_into is null then 1 else 0 end, path.length + 1
      from dept d join path on d.id = coalesce(path.merged_into, path.parent_id)
     where d.tenant_id = $1 and d.is_deleted = 0 and path.length < 20),
  up as (select id, leader_id, distance from path where merged_into is null),
  named as (
    select id as asked, id, merged_into, 0 as length from dept
     where tenant_id = $1 and id = any($5::bigint[])
    union all
    select named.asked, d.id, d.merged_into, named.length + 1
      from dept d join named on d.id = named.merged_into
     where d.tenant_id = $1 and named.length < 20),
  holder as (
    select 'role:' || r.role_alias as subject, u.id, u.real_name as name, u.dept_id
      from role r
      join user_role ur on ur.tenant_id = r.tenant_id and ur.role_id = r.id
      join users u on u.tenant_id = ur.tenant_id and u.id = ur.user_id
     where r.tenant_id = $1 and r.role_alias = any($3::text[]) and r.is_deleted = 0
       and u.status = '1' and u.is_deleted = 0)
  select h.subject, h.id::text, h.name, near.distance, near.id::text as department
    from holder h
    left join lateral (
      select up.id, up.distance from up
       where up.id = h.dept_id or exists (
         select 1 from user_dept ud
          where ud.tenant_id = $1 and ud.user_id = h.id and ud.dept_id = up.id)
    ) near on true
  union all
  select 'leader', u.id::text, u.real_name, up.distance, up.id::text
    from up join users u on u.tenant_id = $1 and u.id = up.leader_id
     and u.status = '1' and u.is_deleted = 0
  union all
  select 'dept:' || d.asked, u.id::text, u.real_name, null, d.id::text
    from named d join users u on u.tenant_id = $1
     and u.status = '1' and u.is_deleted = 0 and (u.dept_id = d.id or exists (
       select 1 from user_dept ud
        where ud.tenant_id = $1 and ud.user_id = u.id and ud.dept_id = d.id))
   where d.merged_into is null
  union all
  select distinct 'over:' || h.subject, u.id::text, u.real_name, null::int, d.id::text
    from holder h
    join dept d on d.tenant_id = $1 and d.id = h.dept_id and d.is_deleted = 0
    join users u on u.tenant_id = $1 and u.id = d.leader_id
     and u.status = '1' and u.is_deleted = 0
  union all
  select 'merged', path.id::text, '', null, up.id::text
    from path join up on up.distance = path.distance where path.merged_into is not null
  union all
  select 'param', p.param_key, p.param_value, null, null
    from param p
   where p.tenant_id = $1 and p.param_key = any($4::text[]) and p.is_deleted = 0
  union all
  select 'absent', a.person_id::text, jsonb_build_object('proxy', u.id::text, 'name', u.real_name,
      'from', a.from_at, 'to', a.to_at, 'kinds', a.kinds)::text, null, null
    from wf_absence a
    join users u on u.tenant_id = a.tenant_id and u.id = a.proxy_id
     and u.status = '1' and u.is_deleted = 0 and coalesce(u.user_type <> all($7::text[]), true)
   where a.tenant_id = $1 and a.revoked_at is null and a.to_at > $6`;

/** SQL for people by id, whether they can act or not: the history names both. */
const peopleText = `select id::text, real_name as name, status = '1' and is_deleted = 0
      and coalesce(user_type <> all($3::text[]), true) as active
  from users where tenant_id = $1 and id = any($2::bigint[])`;

interface Person {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
}

/** Absence of a person: proxy, period, and kinds of processes; empty for all. */
interface Absence {
  readonly person: string;
  readonly proxy: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly kinds: readonly string[];
}

/** Subjects of result rows that are no holders of roles. */
const notHolders: ReadonlySet<string> = new Set(['param', 'merged', 'absent']);

/** Kind of a process, and the time of a decision on it. */
interface Occasion {
  readonly kind: string;
  readonly now: Date;
}

/** Returns the absences in force for this kind at this time. */
const absencesIn = (rows: readonly Holder[], { kind, now }: Occasion): readonly Absence[] =>
  rows
    .flatMap(({ subject, id, name }): Absence[] =>
      subject === 'absent'
        ? [{ person: id, ...(JSON.parse(name) as Omit<Absence, 'person'>) }]
        : [],
    )
    .filter(
      ({ from, to, kinds }) =>
        new Date(from) <= now && now < new Date(to) && (kinds.length === 0 || kinds.includes(kind)),
    );

/** Returns the references of every step and further ones, and the people whom they name. */
const asked = (graph: Graph, fallbacks: FallbackPeople, more: readonly string[]) => {
  const references = [
    ...Object.values(graph.nodes).flatMap(peopleNamedBy),
    ...fallbacks.substitutes,
    ...fallbacks.deputies,
    fallbacks.administrators,
    ...more,
  ];
  const named = (part: 'role' | 'dept'): string[] => [
    ...new Set(references.flatMap((one) => peopleReferencePattern.exec(one)?.groups?.[part] ?? [])),
  ];
  const users = references.flatMap((reference) => userOf(reference) ?? []);
  return { roles: named('role'), departments: named('dept'), users };
};

/** Parameters of processes, and the settings of each of their values. */
const parameters: Readonly<Record<string, Readonly<Record<string, Partial<Settings>>>>> = {
  'flow.autoSkipSame': {
    0: { skipSame: 'none' },
    1: { skipSame: 'consecutive' },
    2: { skipSame: 'any' },
  },
  'flow.resubmit.mode': { 1: { resubmit: 'restart' }, 2: { resubmit: 'direct' } },
  'flow.recall.mode': { 1: { recall: 'untouched' }, 2: { recall: 'anytime' } },
  'flow.dept.refuse': { 1: { departmentRefuses: true } },
};

const settingsOf = (chosen: readonly { readonly id: string; readonly name: string }[]): Settings =>
  Object.assign({ ...defaultSettings }, ...chosen.map(({ id, name }) => parameters[id]?.[name]));

/** Returns names of people, and which accounts are enabled. */
const knownAmong = (
  held: readonly Holder[],
  absences: readonly Absence[],
  people: readonly Person[],
) => {
  const proxies = absences.map(({ proxy, name }) => ({ id: proxy, name }));
  const inUse = [...proxies, ...held, ...people.filter((person) => person.active)];
  return {
    names: new Map([...proxies, ...held, ...people].map(({ id, name }) => [id, name])),
    active: new Set(inUse.map(({ id }) => id)),
  };
};

/** Returns a function that maps a merged department to its successor, and any other to itself. */
const mergedDepartments = (holders: readonly Holder[]): ((id: string | null) => string | null) => {
  const rows = holders.filter(({ subject }) => subject === 'merged');
  const into = new Map<string | null, string | null>(rows.map((row) => [row.id, row.department]));
  return (id) => into.get(id) ?? id;
};

const unique = (list: readonly Holder[]): string[] => [...new Set(list.map(({ id }) => id))];

/**
 * Creates a resolver of references to people.
 * @param present returns the successor of a merged department
 * @param isNamed true for people whom the record names
 */
const resolverOf = (
  held: readonly Holder[],
  present: (id: string | null) => string | null,
  department: string | null,
  isNamed: (id: string) => boolean,
): ((reference: string) => ResolvedReference) => {
  return (reference: string): ResolvedReference => {
    const { role, leader, up, at, dept, levels } =
      peopleReferencePattern.exec(reference)?.groups ?? {};
    if (levels !== undefined) {
      const above = held.filter(({ subject, distance }) => {
        return subject === 'leader' && distance !== null && distance < Number(levels);
      });
      const upwards = above.toSorted((a, b) => Number(a.distance) - Number(b.distance));
      return { reference, users: unique(upwards) };
    }
    const subject = dept ? reference : role === undefined ? leader : `role:${role}`;
    if (subject === undefined) return { reference, users: [] };
    const holding = held.filter((holder) => holder.subject === subject);
    if (!reference.includes('@')) {
      const place = dept && holding[0]?.department;
      return { reference: place ? `dept:${place}` : reference, users: unique(holding) };
    }
    const near = holding.filter((holder) => holder.distance !== null);
    // People whom the record names do not decide: the nearest department with somebody else is asked (rulings 23, 44).
    const somebody = near.filter((holder) => !isNamed(holder.id));
    const nearest = somebody.length > 0 ? somebody : near;
    const distance = up ? Math.min(...nearest.map((holder) => holder.distance as number)) : 0;
    const there = near.filter((holder) =>
      at === undefined ? holder.distance === distance : holder.department === present(at),
    );
    const [first] = there;
    const place = first?.department ?? present(at ?? department);
    return { reference: `${subject}@dept:${place}`, users: unique(there) };
  };
};

/**
 * Loads the people for one decision; cached ones need no query.
 * @param others ids of further people
 * @param occasion kind of the process and the time, for absences
 * @param more references besides those of the route: candidates of open tasks (after a move to another version its
 *   steps may name others), and people responsible for matters it waits for
 */
export const loadDirectory = async (
  session: Session,
  cache: WorkflowCache,
  graph: Graph,
  fallbacks: FallbackPeople,
  department: string | null,
  applicant: string,
  concerned: ReadonlySet<string>,
  others: readonly string[],
  more: readonly string[],
  occasion: Occasion,
): Promise<LoadedDirectory> => {
  const { tenantId } = session;
  const { roles, departments, users } = asked(graph, fallbacks, more);
  const key = `holders ${department} ${roles.join()} ${departments.join()}`;
  const keys = Object.keys(parameters);
  const holders = await cache.recall(tenantId, key, () =>
    session.query<Holder>(holdersText, [
      tenantId,
      department,
      roles,
      keys,
      departments,
      occasion.now,
      fallbacks.outside,
    ]),
  );
  const named = [...new Set([applicant, ...users, ...others])].filter(isId);
  const people = await cache.getAll<Person>(tenantId, 'person ', named, async (missing) => {
    const found = await session.query<Person>(peopleText, [tenantId, missing, fallbacks.outside]);
    return new Map(found.map((person) => [person.id, person]));
  });
  const held = holders.filter(({ subject }) => !notHolders.has(subject));
  const absences = absencesIn(holders, occasion);
  const proxies = new Map(absences.map(({ person, proxy }) => [person, proxy]));
  const { names, active } = knownAmong(held, absences, [...people.values()]);
  const present = mergedDepartments(holders);
  const chosen = holders.filter((holder) => holder.subject === 'param');
  const isNamed = (id: string): boolean => id === applicant || concerned.has(id);
  const resolve = resolverOf(held, present, department, isNamed);
  return {
    resolve,
    substitutes: fallbacks.substitutes.map((reference) => ({
      ...resolve(reference),
      ofDepartment: isOfDepartment(reference),
    })),
    officeLeaders: (reference) =>
      held
        .filter(({ subject }) => subject === `over:${reference}`)
        .map(({ id }) => ({ reference: userReference(id), users: [id] })),
    deputies: fallbacks.deputies.map(resolve),
    administrators: resolve(fallbacks.administrators),
    concerned,
    isActive: (user) => active.has(user),
    proxyOf: (user) => proxies.get(user) ?? null,
    settings: settingsOf(chosen),
    nameOf: (id) => names.get(id) ?? id,
  };
};

/** Returns every reference that currently includes this person; the same as wf_groups() in the database. */
export const groupReferencesOf = (actor: Actor): ReadonlySet<string> =>
  new Set([
    userReference(actor.id),
    ...actor.departments.map((department) => `dept:${department}`),
    ...(actor.leads ?? []).map((department) => `leader@dept:${department}`),
    ...actor.roles.flatMap((role) => [
      `role:${role}`,
      ...actor.departments.map((department) => `role:${role}@dept:${department}`),
    ]),
  ]);
