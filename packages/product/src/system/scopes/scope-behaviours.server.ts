import {
  type Behaviour,
  defineBehaviour,
  type RecordServices,
} from '@keyan/engine/records/behaviour.ts';
import type { Tx } from '@keyan/engine/store/connection/database.ts';
import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';
import { isCallClosed } from '@keyan/kernel/access/closed.ts';
import { dataScopes } from '@keyan/kernel/access/data-scope.ts';
import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { identifiesDataScopeOwner, seesEveryRow } from '@keyan/kernel/definition/share.ts';
import { Denied, Invalid, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { superRole } from '../../shared/references/platform.ts';
import { dept, user } from '../../shared/references/refs.ts';
import { errorLogCode } from '../error-log/error-log.ts';
import { logPages } from '../logs/logs.ts';
import { menuOrigins } from '../menus/dictionaries.ts';
import { sessionsCode } from '../sessions/sessions.ts';
import { callScope } from './call-scope.ts';
import { rowScope } from './row-scope.ts';

const invalid = (path: string, message: Label): Invalid => new Invalid([{ path, message }]);

/** Asserts that the actor sees every row, since data scopes change the rights of others. @throws Denied */
export const assertSeesEveryRow = (actor: Actor | SystemActor): void => {
  if (!isSystem(actor) && !seesEveryRow(actor)) {
    throw new Denied(['不能授予自己没有的权限', 'You cannot grant what you do not have']);
  }
};

const isGranted = async (tx: Tx, table: string, id: string): Promise<boolean> => {
  const rows = await tx.query(
    `select 1 from ${table} g join role r on r.tenant_id = g.tenant_id and r.id = g.role_id
      where g.tenant_id = $1 and g.scope_id = $2 and r.is_deleted = 0 limit 1`,
    [tx.tenantId, id],
  );
  return rows.length > 0;
};

/**
 * Keys of system resources whose records belong to a person or a department; all others are settings of the whole
 * university.
 */
const ofPeople: ReadonlySet<string> = new Set([
  user.key,
  dept.key,
  ...['post', 'notice', 'report', 'registerGuest'],
]);

const isLimitable = ({ key, path }: Resource): boolean =>
  !path.startsWith('blade-') || ofPeople.has(key);

/** Menu codes of pages that list people without a resource; each row names an account. */
const rowsOfPeople: ReadonlySet<string> = new Set([logPages.api.code, errorLogCode, sessionsCode]);

const noRecords: Label = [
  '【菜单】该菜单后面是全校共用的设置，没有可以按人员或部门限制的记录，请选择其他页面',
  'Behind this menu are settings shared by the whole university, with no records to limit by person or department; choose another page',
];

/** Source of the rows on a menu's page. */
type Behind =
  | { readonly is: 'records'; readonly resource: Resource }
  | { readonly is: 'rowsOfPeople' }
  /** Menu that the university added. */
  | { readonly is: 'nothing' };

/** @throws Invalid for a page of the product without records to limit */
const behind = async (
  tx: Tx,
  { resources }: Pick<RecordServices, 'resources'>,
  menuId: string | null,
): Promise<Behind> => {
  const [menu] = await tx.query<{ code: string; origin: string }>(
    'select code, origin from menu where tenant_id = $1 and id = $2',
    [tx.tenantId, menuId],
  );
  if (menu?.origin === menuOrigins.own) return { is: 'nothing' };
  if (rowsOfPeople.has(menu?.code ?? '')) return { is: 'rowsOfPeople' };
  const found = [...resources.values()].find(({ views }) =>
    Object.values(views).some(({ code }) => code === menu?.code),
  );
  if (!found || !isLimitable(found)) throw invalid('menuId', noRecords);
  return { is: 'records', resource: found };
};

const asField = (column: string): string =>
  column.trim().replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

const wrongColumn: Label = [
  '【权限字段】{column} 不是该页面记录的{what}字段',
  '{column} is not a {whatEn} field of the records of this page',
];

/** Returns the default field that a data scope compares. */
const usual = (resource: Resource, isOwn: boolean): string => {
  if (identifiesDataScopeOwner(resource, 'id', isOwn)) return 'id';
  if (isOwn) return 'createUser';
  const [only, ...more] = Object.entries(resource.fields).filter(
    ([, { spec }]) => spec.type === 'ref' && spec.target?.key === dept.key,
  );
  return resource.department ?? (only && more.length === 0 ? only[0] : 'createDept');
};

/** Returns the field that a data scope compares: the named one, else the record's department or writer. */
const fieldOf = (resource: Resource, type: string | null, column: string | null): string => {
  const isOwn = type === dataScopes.own;
  const name = column ? asField(column) : '';
  const fields = listFields(resource);
  if (name !== '') {
    const spec = Object.hasOwn(fields, name) ? fields[name]?.spec : undefined;
    const isRef = spec?.type === 'ref' && spec.target?.key === (isOwn ? user : dept).key;
    const isFit = isRef || identifiesDataScopeOwner(resource, name, isOwn);
    if (!isFit && type !== dataScopes.all) {
      const words = isOwn ? ['人员', 'person'] : ['部门', 'department'];
      const [what = '', whatEn = ''] = words;
      throw invalid('scopeColumn', fill(wrongColumn, { column: column ?? '', what, whatEn }));
    }
    return name;
  }
  return usual(resource, isOwn);
};

/** Rules for data scopes: validates that the scope's type and field fit the records of its page. */
export const rowScopeBehaviour: Behaviour = defineBehaviour(rowScope, {
  complete: async (row, { tx, engine, actor }) => {
    assertSeesEveryRow(actor);
    if (row.scopeField && row.scopeField.trim() !== '*') {
      throw invalid('scopeField', [
        '【可见字段】只支持 *',
        'Only * is supported for visible fields',
      ]);
    }
    if (isSystem(actor)) return {};
    const found = await behind(tx, engine, row.menuId);
    if (found.is === 'rowsOfPeople') return { scopeColumn: 'userId' };
    if (found.is === 'nothing') return {};
    return { scopeColumn: fieldOf(found.resource, row.scopeType, row.scopeColumn) };
  },
  saved: async ({ id }, { action, tx }) => {
    if (action === 'remove' && (await isGranted(tx, 'role_data_scope', id))) {
      throw new Refused([
        '已有角色使用该数据权限，请先在角色中取消',
        'Roles use this data scope; remove it from them first',
      ]);
    }
  },
});

/** Paths of calls that must never be restricted: without them nobody could sign in, load menus, or remove the scope. */
const neverClosed: readonly string[] = [
  'blade-auth/oauth/token',
  'blade-auth/oauth/logout',
  'blade-auth/token',
  'blade-system/menu/routes',
  'blade-system/menu/buttons',
  'blade-system/menu/top-menu',
  'blade-system/menu/grant-tree',
  'blade-system/menu/role-tree-keys',
  'blade-system/role/list',
  'blade-system/role/grant',
  'blade-system/api-scope/list',
  'blade-system/api-scope/submit',
  'blade-system/api-scope/remove',
];

/** Grants a new scope to the tenant's administrators, who may grant it on. */
const grantToAdministrators = (tx: Tx, id: string): Promise<unknown> =>
  tx.query(
    `insert into role_api_scope (tenant_id, role_id, scope_id)
     select tenant_id, id, $2::bigint from role
      where tenant_id = $1 and role_alias = any($3::text[]) and is_deleted = 0
     on conflict do nothing`,
    [tx.tenantId, id, [superRole, 'admin']],
  );

/** Rules for API scopes: normalises the path, and refuses to restrict indispensable calls. */
export const callScopeBehaviour: Behaviour = defineBehaviour(callScope, {
  complete: async (row) => {
    const scopePath = (row.scopePath ?? '').trim().replace(/^\/?(api\/)?/, '');
    const needed = neverClosed.find((path) => isCallClosed(path, [scopePath]));
    if (needed) {
      throw invalid('scopePath', [
        `【接口路径】${needed} 不能限制，否则无法登录或恢复权限`,
        `${needed} cannot be restricted: nobody could sign in or restore permissions`,
      ]);
    }
    return { scopePath };
  },
  saved: async ({ id }, { before, action, tx }) => {
    if (!before || action === 'restore') await grantToAdministrators(tx, id);
  },
});
