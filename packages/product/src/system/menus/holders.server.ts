import { inPackage } from '@keyan/engine/identity/package.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';

interface RoleRow {
  readonly name: string;
  readonly name_en: string | null;
}

/**
 * Call that returns the names of the roles with a page, never of people, so that a user without access knows whom to
 * ask.
 */
export const holderEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'keyan/holders',
    auth: 'user',
    summary: ['拥有某页面的角色', 'Roles that have a page'],
    input: Type.Object({ code: Type.Optional(Type.String({ maxLength: 100 })) }),
    run: async ({ code = '' }, { engine, actor }): Promise<readonly Label[]> => {
      const rows = await engine.database.read(actor.tenantId, (session) =>
        session.query<RoleRow>(
          `select r.role_name as name, r.role_name_en as name_en
             from role r
            where r.tenant_id = $1 and r.is_deleted = 0
              and exists (
                select from role_menu rm
                  join menu m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
                 where rm.tenant_id = $1 and rm.role_id = r.id and m.code = $2 and m.is_deleted = 0 and ${inPackage('m')})
            order by r.sort, r.id`,
          [actor.tenantId, code],
        ),
      );
      return rows.map(({ name, name_en }) => [name, name_en || name]);
    },
  }),
];
