import type { Engine } from '@keyan/engine/engine.ts';
import { recordEvent } from '@keyan/engine/identity/events.ts';
import { inPackage } from '@keyan/engine/identity/package.ts';
import { readAccount } from '@keyan/engine/identity/people.ts';
import { opensPage, scopeValues } from '@keyan/engine/records/rights.ts';
import {
  readableBy,
  readableWithinShares,
  resolvedScopeOf,
} from '@keyan/engine/store/statements/scope.ts';
import { type ActorCall, type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { originOf } from '@keyan/engine/wire/identity/origin.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import { type Language, say } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { nestRows } from '../../shared/mechanisms/tree.server.ts';
import { roleDataScope } from '../roles/dictionaries.ts';
import {
  explainCode,
  type PageAnswer,
  type PersonWithRight,
  type RecordAnswer,
  type RoleAnswer,
  type RoleWithRight,
} from './explain.ts';
import { rulesOfScope, ruleText, scopeOfRule } from './rules.ts';

const widthOf = (code: string, language: Language): string => {
  const entry = roleDataScope.entries.find((one) => one.code === code);
  return entry ? say(entry.label, language) : code;
};

/** Writes to the security log who asked about whose rights. */
const noted = (call: ActorCall, detail: string): Promise<void> => {
  const { engine, actor } = call;
  return engine.database.transaction(actor.tenantId, (tx) =>
    recordEvent(tx, engine.ids, engine.clock(), {
      kind: 'accessExplained',
      origin: originOf(call),
      userId: actor.id,
      account: actor.account,
      detail,
    }),
  );
};

type StoredRole = Omit<RoleWithRight, 'width'> & { readonly scope: string };

/** SQL of the data scopes by which a role is limited on the given pages. */
const limitsSql = (role: string, codes: string): string =>
  `array(select s.scope_name from role_data_scope h
      join data_scope s on s.tenant_id = $1 and s.id = h.scope_id and s.is_deleted = 0
      join menu p on p.tenant_id = $1 and p.id = s.menu_id
     where h.tenant_id = $1 and h.role_id = ${role} and p.code = any(${codes}::text[])
     order by s.scope_name)`;

/** Reads the roles and people with access to a page or button. */
const holdersOf = async (
  { engine, actor, language }: ActorCall,
  {
    code,
    current,
    size,
  }: { readonly code: string; readonly current: number; readonly size: number },
): Promise<PageAnswer> =>
  engine.database.read(actor.tenantId, async (session) => {
    const holding = `from role r
       where r.tenant_id = $1 and r.is_deleted = 0 and exists (
         select from role_menu rm join menu m on m.tenant_id = $1 and m.id = rm.menu_id
          where rm.tenant_id = $1 and rm.role_id = r.id and m.code = $2 and m.is_deleted = 0
            and ${inPackage('m')})`;
    const roles = await session.query<StoredRole>(
      `select r.id::text, r.role_alias as alias,
         case when $3 = 'en' then coalesce(r.role_name_en, r.role_name) else r.role_name end as name,
         r.data_scope as scope, ${limitsSql('r.id', "array[$2, split_part($2, '_', 1)]")} as limits,
         (select count(*)::int from user_role ur
            join users u on u.tenant_id = $1 and u.id = ur.user_id and u.is_deleted = 0 and u.status = '1'
           where ur.tenant_id = $1 and ur.role_id = r.id) as people
         ${holding} order by r.sort, r.id`,
      [session.tenantId, code, language],
    );
    const people = await session.query<PersonWithRight & { readonly total: number }>(
      `select u.id::text, u.real_name as name, coalesce(said(d.dept_name, d.dept_name_en), '') as department,
         array_agg(case when $3 = 'en' then coalesce(r.role_name_en, r.role_name) else r.role_name end
                   order by r.sort) as roles,
         count(*) over ()::int as total
         from users u
         join user_role ur on ur.tenant_id = $1 and ur.user_id = u.id
         join (select r.* ${holding}) r on r.id = ur.role_id
         left join dept d on d.tenant_id = $1 and d.id = u.dept_id
        where u.tenant_id = $1 and u.is_deleted = 0 and u.status = '1'
        group by u.id, u.real_name, d.dept_name, d.dept_name_en order by u.real_name collate "zh-x-icu", u.id
        limit $4 offset $5`,
      [session.tenantId, code, language, size, (current - 1) * size],
    );
    return {
      roles: roles.map(({ scope, ...role }) => ({ ...role, width: widthOf(scope, language) })),
      people: people.map(({ total: _total, ...person }) => person),
      total: people[0]?.total ?? 0,
    };
  });

/** Returns whether a scope admits a record for the actor, checked with the SQL that reads records. */
const admitsRow = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  settled: ReturnType<typeof readableBy>,
  recordId: string,
): Promise<boolean> => {
  if (settled === false) return false;
  const statement = engine.store.reader
    .detail(resource, settled, new Set())
    .bind({ ...scopeValues({ engine, actor }), id: recordId });
  return (await engine.database.short(actor.tenantId, statement)).length > 0;
};

interface PersonRole {
  readonly id: string;
  readonly alias: string;
  readonly name: string;
  readonly scope: string;
  readonly limits: readonly string[];
}

/** Returns the rights that a single role gives on the record, and the rules that give them. */
const roleAnswer = async (
  { engine, actor, language }: ActorCall,
  { resource, recordId }: { readonly resource: Resource; readonly recordId: string },
  userId: string,
  role: PersonRole,
): Promise<RoleAnswer> => {
  const person = await engine.database.read(actor.tenantId, (session) =>
    readAccount(session, userId, [role.alias], engine.clock()),
  );
  const alone = person?.actor;
  const answer = {
    id: role.id,
    name: role.name,
    width: widthOf(role.scope, language),
    limits: role.limits,
  };
  if (!alone || !opensPage(resource, alone)) return { ...answer, pages: [], rules: [] };
  const rules: string[] = [];
  for (const rule of rulesOfScope(readableWithinShares(resource, alone))) {
    const settled = resolvedScopeOf(engine.store.catalog, resource, scopeOfRule(rule), alone);
    if (await admitsRow(engine, alone, resource, settled, recordId)) {
      rules.push(say(ruleText(resource, rule), language));
    }
  }
  const pages = Object.values(resource.views).filter(({ code }) => alone.permissions.has(code));
  return { ...answer, pages: pages.map(({ label }) => say(label, language)), rules };
};

/** Returns the resource with the key, or with a page at the given path. */
const resourceOf = (engine: Engine, named: string): Resource => {
  const [path = ''] = named.replace(/^[a-z]+:\/\/[^/]+/i, '').split(/[?#]/);
  const found =
    engine.resources.get(named) ??
    [...engine.resources.values()].find(({ views }) =>
      Object.values(views).some((view) => path === view.path || path.startsWith(`${view.path}/`)),
    );
  if (!found) throw new Missing();
  return found;
};

const whySeen = async (
  call: ActorCall,
  given: { readonly resource: string; readonly id: string; readonly userId: string },
): Promise<RecordAnswer> => {
  const { engine, actor, language } = call;
  const resource = resourceOf(engine, given.resource);
  // Throws Missing for a record that the caller may not read.
  const { row } = await engine.as(actor).read(resource, given.id);
  const person = await engine.database.read(actor.tenantId, async (session) => {
    const [found] = await session.query<{ name: string; aliases: string[] }>(
      `select u.real_name as name, array(select r.role_alias from user_role ur
           join role r on r.tenant_id = $1 and r.id = ur.role_id and r.is_deleted = 0
          where ur.tenant_id = $1 and ur.user_id = u.id) as aliases
         from users u where u.tenant_id = $1 and u.id = $2 and u.is_deleted = 0`,
      [session.tenantId, given.userId],
    );
    if (!found) throw new Missing();
    const codes = Object.values(resource.views).map(({ code }) => code);
    const roles = await session.query<PersonRole>(
      `select r.id::text, r.role_alias as alias, r.data_scope as scope,
         case when $3 = 'en' then coalesce(r.role_name_en, r.role_name) else r.role_name end as name,
         ${limitsSql('r.id', '$4')} as limits
         from role r where r.tenant_id = $1 and r.is_deleted = 0 and r.role_alias = any($2::text[])
        order by r.sort, r.id`,
      [session.tenantId, found.aliases, language, codes],
    );
    const whole = await readAccount(session, given.userId, found.aliases, engine.clock());
    return { ...found, roles, actor: whole?.actor };
  });
  const record = { resource, recordId: given.id };
  const roles: RoleAnswer[] = [];
  for (const role of person.roles) roles.push(await roleAnswer(call, record, given.userId, role));
  const all = person.actor;
  const sees =
    all !== undefined &&
    opensPage(resource, all) &&
    (await admitsRow(
      engine,
      all,
      resource,
      readableBy(engine.store.catalog, resource, all),
      given.id,
    ));
  await noted(call, `${resource.key} ${given.id} for ${given.userId}`);
  return {
    title: String((row as Record<string, unknown>)[resource.title] ?? given.id),
    kind: say(resource.label, language),
    person: person.name,
    sees,
    roles,
  };
};

/** Calls that explain whose rights open a page, and why a person sees a record; for administrators, and logged. */
export const explainEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'keyan/explain/pages',
    auth: 'user',
    permissions: [explainCode],
    summary: ['可追踪的页面', 'Pages and buttons that can be explained'],
    input: Type.Object({}),
    run: (_input, { actor, engine }) =>
      engine.database.read(actor.tenantId, async (session) =>
        nestRows(
          await session.query<{ id: string; parentId: string; code: string; title: string }>(
            `select m.id::text, coalesce(m.parent_id, 0)::text as "parentId", m.code, m.name as title,
               coalesce(m.name_en, m.name) as "titleEn"
               from menu m where m.tenant_id = $1 and m.is_deleted = 0 and ${inPackage('m')}
              order by m.sort, m.id`,
            [session.tenantId],
          ),
        ),
      ),
  }),
  endpoint({
    method: 'GET',
    path: 'keyan/explain/page',
    auth: 'user',
    permissions: [explainCode],
    summary: ['谁能打开页面', 'Roles and people with access to a page or button'],
    input: Type.Object({
      code: Type.String({ minLength: 1, maxLength: 100 }),
      current: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    }),
    run: async ({ code, current = 1, size = 20 }, call) => {
      const answer = await holdersOf(call, { code, current, size });
      await noted(call, `page ${code}`);
      return answer;
    },
  }),
  endpoint({
    method: 'GET',
    path: 'keyan/explain/record',
    auth: 'user',
    permissions: [explainCode],
    summary: ['为何能看到记录', 'Why somebody sees a record'],
    input: Type.Object({
      resource: Type.String({ minLength: 1, maxLength: 300 }),
      id: idParam,
      userId: idParam,
    }),
    run: (given, call) => whySeen(call, given),
  }),
];
