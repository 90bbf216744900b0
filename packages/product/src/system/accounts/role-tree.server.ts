import type { Engine } from '@keyan/engine/engine.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { grantableRoles } from './reach.server.ts';

/** Role as tree pickers of BladeX clients read it. */
export interface RoleNode {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly parentId: string;
  readonly title: string;
  readonly titleEn: string;
  readonly roleAlias: string;
  readonly hasChildren: boolean;
  /** Child roles; omitted if empty. */
  readonly children?: readonly RoleNode[];
}

/** Returns the roles that an actor may grant, as a tree. */
export const roleTreeToGrant = async (
  engine: Engine,
  actor: Actor,
): Promise<readonly RoleNode[]> => {
  const [rows, givable] = await engine.database.read(actor.tenantId, async (session) => [
    await session.query<{
      id: string;
      parent: string | null;
      zh: string;
      en: string;
      alias: string;
    }>(
      `select id, parent_id as parent, role_name as zh, coalesce(role_name_en, role_name) as en,
         role_alias as alias
         from role where tenant_id = $1 and is_deleted = 0 order by sort, id`,
      [actor.tenantId],
    ),
    await grantableRoles(session, actor),
  ]);
  const mine = new Set(givable.map(({ id }) => id));
  const may = rows.filter(({ id }) => mine.has(id));
  const known = new Set<string | null>(may.map((row) => row.id));
  // Roles whose parent is not in the result become roots.
  const byParent = Map.groupBy(may, ({ parent }) => (known.has(parent) ? parent : null));
  const below = (parent: string | null): readonly RoleNode[] =>
    (byParent.get(parent) ?? []).map((row) => {
      const children = below(row.id);
      return {
        id: row.id,
        key: row.id,
        value: row.id,
        parentId: row.parent ?? '0',
        title: row.zh,
        titleEn: row.en,
        roleAlias: row.alias,
        hasChildren: children.length > 0,
        ...(children.length > 0 ? { children } : {}),
      };
    });
  return below(null);
};
