import type { Database, Session } from '@keyan/engine/store/connection/database.ts';
import { LruCache } from '@keyan/engine/store/connection/lru-cache.ts';
import type {
  AffectedTenants,
  Notifications,
} from '@keyan/engine/store/connection/notifications.ts';
import type { DictionaryStore } from '@keyan/engine/store/dictionaries.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { withAliases } from '@keyan/engine/wire/inputs.ts';
import { type Dictionaries, tenantEdition } from '@keyan/kernel/values/dictionary.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import {
  type CodesInUse,
  chooseDictEndpoints,
  dictionaryInUse,
  readCodesInUse,
} from './choose-dict.server.ts';
import { dictEndpoints } from './dict.endpoints.server.ts';
import { dictionaryRoot } from './dict.ts';
import { type EditedEntries, editedEntriesFor, readEditedEntries } from './edited.server.ts';
import { familyNames } from './family-dictionaries.ts';
import { regionEndpoints } from './region.endpoints.server.ts';

/** Dictionary entry with the administrators' changes, as calls return it (ruling 18). */
export interface DictionaryEntry {
  readonly id: string;
  readonly tenantId: string;
  readonly parentId: string;
  readonly code: string;
  readonly dictKey: string;
  readonly dictValue: string;
  readonly dictValueEn: string;
  readonly sort: number;
  readonly remark: string;
  /** 1 if the entry is not offered for new records. */
  readonly isSealed: 0 | 1;
  /** True if new records may choose the entry: neither the entry nor an ancestor is sealed. */
  readonly offered: boolean;
  /** True for a heading of a tree, which cannot be chosen. */
  readonly heading: boolean;
  readonly hasChildren: boolean;
  readonly parentName: string;
  /** Aliases of dictValue and dictKey that the spec's lists use. */
  readonly title: string;
  readonly strKey: string;
}

/** Dictionary as tree pickers of BladeX clients read it. */
export interface DictionaryName {
  readonly id: string;
  readonly parentId: '0';
  readonly title: string;
  readonly key: string;
  readonly value: string;
  readonly hasChildren: false;
  readonly code: string;
}

/** Code with which BladeX clients request the list of all dictionaries. */
const everyDictionary = 'DICT';

interface Row {
  readonly id: string;
  readonly parent_id: string | null;
  readonly parent_name: string | null;
  readonly dict_key: string;
  readonly dict_value: string;
  readonly dict_value_en: string | null;
  readonly sort: number;
  readonly remark: string | null;
  readonly is_sealed: 0 | 1;
  readonly offered: boolean;
  readonly is_heading: 0 | 1;
  readonly has_children: boolean;
}

/** Returns the tenant of a cache key, which begins with the tenant id. */
const tenantOf = (key: string): string => key.split(' ', 1)[0] ?? '';

/** Dictionaries of all tenants, cached until the database announces a change. */
export class TenantDictionaries implements DictionaryStore {
  readonly #database: Database;
  readonly #notifications: Notifications;
  readonly #kept = new LruCache<string, Promise<readonly DictionaryEntry[]>>(1000);
  readonly #edited = new LruCache<string, Promise<EditedEntries>>(200);
  readonly #chosen = new LruCache<string, Promise<CodesInUse>>(200);

  constructor(database: Database, notifications: Notifications) {
    this.#database = database;
    this.#notifications = notifications;
    notifications.on('dictionary', () => this.forget());
    notifications.onGap((concerns) => this.forget(concerns));
  }

  /**
   * Drops cached dictionaries in the process that changed them; other processes do so at the notification of the
   * database.
   */
  forget(concerns: AffectedTenants = () => true): void {
    this.#kept.drop((_, key) => concerns(tenantOf(key)));
    this.#edited.drop((_, key) => concerns(tenantOf(key)));
    this.#chosen.drop((_, key) => concerns(tenantOf(key)));
  }

  /**
   * Returns every entry of a dictionary, sorted, sealed entries included; empty for an unknown code. A code of BladeX
   * is mapped to the product's dictionary.
   */
  entries(tenantId: string, code: string): Promise<readonly DictionaryEntry[]> {
    return this.#remember(this.#kept, `${tenantId} ${code}`, async () => {
      const meant = Object.hasOwn(familyNames, code) ? familyNames[code] : undefined;
      if (meant === undefined) return this.#read(tenantId, code);
      return (await this.#read(tenantId, meant)).map((entry) => ({ ...entry, code }));
    });
  }

  /** Returns every dictionary as a tree node. */
  names(tenantId: string): Promise<readonly DictionaryName[]> {
    return this.#database.read(tenantId, (session) =>
      session.query<DictionaryName>(
        `select id::text, '0' as "parentId", dict_value as title, id::text as key,
           id::text as value, false as "hasChildren", code
           from dict_entry
          where tenant_id = $1 and parent_id is null and is_deleted = 0
          order by sort, code`,
        [tenantId],
      ),
    );
  }

  async of(tenantId: string, session?: Session): Promise<Dictionaries> {
    const edited = await this.edited(tenantId, session);
    const chosen = await this.#inForms(tenantId, session);
    return (dict, form) => {
      const entries = edited.get(dict.key);
      const whole = entries ? tenantEdition(dict, entries) : dict;
      const used = form === undefined ? undefined : chosen.get(form)?.get(dict.key);
      return used ? dictionaryInUse(whole, used) : whole;
    };
  }

  /** Returns the entries that forms offer this year. */
  #inForms(tenantId: string, session?: Session): Promise<CodesInUse> {
    const now = new Date();
    const key = `${tenantId} ${dayText(now).slice(0, 4)}`;
    if (session) return this.#remembered(this.#chosen, key) ?? readCodesInUse(session, now);
    return this.#remember(this.#chosen, key, () =>
      this.#database.read(tenantId, (own) => readCodesInUse(own, now)),
    );
  }

  /**
   * Returns the dictionaries that administrators changed, and those of roles and posts; all others equal their
   * definition.
   */
  edited(tenantId: string, session?: Session): Promise<EditedEntries> {
    // A transaction may be rolled back, so its reads are never cached.
    if (session) return this.#remembered(this.#edited, tenantId) ?? readEditedEntries(session);
    return this.#remember(this.#edited, tenantId, () =>
      this.#database.read(tenantId, (own) => readEditedEntries(own)),
    );
  }

  #remembered<T>(kept: LruCache<string, Promise<T>>, key: string): Promise<T> | undefined {
    return this.#notifications.hears(tenantOf(key)) ? kept.get(key) : undefined;
  }

  /** Caches the promise before the read ends, so that a change announced meanwhile drops it. */
  #remember<T>(
    kept: LruCache<string, Promise<T>>,
    key: string,
    read: () => Promise<T>,
  ): Promise<T> {
    const known = this.#remembered(kept, key);
    if (known) return known;
    const found = read();
    kept.set(key, found);
    found.catch(() => kept.delete(key));
    return found;
  }

  async #read(tenantId: string, code: string): Promise<readonly DictionaryEntry[]> {
    const rows = await this.#database.read(tenantId, (session) =>
      session.query<Row>(
        `with recursive open as (
           select id, is_sealed = 0 as offered from dict_entry
            where tenant_id = $1 and code = $2 and is_deleted = 0 and parent_id is null
           union all
           select c.id, o.offered and c.is_sealed = 0 from dict_entry c join open o
               on c.tenant_id = $1 and c.parent_id = o.id and c.is_deleted = 0)
         select e.id, e.parent_id, p.dict_value as parent_name, e.dict_key, e.dict_value,
           e.dict_value_en, e.sort, e.remark, e.is_sealed, open.offered, e.is_heading,
           exists (select 1 from dict_entry c
             where c.tenant_id = e.tenant_id and c.parent_id = e.id and c.is_deleted = 0) as has_children
           from dict_entry e
           join open on open.id = e.id
           join dict_entry p on p.tenant_id = e.tenant_id and p.id = e.parent_id
          where e.tenant_id = $1 and e.code = $2 and e.is_deleted = 0 and e.dict_key <> $3
          order by e.sort, e.id`,
        [tenantId, code, dictionaryRoot],
      ),
    );
    return rows.map((row) => ({
      id: row.id,
      tenantId,
      parentId: row.parent_id ?? '0',
      code,
      dictKey: row.dict_key,
      dictValue: row.dict_value,
      dictValueEn: row.dict_value_en ?? '',
      sort: row.sort,
      remark: row.remark ?? '',
      isSealed: row.is_sealed,
      offered: row.offered,
      heading: row.is_heading === 1,
      hasChildren: row.has_children,
      parentName: row.parent_name ?? '',
      title: row.dict_value,
      strKey: row.dict_key,
    }));
  }
}

/** Entry with its children; `key` and `value` are read by BladeX tree pickers. */
interface EntryNode extends DictionaryEntry {
  readonly key: string;
  readonly value: string;
  readonly children?: readonly EntryNode[];
}

const treeOf = (entries: readonly DictionaryEntry[]): readonly EntryNode[] => {
  const ids = new Set(entries.map((entry) => entry.id));
  const byParent = Map.groupBy(entries, (entry) => entry.parentId);
  const node = (entry: DictionaryEntry): EntryNode => {
    const children = (byParent.get(entry.id) ?? []).map(node);
    return {
      ...entry,
      key: entry.id,
      value: entry.id,
      ...(children.length > 0 ? { children } : {}),
    };
  };
  return entries.filter((entry) => !ids.has(entry.parentId)).map(node);
};

const codes = (text: string): readonly string[] => text.split(',').filter((code) => code !== '');

const code = Type.String({ maxLength: 2000 });
const byKey = Type.Optional(Type.String({ maxLength: 2000, ...withAliases('key', 'strKey') }));
const optional = Type.Optional(Type.String({ maxLength: 2000 }));

/** Schema of `sealed`: `1` includes sealed entries. */
const sealed = Type.Optional(Type.String({ maxLength: 1 }));
const offered =
  (withSealed: string | undefined) =>
  (entry: DictionaryEntry): boolean =>
    withSealed === '1' || entry.offered;

/** Calls that return a whole dictionary as list or tree, and the edited dictionaries. */
const wholeEndpoints = (dictionaries: TenantDictionaries): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'blade-system/dict-biz/dictionary',
    aliases: ['blade-system/dict/dictionary', 'blade-system/dict-biz-ext/dictionary'],
    auth: 'user',
    summary: ['字典项', 'Entries of a dictionary'],
    input: Type.Object({ code, sealed }),
    run: async (input, { actor }) =>
      (await dictionaries.entries(actor.tenantId, input.code)).filter(offered(input.sealed)),
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/dict-biz/tree',
    aliases: [
      'blade-system/dict/tree',
      'blade-system/dict-biz/dictionary-tree',
      'blade-system/dict/dictionary-tree',
    ],
    auth: 'user',
    summary: ['字典项的树', 'Entries of a dictionary as a tree; with DICT all dictionaries'],
    input: Type.Object({ code, sealed }),
    run: async (input, { actor }) =>
      input.code === everyDictionary
        ? dictionaries.names(actor.tenantId)
        : treeOf(
            (await dictionaries.entries(actor.tenantId, input.code)).filter(offered(input.sealed)),
          ),
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/dict-biz-ext/edited',
    auth: 'user',
    summary: [
      '管理员改动过的字典',
      'Dictionaries that administrators changed: all entries of each, of a long one its revision',
    ],
    input: Type.Object({}),
    run: async (_input, { actor }) =>
      editedEntriesFor(actor, await dictionaries.edited(actor.tenantId)),
  }),
];

/** Calls that return one level of a dictionary, several dictionaries, or single keys. */
const partEndpoints = (dictionaries: TenantDictionaries): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'blade-system/dict-biz-ext/lazy-list',
    auth: 'user',
    summary: ['逐级展开字典', 'One level of a dictionary'],
    input: Type.Object({ code, parentId: optional, sealed }),
    run: async (input, { actor }) => {
      const entries = await dictionaries.entries(actor.tenantId, input.code);
      const ids = new Set(entries.map((entry) => entry.id));
      const top = input.parentId === undefined || input.parentId === '0';
      return entries
        .filter(offered(input.sealed))
        .filter((entry) => (top ? !ids.has(entry.parentId) : entry.parentId === input.parentId));
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/dict-biz-ext/dictionary-multi',
    auth: 'user',
    summary: ['多个字典的字典项', 'Entries of several dictionaries'],
    input: Type.Object({ code: optional, codes: optional, sealed }),
    run: async (input, { actor }) => {
      const wanted = codes(`${input.codes ?? ''},${input.code ?? ''}`).slice(0, 100);
      const found = await Promise.all(
        wanted.map((one) => dictionaries.entries(actor.tenantId, one)),
      );
      return found.flat().filter(offered(input.sealed));
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/dict-biz-ext/dict-by-key',
    auth: 'user',
    summary: ['按键值取字典项', 'Entries of a dictionary by key; all of them without one'],
    input: Type.Object({ code, dictKey: byKey, sealed }),
    run: async (input, { actor }) => {
      const keys = new Set(codes(input.dictKey ?? ''));
      const entries = await dictionaries.entries(actor.tenantId, input.code);
      // Names of single keys include sealed entries; lists to choose from do not.
      return entries.filter(
        keys.size > 0 ? ({ dictKey }) => keys.has(dictKey) : offered(input.sealed),
      );
    },
  }),
];

/** Calls that return dictionaries to every signed-in person; `dictEndpoints` edits them. */
export const dictionaryEndpoints = (dictionaries: TenantDictionaries): readonly Endpoint[] => [
  ...dictEndpoints(dictionaries),
  ...chooseDictEndpoints,
  ...wholeEndpoints(dictionaries),
  ...partEndpoints(dictionaries),
  ...regionEndpoints(dictionaries),
];
