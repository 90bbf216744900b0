import type { Engine } from '@keyan/engine/engine.ts';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Conflict, Denied, Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { changesBetween } from '@keyan/kernel/records/diff.ts';
import { writeAuditEntry } from '../../shared/mechanisms/audit.server.ts';
import {
  type DictField,
  type DictRow,
  type DictValues,
  dictEntry,
  dictionaryRoot,
  judgeDictEntry,
  noParentId,
} from './dict.ts';
import { assertUnambiguousNames, retainRemovedKey } from './dict-names.server.ts';
import { type DictAction, dictCode } from './dict-pages.ts';

const texts = {
  taken: ['当前字典键值已存在!', 'This dictionary key already exists'],
  noParent: ['上级字典不存在，请重新选择', 'The parent dictionary does not exist; choose another'],
  elsewhere: ['字典项不能移到其他字典', 'Entries cannot be moved to another dictionary'],
  circle: ['上级不能是自己或自己的下级', 'An entry cannot be placed below itself'],
  fixed: [
    '系统内置字典的编号、键值和上级不能修改',
    'Code, key and parent of built-in dictionaries cannot be changed',
  ],
  codeInUse: ['已有字典项，编号不能修改', 'The dictionary has entries; its code cannot be changed'],
  builtIn: [
    '【{name}】是系统内置字典，业务数据在使用，不能删除，可以封存',
    '{name} is a built-in dictionary used by records: it cannot be deleted, but it can be sealed',
  ],
  hasChildren: ['【{name}】下有字典项，请先删除字典项', '{name} has entries; delete them first'],
} as const satisfies Record<string, Label>;

/**
 * SQL of dictionary rows. Rows without a creator are shipped with the product (`setup-dictionaries.server.ts`). Rows
 * that administrators added may be deleted or get another key: records that contain the old key still show its name
 * (`dictionary.server.ts`).
 */
const rows = `select e.id, e.tenant_id as "tenantId", coalesce(e.parent_id, 0)::text as "parentId",
    coalesce(p.dict_value, '') as "parentName", e.code, e.dict_key as "dictKey",
    e.dict_value as "dictValue", coalesce(e.dict_value_en, '') as "dictValueEn", e.sort,
    e.is_sealed as "isSealed", coalesce(e.synonyms, '') as synonyms,
    coalesce(e.remark, '') as remark, 0 as "isDeleted", e.version,
    e.create_user = 0 as "builtIn",
    exists (select 1 from dict_entry c where c.tenant_id = e.tenant_id and c.parent_id = e.id
      and c.is_deleted = 0) as "hasChildren"
  from dict_entry e
  left join dict_entry p on p.tenant_id = e.tenant_id and p.id = e.parent_id
  where e.tenant_id = $1 and e.is_deleted = 0`;

const containing = (text: string | undefined): string | null =>
  text ? `%${text.replace(/[\\%_]/g, '\\$&')}%` : null;

/** Filters of the search; an omitted text matches everything. */
export interface DictSearch {
  readonly code?: string;
  readonly dictValue?: string;
}

const matching = `and ($2::text is null or e.code ilike $2)
  and ($3::text is null or e.dict_value ilike $3 or e.dict_value_en ilike $3)`;

/** Reads a page of dictionaries without their entries. */
export const readDictionaries = async (
  session: Session,
  search: DictSearch,
  current: number,
  size: number,
) => {
  const filter = [session.tenantId, containing(search.code), containing(search.dictValue)];
  const records = await session.query<DictRow>(
    `${rows} and e.parent_id is null ${matching}
      order by e.sort, e.code, e.id limit $4 offset $5`,
    [...filter, size, (current - 1) * size],
  );
  const [counted] = await session.query<{ total: number }>(
    `select count(*)::int as total from dict_entry e
      where e.tenant_id = $1 and e.is_deleted = 0 and e.parent_id is null ${matching}`,
    filter,
  );
  const total = counted?.total ?? 0;
  return { records, total, current, size, pages: Math.ceil(total / size) };
};

/** Reads the direct children of a dictionary or an entry, sorted. */
export const readChildren = (
  session: Session,
  parentId: string,
  search: DictSearch & { readonly dictKey?: string },
): Promise<readonly DictRow[]> =>
  session.query<DictRow>(
    `${rows} and e.parent_id = $4 ${matching} and ($5::text is null or e.dict_key ilike $5)
      order by e.sort, e.id`,
    [
      session.tenantId,
      containing(search.code),
      containing(search.dictValue),
      parentId,
      containing(search.dictKey),
    ],
  );

interface DictNode extends DictRow {
  readonly children?: readonly DictNode[] | undefined;
}

const treeOf = (found: readonly DictRow[]): readonly DictNode[] => {
  const byParent = Map.groupBy(found, (row) => row.parentId);
  const node = (row: DictRow): DictNode => ({ ...row, children: byParent.get(row.id)?.map(node) });
  return (byParent.get(noParentId) ?? []).map(node);
};

/**
 * Reads every matching dictionary with its entries. The matches are materialised first: inlined, PostgreSQL would
 * repeat the search for each of thousands of entries.
 */
export const readDictTree = async (
  session: Session,
  search: DictSearch,
): Promise<readonly DictNode[]> =>
  treeOf(
    await session.query<DictRow>(
      `with wanted as materialized (select e.code from dict_entry e
         where e.tenant_id = $1 and e.is_deleted = 0 and e.parent_id is null ${matching})
       ${rows} and e.code in (select code from wanted) order by e.sort, e.code, e.id`,
      [session.tenantId, containing(search.code), containing(search.dictValue)],
    ),
  );

/** Reads a page of the matching dictionaries, each with its entries. */
export const readDictPage = async (...asked: Parameters<typeof readDictionaries>) => {
  const [session] = asked;
  const { records, ...counts } = await readDictionaries(...asked);
  const found = await session.query<DictRow>(
    `${rows} and e.code = any($2) order by e.sort, e.code, e.id`,
    [session.tenantId, records.map(({ code }) => code)],
  );
  return { records: treeOf(found), ...counts };
};

/** Reads one row. @throws Missing */
export const readDict = async (session: Session, id: string): Promise<DictRow> => {
  const [row] = await session.query<DictRow>(`${rows} and e.id = $2`, [session.tenantId, id]);
  if (!row) throw new Missing();
  return row;
};

/** @throws Denied without the permission */
const assertMayAct = (actor: Actor, action: DictAction): void => {
  if (!actor.permissions.has(dictCode(action))) throw new Denied();
};

/** Locks the dictionaries of a tenant, so that no entry is placed below another that is being removed or moved. */
const lockDictionaries = (tx: Tx): Promise<unknown> =>
  tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`dict ${tx.tenantId}`]);

const fault = (path: DictField | 'parentId', message: Label): Invalid =>
  new Invalid([{ path, message }]);

/** Returns the fields of a row in the form that `judgeDictEntry` compares. */
const valuesOf = (row: DictRow): DictValues => ({
  code: row.code,
  dictKey: row.dictKey,
  dictValue: row.dictValue,
  dictValueEn: row.dictValueEn || null,
  sort: row.sort,
  isSealed: String(row.isSealed),
  synonyms: row.synonyms || null,
  remark: row.remark || null,
});

/** Input of a call: omitted values stay unchanged, a blank deletes a value. */
export type DictInput = Readonly<Partial<Record<DictField, string>>> & {
  readonly id?: string;
  readonly parentId?: string;
  readonly version?: number;
};

/** Reads the parent row of an entry; undefined for a dictionary. */
const parentFor = async (
  tx: Tx,
  stored: DictRow | undefined,
  given: DictInput,
): Promise<DictRow | undefined> => {
  const parentId = given.parentId ?? stored?.parentId ?? noParentId;
  if (parentId === noParentId) {
    if (stored && stored.parentId !== noParentId) throw fault('parentId', texts.elsewhere);
    return undefined;
  }
  const [parent] = await tx.query<DictRow>(`${rows} and e.id = $2`, [tx.tenantId, parentId]);
  if (!parent) throw fault('parentId', texts.noParent);
  if (!stored || stored.parentId === parentId) return parent;
  const wasDictionary = stored.parentId === noParentId;
  if (wasDictionary || parent.code !== stored.code) throw fault('parentId', texts.elsewhere);
  const above = await tx.query<{ id: string }>(
    `with recursive path as (
       select id, parent_id from dict_entry where tenant_id = $1 and id = $2
       union
       select e.id, e.parent_id from dict_entry e join path on path.parent_id = e.id
        where e.tenant_id = $1)
     select id from path`,
    [tx.tenantId, parentId],
  );
  if (above.some(({ id }) => id === stored.id)) throw fault('parentId', texts.circle);
  return parent;
};

/** @throws Invalid for a change of a fixed entry, and for a code and key that exist */
const assertCodeFree = async (
  tx: Tx,
  stored: DictRow | undefined,
  row: DictValues,
  parentId: string,
): Promise<void> => {
  const isDictionary = parentId === noParentId;
  if (stored) {
    const before = valuesOf(stored);
    const moved = (['code', 'dictKey'] as const).find((name) => before[name] !== row[name]);
    if (stored.builtIn && moved) throw fault(moved, texts.fixed);
    if (stored.builtIn && stored.parentId !== parentId) throw fault('parentId', texts.fixed);
    if (stored.hasChildren && moved === 'code') throw fault('code', texts.codeInUse);
  }
  const twins = await tx.query(
    `select 1 from dict_entry where tenant_id = $1 and code = $2 and dict_key = $3
       and is_deleted = 0 and id is distinct from $4::bigint`,
    [tx.tenantId, row.code, row.dictKey, stored?.id ?? null],
  );
  if (twins.length > 0) throw fault(isDictionary ? 'code' : 'dictKey', texts.taken);
};

const write = (
  tx: Tx,
  engine: Engine,
  actor: Actor,
  stored: DictRow | undefined,
  row: DictValues,
  parentId: string,
): string => {
  const id = stored?.id ?? engine.ids.next();
  const version = (stored?.version ?? 0) + 1;
  tx.send({
    sql: `insert into dict_entry (tenant_id, id, parent_id, code, dict_key, dict_value, dict_value_en,
       sort, is_sealed, remark, create_user, create_time, update_user, update_time, version, synonyms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $11, $12, $13, $14)
     on conflict (tenant_id, id) do update set parent_id = $3, code = $4, dict_key = $5,
       dict_value = $6, dict_value_en = $7, sort = $8, is_sealed = $9, remark = $10,
       update_user = $11, update_time = $12, version = $13, synonyms = $14`,
    parameters: [
      tx.tenantId,
      id,
      parentId === noParentId ? null : parentId,
      row.code,
      row.dictKey,
      row.dictValue,
      row.dictValueEn,
      row.sort,
      row.isSealed,
      row.remark,
      actor.id,
      engine.clock(),
      version,
      row.synonyms,
    ],
  });
  writeAuditEntry(tx, engine, actor, {
    resource: dictEntry,
    id,
    action: stored ? 'update' : 'create',
    version,
    changes: changesBetween(dictEntry, stored ? valuesOf(stored) : {}, row),
  });
  return id;
};

/**
 * Adds or changes a dictionary or an entry; an entry gets the code of its dictionary.
 * @param changed called after the commit
 * @returns the row id.
 * @throws Denied; Missing; Conflict for an old version, if given (ruling 14); Invalid
 */
export const saveDict = async (
  engine: Engine,
  actor: Actor,
  given: DictInput,
  changed: () => void,
): Promise<string> => {
  assertMayAct(actor, given.id === undefined ? 'add' : 'edit');
  return engine.database.transaction(actor.tenantId, async (tx) => {
    await lockDictionaries(tx);
    const stored = given.id === undefined ? undefined : await readDict(tx, given.id);
    const parent = await parentFor(tx, stored, given);
    const before = stored ? valuesOf(stored) : { isSealed: '0' };
    const { row, faults } = judgeDictEntry(
      before,
      parent ? { ...given, code: parent.code } : given,
      parent === undefined,
    );
    if (faults.length > 0) throw new Invalid(faults);
    if (stored && given.version !== undefined && given.version !== stored.version) {
      throw new Conflict(stored, changesBetween(dictEntry, row, valuesOf(stored)));
    }
    const parentId = parent?.id ?? noParentId;
    await assertCodeFree(tx, stored, row, parentId);
    await assertUnambiguousNames(tx, stored, row);
    if (stored && stored.dictKey !== row.dictKey) await retainRemovedKey(tx, engine, actor, stored);
    tx.afterCommit(changed);
    return write(tx, engine, actor, stored, row, parentId);
  });
};

/** Entry to save: an existing entry with the same key is changed, otherwise the entry is added. */
export interface DictEntryInput extends Omit<DictInput, 'id' | 'parentId' | 'version'> {
  readonly dictKey: string;
  /** Key of the parent entry; undefined for an entry directly below the dictionary. */
  readonly parentKey?: string | undefined;
}

/**
 * Adds and changes entries of a dictionary in one transaction. Reads all entries once under the lock, so that `choose`
 * decides on the entries that are stored at the time of writing.
 * @param choose returns the entries to save, parents before children
 * @param changed called after the commit
 * @throws Denied; Missing for a parent that does not exist; Invalid; errors of `choose`
 */
export const saveEntries = <E extends DictEntryInput>(
  engine: Engine,
  actor: Actor,
  code: string,
  choose: (standing: readonly DictRow[]) => readonly E[],
  changed: () => void,
): Promise<readonly E[]> =>
  engine.database.transaction(actor.tenantId, async (tx) => {
    await lockDictionaries(tx);
    const found = await tx.query<DictRow>(`${rows} and e.code = $2 order by e.sort, e.id`, [
      tx.tenantId,
      code,
    ]);
    const standing = new Map(found.map((row) => [row.dictKey, row]));
    const ids = new Map(found.map(({ dictKey, id }) => [dictKey, id]));
    const chosen = choose(found.filter(({ parentId }) => parentId !== noParentId));
    for (const { parentKey = dictionaryRoot, ...given } of chosen) {
      const stored = standing.get(given.dictKey);
      assertMayAct(actor, stored ? 'edit' : 'add');
      const parentId = stored?.parentId ?? ids.get(parentKey);
      if (parentId === undefined) throw new Missing();
      const before = stored ? valuesOf(stored) : { isSealed: '0' };
      const { row, faults } = judgeDictEntry(before, { ...given, code }, false);
      if (faults.length > 0) throw new Invalid(faults);
      ids.set(given.dictKey, write(tx, engine, actor, stored, row, parentId));
    }
    tx.afterCommit(changed);
    return chosen;
  });

/**
 * Removes dictionaries and entries in one transaction.
 * @throws Denied; Missing; Refused for rows shipped with the product and for rows with children
 */
export const removeDicts = async (
  engine: Engine,
  actor: Actor,
  ids: readonly string[],
  changed: () => void,
): Promise<void> => {
  assertMayAct(actor, 'delete');
  await engine.database.transaction(actor.tenantId, async (tx) => {
    await lockDictionaries(tx);
    const found = await tx.query<DictRow>(`${rows} and e.id = any($2)`, [tx.tenantId, ids]);
    if (found.length < new Set(ids).size) throw new Missing();
    for (const row of found) {
      const name = { name: row.dictValue };
      if (row.builtIn) throw new Refused(fill(texts.builtIn, name));
      if (row.hasChildren) throw new Refused(fill(texts.hasChildren, name));
    }
    await tx.query(
      `update dict_entry set is_deleted = 1, version = version + 1, update_user = $3,
         update_time = $4 where tenant_id = $1 and id = any($2)`,
      [tx.tenantId, ids, actor.id, engine.clock()],
    );
    for (const row of found) {
      writeAuditEntry(tx, engine, actor, {
        resource: dictEntry,
        id: row.id,
        action: 'remove',
        version: row.version + 1,
        changes: [],
      });
    }
    tx.afterCommit(changed);
  });
};
