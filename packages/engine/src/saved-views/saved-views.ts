import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Conflict, Denied, Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { SavedView, SavedViewInput } from '@keyan/kernel/wire/saved-views.ts';
import type { Engine } from '../engine.ts';
import type { Tx } from '../store/connection/database.ts';

/** Role with which a view may be shared. */
export interface RoleName {
  readonly alias: string;
  readonly name: Label;
}

/** Maximum number of saved views per person. */
const maxViews = 200;

/** Key of saved views in the history. */
const key = 'saved_view';

const readable = `v.tenant_id = $1 and v.is_deleted = 0
  and (v.owner_id = $2::bigint or v.roles && $3::text[])`;

const columns = `v.id::text, v.resource, v.view, v.name, v.content,
  case when v.owner_id = $2::bigint then v.roles else '{}' end as roles, v.version,
  v.owner_id = $2::bigint as mine, coalesce(u.real_name, '') as "ownerName",
  c.saved_view_id is not null as chosen`;

const source = `saved_view v
  left join users u on u.tenant_id = v.tenant_id and u.id = v.owner_id
  left join saved_view_choice c on c.tenant_id = v.tenant_id and c.user_id = $2::bigint
    and c.saved_view_id = v.id`;

/** @throws Denied unless the actor may open the page of the view. */
const assertOpensPage = (
  { resources }: Engine,
  actor: Actor,
  resource: string,
  view: string,
): void => {
  const views = resources.get(resource)?.views ?? {};
  const found = Object.hasOwn(views, view) ? views[view] : undefined;
  if (!found || !actor.permissions.has(found.code)) throw new Denied();
};

/** Returns every saved view that the actor may see, of pages that the actor may open. */
export const savedViews = async (engine: Engine, actor: Actor): Promise<readonly SavedView[]> => {
  const rows = await engine.database.read(actor.tenantId, (session) =>
    session.query<SavedView>(
      `select ${columns} from ${source} where ${readable} order by v.name collate "zh-x-icu", v.id`,
      [actor.tenantId, actor.id, actor.roles],
    ),
  );
  return rows.filter(({ resource, view }) => {
    const code = engine.resources.get(resource)?.views[view]?.code;
    return code !== undefined && actor.permissions.has(code);
  });
};

/**
 * Returns the roles with which the actor may share: the actor's roles, or all roles for an actor whose roles allow all
 * records. A view contains no record, but everybody it is shared with reads its name.
 */
export const shareableRoles = async (
  engine: Engine,
  actor: Actor,
): Promise<readonly RoleName[]> => {
  const rows = await engine.database.read(actor.tenantId, (session) =>
    session.query<{ alias: string; name: string; name_en: string | null }>(
      `select role_alias as alias, role_name as name, role_name_en as name_en from role
        where tenant_id = $1 and is_deleted = 0 and ($2 or role_alias = any($3))
        order by sort, id`,
      [actor.tenantId, actor.departmentScope === 'all', actor.roles],
    ),
  );
  return rows.map(({ alias, name, name_en }) => ({ alias, name: [name, name_en || name] }));
};

const audit = (
  tx: Tx,
  engine: Engine,
  actor: Actor,
  act: {
    readonly id: string;
    readonly action: 'create' | 'update' | 'remove';
    readonly version: number;
    readonly name: string;
  },
): void => {
  const { id, action, version, name } = act;
  tx.send(
    engine.store.writer.history(
      { key },
      { tenantId: tx.tenantId, id, version },
      {
        id: engine.ids.next(),
        action,
        actorId: actor.id,
        actorName: actor.name,
        time: engine.clock(),
        note: name,
        changes: [],
      },
    ),
  );
};

const one = async (tx: Tx, actor: Actor, id: string): Promise<SavedView> => {
  const [row] = await tx.query<SavedView>(
    `select ${columns} from ${source} where ${readable} and v.id = $4::bigint`,
    [actor.tenantId, actor.id, actor.roles, id],
  );
  if (!row) throw new Missing();
  return row;
};

/** Serialises changes of a person's views, so that names and their number can be checked. */
const queueUp = (tx: Tx, actor: Actor): Promise<unknown> =>
  tx.query('select pg_advisory_xact_lock($1::bigint)', [actor.id]);

const assertViewNameFree = async (tx: Tx, actor: Actor, input: SavedViewInput): Promise<void> => {
  const [found] = await tx.query<{ same: boolean; total: number }>(
    `select coalesce(bool_or(resource = $3 and view = $4 and name = $5 and id <> $6::bigint), false)
              as same, count(*)::int as total
       from saved_view where tenant_id = $1 and owner_id = $2 and is_deleted = 0`,
    [actor.tenantId, actor.id, input.resource, input.view, input.name, input.id ?? '0'],
  );
  if (found?.same) {
    throw new Invalid([
      {
        path: 'name',
        message: ['您已有同名的视图，请换一个名称', 'You already have a view with that name'],
      },
    ]);
  }
  if (!input.id && (found?.total ?? 0) >= maxViews) {
    throw new Refused([
      `最多保存 ${maxViews} 个视图，请先删除不用的`,
      `At most ${maxViews} views can be saved; delete some first`,
    ]);
  }
};

const assertRolesExist = async (
  engine: Engine,
  actor: Actor,
  roles: readonly string[],
): Promise<void> => {
  if (roles.length === 0) return;
  const allowed = new Set((await shareableRoles(engine, actor)).map(({ alias }) => alias));
  if (roles.every((role) => allowed.has(role))) return;
  throw new Invalid([
    {
      path: 'roles',
      message: ['只能共享给您可以选择的角色', 'It can be shared only with roles you may choose'],
    },
  ]);
};

/**
 * Creates a view or changes a view of the actor.
 * @throws Denied without the page; Missing for an unknown view; Invalid for a name in use or a role that the actor may
 *   not share with; Conflict on a stale version.
 */
export const saveView = async (
  engine: Engine,
  actor: Actor,
  input: SavedViewInput,
): Promise<SavedView> => {
  assertOpensPage(engine, actor, input.resource, input.view);
  await assertRolesExist(engine, actor, input.roles);
  return engine.database.transaction(actor.tenantId, async (tx) => {
    await queueUp(tx, actor);
    const before = input.id ? await one(tx, actor, input.id) : null;
    if (before && !before.mine) throw new Denied();
    if (before && before.version !== input.version) throw new Conflict(before, []);
    await assertViewNameFree(tx, actor, input);
    const id = input.id ?? engine.ids.next();
    const version = (before?.version ?? 0) + 1;
    await tx.query(
      `insert into saved_view (tenant_id, id, owner_id, resource, view, name, content, roles,
         version, create_time, update_time)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
       on conflict (tenant_id, id) do update
         set name = excluded.name, content = excluded.content, roles = excluded.roles,
             version = excluded.version, update_time = excluded.update_time`,
      [
        actor.tenantId,
        id,
        actor.id,
        before?.resource ?? input.resource,
        before?.view ?? input.view,
        input.name,
        JSON.stringify(input.content),
        input.roles,
        version,
        engine.clock(),
      ],
    );
    audit(tx, engine, actor, {
      id,
      action: before ? 'update' : 'create',
      version,
      name: input.name,
    });
    return one(tx, actor, id);
  });
};

/**
 * Deletes views of the actor, for everybody they were shared with.
 * @throws Missing for views of other people.
 */
export const removeViews = (engine: Engine, actor: Actor, ids: readonly string[]): Promise<void> =>
  engine.database.transaction(actor.tenantId, async (tx) => {
    await queueUp(tx, actor);
    const gone = await tx.query<{ id: string; name: string; version: number }>(
      `update saved_view set is_deleted = 1, version = version + 1, update_time = $4
        where tenant_id = $1 and owner_id = $2 and id = any($3::bigint[]) and is_deleted = 0
        returning id::text, name, version`,
      [actor.tenantId, actor.id, ids, engine.clock()],
    );
    if (gone.length < new Set(ids).size) throw new Missing();
    tx.send({
      sql: 'delete from saved_view_choice where tenant_id = $1 and saved_view_id = any($2::bigint[])',
      parameters: [actor.tenantId, ids],
    });
    for (const row of gone) audit(tx, engine, actor, { ...row, action: 'remove' });
  });

/** Makes a view the default of the actor on its page; without an id, there is no default. */
export const chooseView = async (
  engine: Engine,
  actor: Actor,
  given: { readonly resource: string; readonly view: string; readonly id?: string },
): Promise<void> => {
  assertOpensPage(engine, actor, given.resource, given.view);
  await engine.database.transaction(actor.tenantId, async (tx) => {
    const place = [actor.tenantId, actor.id, given.resource, given.view];
    if (given.id === undefined) {
      await tx.query(
        `delete from saved_view_choice
          where tenant_id = $1 and user_id = $2 and resource = $3 and view = $4`,
        place,
      );
      return;
    }
    const view = await one(tx, actor, given.id);
    if (view.resource !== given.resource || view.view !== given.view) throw new Missing();
    await tx.query(
      `insert into saved_view_choice (tenant_id, user_id, resource, view, saved_view_id)
       values ($1, $2, $3, $4, $5)
       on conflict (tenant_id, user_id, resource, view)
         do update set saved_view_id = excluded.saved_view_id`,
      [...place, given.id],
    );
  });
};
