import type { Engine } from '@keyan/engine/engine.ts';
import { withinDataScopes } from '@keyan/engine/records/readable-rows.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { LruCache } from '@keyan/engine/store/connection/lru-cache.ts';
import { type ActorCall, type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import { Type } from 'typebox';
import { namesOtherTenant } from '../../shared/references/other-tenant.ts';
import { department } from './department.ts';
import { pathsFromRoot, rootDepartmentId } from './ways.ts';

/** Department as calls return it. */
interface Dept {
  readonly id: string;
  readonly tenantId: string;
  readonly parentId: string;
  /** Ids from the root to the parent, comma-separated, `0` first. */
  readonly ancestors: string;
  readonly deptName: string;
  readonly deptNameEn: string;
  /** Name in the language of the request. */
  readonly title: string;
  readonly fullName: string;
  readonly deptCode: string;
  readonly deptCategory: string;
  readonly deptCategoryName: string;
  readonly parentName: string;
  readonly sort: number;
  readonly remark: string;
  readonly isDeleted: 0;
  readonly hasChildren: boolean;
}

interface DeptNode extends Dept {
  readonly children?: readonly DeptNode[];
}

interface TreeNode {
  readonly id: string;
  readonly parentId: string;
  readonly title: string;
  readonly key: string;
  readonly value: string;
  readonly hasChildren: boolean;
  readonly children?: readonly TreeNode[];
}

const resource = untypedResource(department);

/** SQL of the direct children of department $2, or of the root only, each with its path from the root. */
const pathsBelow = `
  up as (
    select id, parent_id, 0 as place from dept where tenant_id = $1 and id = $2 and is_deleted = 0
    union all
    select d.id, d.parent_id, up.place + 1 from dept d join up on d.id = up.parent_id
     where d.tenant_id = $1 and d.is_deleted = 0 and up.place < 20),
  path as (
    select d.id, array[0::bigint] || array(select up.id from up order by up.place desc) as above
      from dept d
     where d.tenant_id = $1 and d.is_deleted = 0 and case when $2 = 0 then d.parent_id is null
       else d.parent_id = $2 and exists (select from up where up.parent_id is null) end)`;

/** Columns stored in the row of a department. */
type StoredDept = Omit<
  Dept,
  'tenantId' | 'ancestors' | 'parentName' | 'isDeleted' | 'hasChildren' | 'deptCategoryName'
>;

/** Values computed from the position in the tree. */
type PositionOfDept = Pick<Dept, 'ancestors' | 'parentName' | 'hasChildren' | 'deptCategoryName'>;

const columns = `d.id::text, coalesce(d.parent_id, 0)::text as "parentId", d.dept_name as "deptName",
  coalesce(d.dept_name_en, '') as "deptNameEn", said(d.dept_name, d.dept_name_en) as title,
  d.full_name as "fullName", d.dept_code as "deptCode", d.dept_category as "deptCategory", d.sort,
  coalesce(d.remark, '') as remark`;

/** Reads the open direct children of a department, sorted. */
const readLevel = async (session: Session, parentId: string): Promise<readonly Dept[]> => {
  const rows = await session.query<StoredDept & PositionOfDept>(
    `with recursive ${pathsBelow}
     select ${columns}, coalesce(said(p.dept_name, p.dept_name_en), '') as "parentName",
       array_to_string(path.above, ',') as ancestors, coalesce(e.dict_value, '') as "deptCategoryName",
       exists (select 1 from dept c
         where c.tenant_id = $1 and c.parent_id = d.id and c.is_deleted = 0 and c.status = '1')
         as "hasChildren"
       from dept d
       join path on path.id = d.id
       left join dept p on p.tenant_id = $1 and p.id = d.parent_id
       left join dict_entry e on e.tenant_id = $1 and e.code = 'deptCategory'
         and e.dict_key = d.dept_category and e.is_deleted = 0
      where d.tenant_id = $1 and d.status = '1'
      order by d.sort, d.id`,
    [session.tenantId, parentId],
  );
  return rows.map((row) => ({ ...row, tenantId: session.tenantId, isDeleted: 0 }));
};

/**
 * Reads all open departments, sorted. Computes parent, path and children in memory: with thousands of rows SQL would
 * look up each separately.
 */
const readWhole = async (session: Session): Promise<readonly Dept[]> => {
  const rows = await session.query<StoredDept & { readonly open: boolean }>(
    `select ${columns}, d.status = '1' as open from dept d
      where d.tenant_id = $1 and d.is_deleted = 0 order by d.sort, d.id`,
    [session.tenantId],
  );
  const categories = await session.query<{ readonly key: string; readonly name: string }>(
    `select dict_key as key, dict_value as name from dict_entry
      where tenant_id = $1 and code = 'deptCategory' and is_deleted = 0`,
    [session.tenantId],
  );
  const categoryNames = new Map(categories.map(({ key, name }) => [key, name]));
  const titles = new Map(rows.map((row) => [row.id, row.title]));
  const parents = new Set(rows.flatMap((row) => (row.open ? [row.parentId] : [])));
  const way = pathsFromRoot(rows);
  return rows.flatMap(({ open, ...row }) => {
    const ancestors = open ? way(row.parentId) : null;
    if (ancestors === null) return [];
    return [
      {
        ...row,
        tenantId: session.tenantId,
        ancestors,
        parentName: titles.get(row.parentId) ?? '',
        deptCategoryName: categoryNames.get(row.deptCategory) ?? '',
        isDeleted: 0 as const,
        hasChildren: parents.has(row.id),
      },
    ];
  });
};

/** Department as pickers load it: thousands of rows, so only id, parent and name. */
type NamedDept = Pick<Dept, 'id' | 'parentId' | 'title'>;

/** Reads id, parent and name of every department, sorted by sort value and id. */
const readNames = (session: Session): Promise<readonly NamedDept[]> =>
  session.query<NamedDept>(
    `with recursive path as (
       select id from dept where tenant_id = $1 and parent_id is null and is_deleted = 0
       union
       select d.id from dept d join path on path.id = d.parent_id
        where d.tenant_id = $1 and d.is_deleted = 0)
     select d.id::text, coalesce(d.parent_id, 0)::text as "parentId", said(d.dept_name, d.dept_name_en) as title
       from dept d join path on path.id = d.id
      where d.tenant_id = $1 and d.status = '1' order by d.sort, d.id`,
    [session.tenantId],
  );

/** Builds a forest from rows; a row whose parent is missing becomes a root. */
const buildForest = <Row extends NamedDept, Node>(
  rows: readonly Row[],
  make: (row: Row, children: readonly Node[]) => Node,
): readonly Node[] => {
  const ids = new Set(rows.map((row) => row.id));
  const byParent = Map.groupBy(rows, (row) => row.parentId);
  const node = (row: Row): Node => make(row, (byParent.get(row.id) ?? []).map(node));
  return rows.filter((row) => !ids.has(row.parentId)).map(node);
};

const withChildren = <Node extends object>(
  node: Node,
  children: readonly Node[],
): Node & { readonly children?: readonly Node[] } =>
  children.length > 0 ? { ...node, children } : node;

const deptNode = (dept: Dept, children: readonly DeptNode[]): DeptNode =>
  withChildren<DeptNode>(dept, children);

const treeNode = (dept: NamedDept, hasChildren: boolean): TreeNode => ({
  id: dept.id,
  parentId: dept.parentId,
  title: dept.title,
  key: dept.id,
  value: dept.id,
  hasChildren,
});

const branch = (dept: NamedDept, children: readonly TreeNode[]): TreeNode =>
  withChildren(treeNode(dept, children.length > 0), children);

interface KeptTree {
  /** Number of departments and sum of their versions, to detect changes. */
  readonly edition: string;
  readonly tree: readonly TreeNode[];
}

/** Cached trees by database, since two databases may have tenants with the same code. */
const trees = new WeakMap<Engine['database'], LruCache<string, KeptTree>>();

const treesOf = (database: Engine['database']): LruCache<string, KeptTree> => {
  const known = trees.get(database) ?? new LruCache<string, KeptTree>(100);
  trees.set(database, known);
  return known;
};

/**
 * Returns the cached tree of open departments. Each call compares the edition: every change of a department raises its
 * version, and rows are never deleted.
 */
const namedTree = async ({ database }: Engine, session: Session): Promise<readonly TreeNode[]> => {
  const [found] = await session.query<{ language: string; edition: string }>(
    `select coalesce(current_setting('app.language', true), '') as language,
       count(*) || ' ' || coalesce(sum(version), 0) as edition from dept where tenant_id = $1`,
    [session.tenantId],
  );
  const { language = '', edition = '' } = found ?? {};
  const key = `${session.tenantId} ${language}`;
  const known = treesOf(database).get(key);
  if (known?.edition === edition) return known.tree;
  const tree = buildForest(await readNames(session), branch);
  treesOf(database).set(key, { edition, tree });
  return tree;
};

/** Department by id, name and depth only. */
export interface DepartmentName {
  readonly id: string;
  readonly title: string;
  /** Number of ancestors. */
  readonly level: number;
}

/** Returns all departments of the tenant by name, each after its parent. */
export const namedDepartments = async (session: Session): Promise<readonly DepartmentName[]> => {
  const flat = (nodes: readonly TreeNode[], level: number): readonly DepartmentName[] =>
    nodes.flatMap(({ id: own, title, children = [] }) => [
      { id: own, title, level },
      ...flat(children, level + 1),
    ]);
  return flat(buildForest(await readNames(session), branch), 0);
};

const text = Type.Optional(Type.String({ maxLength: 100 }));
const ofTenant = { tenantId: text };

/** Reads the departments that a call asks for. */
const readRequested = async (
  { tenantId, parentId }: { readonly tenantId?: string; readonly parentId?: string },
  { actor, engine }: ActorCall,
): Promise<readonly Dept[]> =>
  namesOtherTenant(actor, tenantId)
    ? []
    : engine.database.read(actor.tenantId, (session) =>
        parentId === undefined ? readWhole(session) : readLevel(session, parentId),
      );

/**
 * Reads the departments within the actor's data scopes of the department page; departments whose parent is outside
 * become roots.
 */
const listed = async (
  given: { readonly tenantId?: string; readonly parentId?: string },
  call: ActorCall,
): Promise<readonly Dept[]> => {
  const { actor, engine } = call;
  const within = withinDataScopes({ engine, actor }, resource, 'd.id', 1);
  if (within === null) return readRequested(given, call);
  const { parentId, ...withoutParent } = given;
  const isTop = parentId === rootDepartmentId;
  const depts = await readRequested(isTop ? withoutParent : given, call);
  const rows = await engine.database.read(actor.tenantId, (session) =>
    session.query<{ id: string }>(
      `select d.id::text from dept d where d.tenant_id = $1 and ${within.sql}`,
      [session.tenantId, ...within.parameters],
    ),
  );
  const ids = new Set(rows.map((row) => row.id));
  return depts.filter((dept) => ids.has(dept.id) && !(isTop && ids.has(dept.parentId)));
};
const optionalId = Type.Optional(idParam);
const names = { deptName: text, fullName: text };

/** Returns the rows that match the filters, and all their ancestors, so that a tree can be drawn. */
const withAncestorsOfMatches = (
  depts: readonly Dept[],
  given: { readonly deptName?: string; readonly fullName?: string },
): readonly Dept[] => {
  const hits = depts.filter(
    (dept) =>
      dept.deptName.includes(given.deptName ?? '') && dept.fullName.includes(given.fullName ?? ''),
  );
  const kept = new Set(hits.flatMap((dept) => [dept.id, ...dept.ancestors.split(',')]));
  return depts.filter((dept) => kept.has(dept.id));
};

/**
 * Calls that return the departments of the caller's tenant to every signed-in person. Pickers get the whole tree; list and
 * detail follow the data scopes of the department page.
 */
export const deptEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'blade-system/dept/tree',
    auth: 'user',
    summary: ['部门树', 'Department tree'],
    input: Type.Object(ofTenant),
    run: async ({ tenantId }, { actor, engine }) =>
      namesOtherTenant(actor, tenantId)
        ? []
        : engine.database.read(actor.tenantId, (session) => namedTree(engine, session)),
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/dept/lazy-tree',
    auth: 'user',
    summary: ['逐级展开部门树', 'Department tree, level by level'],
    input: Type.Object({ parentId: optionalId, ...ofTenant }),
    run: async ({ parentId = rootDepartmentId, ...input }, call) =>
      (await readRequested({ ...input, parentId }, call)).map((dept) =>
        treeNode(dept, dept.hasChildren),
      ),
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/dept/list',
    auth: 'user',
    summary: ['部门列表', 'Departments'],
    input: Type.Object({ ...names, ...ofTenant }),
    run: async (input, call) =>
      buildForest(withAncestorsOfMatches(await listed(input, call), input), deptNode),
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/dept/lazy-list',
    auth: 'user',
    summary: ['逐级展开部门列表', 'Departments, level by level'],
    input: Type.Object({ parentId: optionalId, ...names, ...ofTenant }),
    run: async ({ parentId, ...input }, call) => {
      const searches = input.deptName !== undefined || input.fullName !== undefined;
      // Clients that send no parent never load a second level, so they get the whole tree.
      return searches || parentId === undefined
        ? buildForest(withAncestorsOfMatches(await listed(input, call), input), deptNode)
        : listed({ ...input, parentId }, call);
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/dept/select',
    auth: 'user',
    summary: ['全部部门', 'All departments, flat'],
    input: Type.Object(ofTenant),
    run: readRequested,
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/dept/detail',
    auth: 'user',
    summary: ['部门详情', 'A department'],
    input: Type.Object({ id: idParam }),
    run: async (input, call) => {
      const { actor, engine } = call;
      const [placed] = await engine.database.read(actor.tenantId, (session) =>
        session.query<{ parent: string }>(
          `select coalesce(parent_id, 0)::text as parent from dept where tenant_id = $1 and id = $2`,
          [session.tenantId, input.id],
        ),
      );
      const beside = placed ? await listed({ parentId: placed.parent }, call) : [];
      const found = beside.find((dept) => dept.id === input.id);
      if (!found) throw new Missing();
      return found;
    },
  }),
];
