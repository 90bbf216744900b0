import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { Change } from '@keyan/kernel/records/diff.ts';
import {
  nestRows,
  treeNode,
  withAncestors,
  withHasChildren,
} from '../../shared/mechanisms/tree.server.ts';

interface SortWords {
  /** Tables of the scopes, and of the roles that hold them. */
  readonly table: string;
  readonly held: string;
  /** Path of changes in the history of a role. */
  readonly path: string;
  readonly label: Label;
  /** Parameter with the scope ids, and the message for an unknown id. */
  readonly given: string;
  readonly missing: Label;
}

/** Kinds of scopes that roles hold, with their texts in histories. */
export const scopeSorts = {
  data: {
    table: 'data_scope',
    held: 'role_data_scope',
    path: 'dataScopes',
    label: ['数据权限（取消 → 新增）', 'Data scopes (removed → added)'],
    given: 'dataScopeIds',
    missing: ['数据权限不存在', 'There is no such data scope'],
  },
  api: {
    table: 'api_scope',
    held: 'role_api_scope',
    path: 'apiScopes',
    label: ['接口权限（取消 → 新增）', 'API scopes (removed → added)'],
    given: 'apiScopeIds',
    missing: ['接口权限不存在', 'There is no such API scope'],
  },
} as const satisfies Record<string, SortWords>;

export type ScopeSort = keyof typeof scopeSorts;

/** Data of a scope that decides who may grant it. */
export interface ScopeRow {
  readonly id: string;
  readonly name: string;
  /** Path of an API scope. */
  readonly path: string;
  readonly held: boolean;
  readonly wanted: boolean;
}

/**
 * Replaces the scopes of a role within what the actor may grant; other scopes stay.
 * @param ids may contain menu ids, since clients send parent nodes of a ticked tree
 * @param assertMayMove refuses scopes that the actor may not grant or withdraw
 */
export const grantScopes = async (
  tx: Tx,
  sort: ScopeSort,
  roleId: string,
  ids: readonly string[],
  assertMayMove: (moved: readonly ScopeRow[]) => void,
): Promise<readonly Change[]> => {
  const { table, held, path, label, given, missing } = scopeSorts[sort];
  const rows = await tx.query<ScopeRow>(
    `select s.id::text, s.scope_name as name,
            ${sort === 'api' ? 's.scope_path' : "''"} as path, s.id = any($3::bigint[]) as wanted,
            exists (select from ${held} h where h.tenant_id = $1 and h.role_id = $2
                       and h.scope_id = s.id) as held
       from ${table} s where s.tenant_id = $1 and s.is_deleted = 0 order by s.id`,
    [tx.tenantId, roleId, ids],
  );
  const known = new Set(rows.map(({ id }) => id));
  const others = ids.filter((id) => !known.has(id));
  const menus = await tx.query(
    'select 1 from menu where tenant_id = $1 and id = any($2::bigint[])',
    [tx.tenantId, others],
  );
  if (menus.length !== new Set(others).size) {
    throw new Invalid([{ path: given, message: missing }]);
  }
  const added = rows.filter((row) => row.wanted && !row.held);
  const taken = rows.filter((row) => row.held && !row.wanted);
  if (added.length + taken.length === 0) return [];
  assertMayMove([...added, ...taken]);
  await tx.query(
    `delete from ${held} where tenant_id = $1 and role_id = $2 and scope_id = any($3::bigint[])`,
    [tx.tenantId, roleId, taken.map(({ id }) => id)],
  );
  await tx.query(
    `insert into ${held} (tenant_id, role_id, scope_id)
     select $1, $2, unnest($3::bigint[]) on conflict do nothing`,
    [tx.tenantId, roleId, added.map(({ id }) => id)],
  );
  const names = (some: readonly ScopeRow[]): string => some.map(({ name }) => name).join('、');
  return [{ path, label, before: names(taken), after: names(added) }];
};

interface NodeRow {
  readonly id: string;
  readonly parentId: string;
  readonly title: string;
  readonly titleEn: string;
  readonly isScope: boolean;
}

/** Reads scopes below their menus, as a tree. */
export const scopeTree = async (session: Session, sort: ScopeSort) => {
  const rows = await session.query<NodeRow>(
    `select m.id::text, coalesce(m.parent_id, 0)::text as "parentId", m.name as title,
            coalesce(m.name_en, m.name) as "titleEn", false as "isScope", m.sort
       from menu m where m.tenant_id = $1 and m.is_deleted = 0 and m.category = '1'
     union all
     select s.id::text, s.menu_id::text, s.scope_name, s.scope_name, true, 0
       from ${scopeSorts[sort].table} s where s.tenant_id = $1 and s.is_deleted = 0
      order by sort, id`,
    [session.tenantId],
  );
  const shown = withHasChildren(withAncestors(rows, ({ isScope }) => isScope));
  return nestRows(shown.map((row) => ({ ...treeNode(row, row.title), titleEn: row.titleEn })));
};

/** Reads the ids of scopes that roles hold. */
export const scopesOfRoles = async (
  session: Session,
  sort: ScopeSort,
  roleIds: readonly string[],
): Promise<readonly string[]> => {
  const { table, held } = scopeSorts[sort];
  const rows = await session.query<{ id: string }>(
    `select distinct s.id::text from ${held} h
       join ${table} s on s.tenant_id = h.tenant_id and s.id = h.scope_id and s.is_deleted = 0
      where h.tenant_id = $1 and h.role_id = any($2::bigint[])`,
    [session.tenantId, roleIds],
  );
  return rows.map(({ id }) => id);
};
