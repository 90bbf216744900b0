import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam, optionalParent } from '@keyan/engine/wire/inputs.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Missing } from '@keyan/kernel/errors.ts';
import type { Dictionary } from '@keyan/kernel/values/dictionary.ts';
import { Type } from 'typebox';
import {
  identityToSave,
  platformRemoveCall,
  savedReply,
} from '../../shared/mechanisms/service-calls.server.ts';
import {
  nestRows,
  parentIdIn,
  treeNode,
  withAncestors,
  withHasChildren,
} from '../../shared/mechanisms/tree.server.ts';
import { namesOtherTenant } from '../../shared/references/other-tenant.ts';
import { buttonPlace, menuCategory, platformYesNo } from './dictionaries.ts';
import { menu } from './menu.ts';

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
/** A code of a dictionary; clients of the family send numbers. */
const code = Type.Optional(
  Type.Union([Type.String({ maxLength: 20 }), Type.Integer({ minimum: 0, maximum: 99 })]),
);
const resource = untypedResource(menu);

/** An entry as clients of the family read it. */
interface EntryRow {
  readonly id: string;
  readonly parentId: string;
  readonly parentName: string;
  readonly name: string;
  readonly nameEn: string;
  readonly code: string;
  readonly alias: string;
  readonly path: string;
  readonly source: string;
  readonly category: 1 | 2;
  readonly categoryName: string;
  readonly action: number;
  readonly actionName: string;
  readonly isOpen: 1 | 2;
  readonly isOpenName: string;
  readonly isHidden: string;
  readonly sort: number;
  readonly remark: string;
  readonly isDeleted: 0;
  readonly hasChildren: boolean;
}

/** Name of a code; clients of the family read the Chinese name. */
const nameIn = ({ entries }: Dictionary, given: number): string =>
  entries.find((entry) => entry.code === String(given))?.label[0] ?? '';

type Stored = Omit<EntryRow, 'hasChildren' | 'categoryName' | 'actionName' | 'isOpenName'>;

const readEntries = async (session: Session): Promise<readonly EntryRow[]> => {
  const rows = await session.query<Stored>(
    `select m.id::text, coalesce(p.id, 0)::text as "parentId", coalesce(p.name, '') as "parentName",
       m.name, coalesce(m.name_en, '') as "nameEn", m.code, coalesce(m.alias, '') as alias,
       coalesce(m.path, '') as path, coalesce(m.source, '') as source,
       case m.category when '2' then 2 else 1 end as category,
       case when m.action in ('1', '2', '3') then m.action::int else 0 end as action,
       case m.is_open when '2' then 2 else 1 end as "isOpen",
       coalesce(m.is_hidden, '0') as "isHidden", m.sort, coalesce(m.remark, '') as remark,
       0 as "isDeleted"
       from menu m
       left join menu p on p.tenant_id = m.tenant_id and p.id = m.parent_id and p.is_deleted = 0
      where m.tenant_id = $1 and m.is_deleted = 0 order by m.sort, m.id`,
    [session.tenantId],
  );
  return withHasChildren(
    rows.map((row) => ({
      ...row,
      categoryName: nameIn(menuCategory, row.category),
      actionName: nameIn(buttonPlace, row.action),
      isOpenName: nameIn(platformYesNo, row.isOpen),
    })),
  );
};

const filters = { name: text(100), code: text(100), alias: text(100) };

interface Asked {
  readonly name?: string;
  readonly code?: string;
  readonly alias?: string;
}

/** The entries that the filters find, with those above them. */
const foundIn = (
  rows: readonly EntryRow[],
  { name = '', code: asked = '', alias = '' }: Asked,
): readonly EntryRow[] =>
  withAncestors(
    rows,
    (row) => row.name.includes(name) && row.code.includes(asked) && row.alias.includes(alias),
  );

const isPage = ({ category }: EntryRow): boolean => category === 1;

/** Pages alone: one without pages below it has nothing to unfold. */
const pagesIn = (rows: readonly EntryRow[]): readonly EntryRow[] =>
  withHasChildren(rows.filter(isPage));

/** One level below a parent; without a parent the whole tree, of which such clients ask no second level. */
const level = (rows: readonly EntryRow[], parentId: string | undefined) =>
  parentId === undefined || parentId === ''
    ? nestRows(rows)
    : rows.filter((row) => row.parentId === parentId);

const listed = (
  path: string,
  summary: Endpoint['summary'],
  pick: (rows: readonly EntryRow[]) => readonly EntryRow[],
): Endpoint =>
  endpoint({
    method: 'GET',
    path: `blade-system/menu/${path}`,
    auth: 'user',
    permissions: ['menu'],
    summary,
    input: Type.Object({ ...filters, parentId: optionalParent }),
    run: async ({ parentId, ...asked }, { actor, engine }) =>
      level(
        foundIn(pick(await engine.database.read(actor.tenantId, readEntries)), asked),
        parentId,
      ),
  });

const readEndpoints: readonly Endpoint[] = [
  listed('list', ['菜单列表', 'The menu, as a tree'], (rows) => rows),
  listed('menu-list', ['菜单（不含按钮）', 'The menu without buttons, as a tree'], pagesIn),
  listed('lazy-list', ['菜单，逐级', 'The menu, level by level'], (rows) => rows),
  listed('lazy-menu-list', ['菜单（不含按钮），逐级', 'Pages, level by level'], pagesIn),
  endpoint({
    method: 'GET',
    path: 'blade-system/menu/tree',
    auth: 'user',
    permissions: ['menu'],
    summary: ['可选的上级菜单', 'Available parent entries'],
    input: Type.Object({}),
    run: async (_input, { actor, engine }) => {
      const rows = await engine.database.read(actor.tenantId, readEntries);
      return nestRows(pagesIn(rows).map((row) => treeNode(row, row.name)));
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/menu/detail',
    auth: 'user',
    permissions: ['menu'],
    summary: ['菜单详情', 'A menu entry'],
    input: Type.Object({ id: idParam }),
    run: async (input, { actor, engine }) => {
      const rows = await engine.database.read(actor.tenantId, readEntries);
      const found = rows.find((row) => row.id === input.id);
      if (!found) throw new Missing();
      return found;
    },
  }),
];

/** A code as it is stored; what is left out stays, 0 is none. */
const codeIn = (name: string, given: string | number | undefined) =>
  given === undefined || given === ''
    ? {}
    : { [name]: String(given) === '0' ? null : String(given) };

const writeEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: 'blade-system/menu/submit',
    auth: 'user',
    permissions: ['menu_add', 'menu_edit'],
    summary: ['新增或修改菜单', 'Create or change a menu entry'],
    input: Type.Object({
      id: Type.Optional(idParam),
      tenantId: text(12),
      parentId: optionalParent,
      name: text(200),
      nameEn: text(200),
      code: text(200),
      alias: text(200),
      path: text(2000),
      source: text(200),
      category: code,
      action: code,
      isOpen: code,
      isHidden: code,
      sort: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
      remark: text(1000),
    }),
    run: async (input, { actor, engine }) => {
      const { id: given, tenantId, parentId, category, action, isOpen, isHidden, ...rest } = input;
      if (tenantId && namesOtherTenant(actor, tenantId)) throw new Denied();
      const saved = await engine.as(actor).save(resource, {
        ...rest,
        ...codeIn('category', category),
        ...codeIn('action', action),
        ...codeIn('isOpen', isOpen),
        ...(isHidden === undefined || isHidden === '' ? {} : { isHidden: String(isHidden) }),
        ...(parentId === undefined ? {} : { parentId: parentIdIn(parentId) }),
        ...identityToSave(given),
      });
      return savedReply(saved.id, !given);
    },
  }),
  platformRemoveCall(resource, {
    path: 'blade-system/menu/remove',
    permission: 'menu_delete',
    summary: ['删除菜单', 'Delete added menu entries'],
  }),
];

/** Menus as clients of the family keep them. */
export const menuEditEndpoints: readonly Endpoint[] = [...readEndpoints, ...writeEndpoints];
