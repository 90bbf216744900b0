import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { Type } from 'typebox';
import { namesOtherTenant } from '../../shared/references/other-tenant.ts';
import { assertPermission } from './account.server.ts';
import { roleTreeToGrant } from './role-tree.server.ts';

const tenantId = Type.Optional(Type.String({ maxLength: 100 }));

/** Calls that fill select boxes on BladeX pages. */
export const selectEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'blade-system/role/tree',
    auth: 'user',
    summary: ['角色树', 'Roles that may be granted, as a tree'],
    input: Type.Object({ tenantId }),
    run: async (input, { actor, engine }) => {
      assertPermission(actor, 'user', 'role', 'regaudit');
      return namesOtherTenant(actor, input.tenantId) ? [] : roleTreeToGrant(engine, actor);
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/post/select',
    auth: 'user',
    summary: ['岗位选择', 'Posts to choose from'],
    input: Type.Object({ tenantId }),
    run: async (input, { actor, engine }) => {
      assertPermission(actor, 'user', 'post');
      if (namesOtherTenant(actor, input.tenantId)) return [];
      return engine.database.read(actor.tenantId, (session) =>
        session.query(
          `select id::text, said(post_name, post_name_en) as "postName", post_code as "postCode" from post
            where tenant_id = $1 and is_deleted = 0 order by sort, id`,
          [session.tenantId],
        ),
      );
    },
  }),
];
