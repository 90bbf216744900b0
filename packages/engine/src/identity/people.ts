import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { TenantAllowance } from '@keyan/kernel/access/status.ts';
import { impersonateCode } from '@keyan/kernel/access/viewing.ts';
import type { Session } from '../store/connection/database.ts';
import { inPackage } from './package.ts';
import {
  type DataScopeInForce,
  departmentsOpenedBy,
  type RoleInForce,
  roleSharesOf,
} from './shares.ts';

/** Settings of a tenant that allow something, with the value that allows it. */
const allowing: Readonly<Record<TenantAllowance, readonly [key: string, value: string]>> = {
  resubmitRefused: ['flow.refused.resubmit', '1'],
  recallAnytime: ['flow.recall.mode', '2'],
};

/** Keys of settings as SQL text; they never come from user input. */
const settingKeys = Object.values(allowing)
  .map(([key]) => `'${key}'`)
  .join();

/** Signed-in person with their current rights. */
export interface Person {
  readonly actor: Actor;
  /** Name that the token call returns. */
  readonly name: string;
  readonly avatar: string;
  readonly tenantName: string;
  /** Ids of the roles in force, in the order of `actor.roles`. */
  readonly roleIds: readonly string[];
  /** Ids of the posts of the account. */
  readonly posts: readonly string[];
  /** Id of the person who views this person's pages by this session. */
  readonly viewerId?: string;
}

interface Found {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly real_name: string;
  readonly avatar: string | null;
  readonly tenant_name: string;
  readonly posts: readonly string[];
  readonly roles: readonly RoleInForce[];
  readonly departments: readonly string[];
  readonly within: readonly string[];
  readonly leads: readonly string[];
  readonly below: readonly string[];
  readonly permissions: readonly string[];
  readonly password_due: boolean;
  readonly viewer: string | null;
  readonly viewer_id: string | null;
  readonly viewer_session: string | null;
  readonly settings: Readonly<Record<string, string>>;
  /** Data scopes of the roles, by role index; null if no data scope limits the person. */
  readonly limits: readonly DataScopeInForce[] | null;
  readonly pages: readonly { readonly role: string; readonly code: string }[] | null;
  /** Paths of calls that only other roles may make. */
  readonly closed: readonly string[];
}

const columns = 'u.id, u.account, u.name, u.real_name, u.avatar, u.dept_id, u.posts, t.tenant_name';
const inForce = `u.status = '1' and u.is_deleted = 0
     and t.is_deleted = 0 and (t.expire_time is null or t.expire_time > $3)`;

/** SQL condition for the holder of a current session. */
const bySession = `
  select ${columns}, s.role_ids, s.viewer_name as viewer, s.viewer_id, s.viewer_session from session s
    join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
    join tenant t on t.tenant_id = s.tenant_id
   where s.tenant_id = $1 and s.id = $2 and s.ended_at is null and s.expires_at > $3 and ${inForce}`;

/** SQL condition for an account, in the roles with these aliases. */
const byAccount = `
  select ${columns}, array(select id from role
            where tenant_id = $1 and role_alias = any($4::text[]) and is_deleted = 0) as role_ids,
       null as viewer, null::bigint as viewer_id, null::bigint as viewer_session
    from users u join tenant t on t.tenant_id = u.tenant_id
   where u.tenant_id = $1 and u.id = $2 and ${inForce}`;

/**
 * Returns the SQL that reads a person with the rights of their roles, in one statement. A switched role that the person
 * has lost does not count; when none is left, all roles are in force.
 */
const personBy = (mine: string): string => `
with recursive
mine as (${mine}
),
given as (
  select r.id, r.role_alias, r.data_scope, r.sort, r.id = any(mine.role_ids) as picked
    from mine
    join user_role ur on ur.tenant_id = $1 and ur.user_id = mine.id
    join role r on r.tenant_id = $1 and r.id = ur.role_id and r.is_deleted = 0
),
held as (
  select * from given where picked or not exists (select 1 from given where picked)
),
seat as (
  select dept_id, 0 as place from mine where dept_id is not null
  union
  select ud.dept_id, 1 from mine join user_dept ud on ud.tenant_id = $1 and ud.user_id = mine.id
   where ud.dept_id is distinct from mine.dept_id
),
upward as (
  select dept_id as id from seat
  union
  select d.parent_id from dept d join upward on d.id = upward.id
   where d.tenant_id = $1 and d.is_deleted = 0 and d.parent_id is not null
),
limits as (
  select held.id as role, m.code as page, d.scope_type, d.scope_column, d.scope_value
    from held
    join role_data_scope rs on rs.tenant_id = $1 and rs.role_id = held.id
    join data_scope d on d.tenant_id = $1 and d.id = rs.scope_id and d.is_deleted = 0
    join menu m on m.tenant_id = $1 and m.id = d.menu_id and m.is_deleted = 0
),
below as (
  select seat.dept_id as id from seat
   where exists (select 1 from held where data_scope = '4')
      or exists (select 1 from limits where scope_type = '4')
  union
  select d.id from dept d join below on d.parent_id = below.id
   where d.tenant_id = $1 and d.is_deleted = 0
)
select mine.id, mine.account, mine.name, mine.real_name, mine.avatar, mine.tenant_name, mine.viewer,
  coalesce(mine.posts, '{}') as posts,
  mine.viewer_id, mine.viewer_session,
  (select coalesce(json_agg(json_build_object(
      'id', id::text, 'alias', role_alias, 'scope', data_scope,
      'chosen', array(select rd.dept_id::text from role_dept rd
                       where rd.tenant_id = $1 and rd.role_id = held.id and held.data_scope = '5'))
      order by sort, id), '[]')
     from held) as roles,
  array(select dept_id::text from seat order by place, dept_id) as departments,
  array(select id::text from upward) as within,
  array(select d.id::text from dept d
         where d.tenant_id = $1 and d.leader_id = mine.id and d.is_deleted = 0) as leads,
  array(select id::text from below) as below,
  (select json_agg(json_build_object('role', role::text, 'page', page, 'type', scope_type,
      'column', scope_column, 'units', coalesce(scope_value::text[], '{}'))) from limits) as limits,
  case when exists (select from limits) then (
    select json_agg(json_build_object('role', held.id::text, 'code', m.code)) from held
      join role_menu rm on rm.tenant_id = $1 and rm.role_id = held.id
      join menu m on m.tenant_id = $1 and m.id = rm.menu_id and m.is_deleted = 0 and m.category = '1'
     where ${inPackage('m')}) end as pages,
  array(select a.scope_path from api_scope a where a.tenant_id = $1 and a.is_deleted = 0
        except
        select a.scope_path from held
          join role_api_scope ra on ra.tenant_id = $1 and ra.role_id = held.id
          join api_scope a on a.tenant_id = $1 and a.id = ra.scope_id and a.is_deleted = 0) as closed,
  array(select distinct m.code from held
          join role_menu rm on rm.tenant_id = $1 and rm.role_id = held.id
          join menu m on m.tenant_id = $1 and m.id = rm.menu_id and m.is_deleted = 0
         where ${inPackage('m')}) as permissions,
  coalesce((select us.is_initial from user_secret us
    where us.tenant_id = $1 and us.user_id = mine.id), false) as password_due,
  (select coalesce(json_object_agg(p.param_key, p.param_value), '{}') from param p
    where p.tenant_id = $1 and p.param_key in (${settingKeys}) and p.is_deleted = 0) as settings
from mine`;

const statements = { session: personBy(bySession), account: personBy(byAccount) };

const personOf = (session: Session, found: Found | undefined, sessionId?: string): Person | null =>
  found
    ? {
        actor: {
          id: found.id,
          tenantId: session.tenantId,
          account: found.account,
          name: found.real_name,
          departments: found.departments,
          within: found.within,
          ...(found.leads.length > 0 && { leads: found.leads }),
          roles: found.roles.map((role) => role.alias),
          permissions: new Set(found.permissions),
          departmentScope: departmentScopeOf(found),
          ...roleSharesOf(found),
          ...(found.closed.length > 0 && { closed: found.closed }),
          allowances: allowancesOf(found),
          ...(found.viewer !== null && { viewedBy: found.viewer }),
          ...(found.viewer_id !== null && { viewerId: found.viewer_id }),
          ...(sessionId !== undefined && { sessionId }),
          ...(found.password_due && found.viewer === null && { passwordDue: true }),
        },
        name: found.name,
        avatar: found.avatar ?? '',
        tenantName: found.tenant_name,
        roleIds: found.roles.map((role) => role.id),
        posts: found.posts,
        ...(found.viewer_id !== null && { viewerId: found.viewer_id }),
      }
    : null;

/** Decides if a viewer with the permission may see the pages of this person, by the current rights of both. */
export type MayViewPages = (session: Session, viewer: Actor, userId: string) => Promise<boolean>;

/**
 * Reads the holder of a session; null if session or person is no longer in force. A session in which somebody views
 * another person is in force while the viewer's own session is, and while they may view this person.
 */
export const readPerson = async (
  session: Session,
  sessionId: string,
  now: Date,
  mayLook: MayViewPages,
): Promise<Person | null> => {
  const given = [session.tenantId, sessionId, now];
  const [found] = await session.query<Found>(statements.session, given);
  if (found && found.viewer_session !== null) {
    const viewer = await readPerson(session, found.viewer_session, now, mayLook);
    if (!viewer?.actor.permissions.has(impersonateCode)) return null;
    if (!(await mayLook(session, viewer.actor, found.id))) return null;
  }
  return personOf(session, found, sessionId);
};

/**
 * Reads a person in these roles, signed in or not, for background work on their behalf; null if the account is closed.
 */
export const readAccount = async (
  session: Session,
  userId: string,
  roles: readonly string[],
  now: Date,
): Promise<Person | null> => {
  const given = [session.tenantId, userId, now, roles];
  const [found] = await session.query<Found>(statements.account, given);
  return personOf(session, found);
};

const allowancesOf = ({ settings }: Found): readonly TenantAllowance[] =>
  (Object.keys(allowing) as TenantAllowance[]).filter((name) => {
    const [key, value] = allowing[name];
    return settings[key] === value;
  });

/** Returns the union of the department scopes of several roles. */
const departmentScopeOf = (found: Found): Actor['departmentScope'] => {
  const reaches = found.roles.map((role) => departmentsOpenedBy[role.scope](found, role.chosen));
  return reaches.includes('all') ? 'all' : [...new Set(reaches.flat())];
};

/**
 * Reads a person by their newest session, for background work on their behalf without their token (a link made for
 * them). Null if they have no session or must choose a password first.
 */
export const readSignedIn = async (
  session: Session,
  userId: string,
  now: Date,
): Promise<Person | null> => {
  const [newest] = await session.query<{ id: string }>(
    `select id from session where tenant_id = $1 and user_id = $2 and ended_at is null
       and viewer_id is null and expires_at > $3 order by id desc limit 1`,
    [session.tenantId, userId, now],
  );
  // The person's own session is no view of another person.
  const person = newest ? await readPerson(session, newest.id, now, async () => false) : null;
  return person?.actor.passwordDue ? null : person;
};
