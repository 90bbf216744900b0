import { type Behaviour, defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import { Invalid, Refused } from '@keyan/kernel/errors.ts';
import { roleAliases } from '../../shared/roles.ts';
import { assertRolesGrantable } from '../accounts/reach.server.ts';
import { role } from './role.ts';

const shipped: ReadonlySet<string> = new Set(roleAliases);

/**
 * Rules for roles: nobody changes a role above their own; aliases are fixed, since approval routes refer to them;
 * shipped roles cannot be removed.
 */
export const roleBehaviour: Behaviour = defineBehaviour(role, {
  complete: async (row, { before, tx, actor }) => {
    if (before?.roleAlias) await assertRolesGrantable(tx, actor, [before.roleAlias]);
    if (before && before.roleAlias !== row.roleAlias) {
      throw new Invalid([
        { path: 'roleAlias', message: ['角色别名不能修改', 'The alias cannot be changed'] },
      ]);
    }
    return {};
  },
  saved: async (row, { action, tx, actor }) => {
    if (action !== 'remove') return;
    await assertRolesGrantable(tx, actor, [row.roleAlias ?? '']);
    if (shipped.has(row.roleAlias ?? '')) {
      throw new Refused(['系统内置角色不能删除', 'Built-in roles cannot be deleted']);
    }
    const held = await tx.query(
      `select 1 from user_role ur join users u on u.tenant_id = ur.tenant_id and u.id = ur.user_id
        where ur.tenant_id = $1 and ur.role_id = $2 and u.is_deleted = 0 limit 1`,
      [tx.tenantId, row.id],
    );
    if (held.length > 0) {
      throw new Refused([
        '该角色已分配给用户，不能删除',
        'This role is assigned to users and cannot be deleted',
      ]);
    }
  },
});
