import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { Type } from 'typebox';
import { namesOtherTenant } from '../../shared/references/other-tenant.ts';
import { assertInDataScope } from './reached.server.ts';
import { listUsers, readUser } from './user-rows.server.ts';

const text = Type.Optional(Type.String({ maxLength: 100 }));

const filters = {
  tenantId: text,
  account: text,
  realName: text,
  name: text,
  code: text,
  phone: text,
  email: text,
  userType: text,
  status: text,
  deptId: Type.Optional(idParam),
};

const page = {
  current: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
};

/** Maximum number of people in a list without pages. */
const maxListedPeople = 1000;

/**
 * Calls by which pickers and directories read people. Every signed-in user may search by name and department. Account,
 * staff number and e-mail are shown to people of the same departments and the roles' department scope; masked phone
 * numbers to holders of the page of accounts; birthdays to holders of `user_phone`. Data scopes of the page of accounts
 * limit what its holders find.
 */
export const userEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'blade-user/page',
    aliases: ['blade-user/list', 'blade-system/user/page', 'blade-system/user/list'],
    auth: 'user',
    summary: ['用户列表', 'Users, by page'],
    input: Type.Object({ ...filters, ...page }),
    run: async ({ current = 1, size = 10, tenantId, ...filter }, { actor, engine }) => {
      if (namesOtherTenant(actor, tenantId))
        return { records: [], total: 0, size, current, pages: 0 };
      const { records, total } = await engine.database.read(actor.tenantId, (session) =>
        listUsers(session, engine, actor, filter, { current, size }),
      );
      return { records, total, size, current, pages: Math.ceil(total / size) };
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-user/user-list',
    aliases: ['blade-system/user/user-list'],
    auth: 'user',
    summary: ['用户（不分页）', 'Users, at most 1,000'],
    input: Type.Object(filters),
    run: async ({ tenantId, ...filter }, { actor, engine }) => {
      if (namesOtherTenant(actor, tenantId)) return [];
      const { records } = await engine.database.read(actor.tenantId, (session) =>
        listUsers(session, engine, actor, filter, { current: 1, size: maxListedPeople }),
      );
      return records;
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-user/detail',
    aliases: ['blade-system/user/detail'],
    auth: 'user',
    summary: ['用户详情', 'A user'],
    input: Type.Object({ id: idParam }),
    run: (input, { actor, engine }) =>
      engine.database.read(actor.tenantId, async (session) => {
        await assertInDataScope(session, engine, actor, [input.id]);
        return readUser(session, actor, input.id);
      }),
  }),
];
