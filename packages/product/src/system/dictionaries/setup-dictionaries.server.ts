import type { Tx } from '@keyan/engine/store/connection/database.ts';
import type { Ids } from '@keyan/engine/store/schema/ids.ts';
import type { Dictionary, Entry } from '@keyan/kernel/values/dictionary.ts';
import { assignedIdOf, assignIds, columnArrays } from '../../shared/mechanisms/bulk.server.ts';
import { dictionaryRoot } from './dict.ts';

interface EntryRow {
  readonly code: string;
  readonly key: string;
  readonly parent: string | null;
  readonly value: string;
  readonly english: string;
  readonly sort: number;
  readonly heading: 0 | 1;
  readonly remark: string | null;
}

const entryRows = (code: string, entries: readonly Entry[], parent: string): readonly EntryRow[] =>
  entries.flatMap((entry, index) => [
    {
      code,
      key: entry.code,
      parent,
      value: entry.label[0],
      english: entry.label[1],
      sort: index + 1,
      heading: entry.heading ? 1 : 0,
      remark: entry.remark ?? null,
    },
    ...entryRows(code, entry.children ?? [], entry.code),
  ]);

/** Updates unedited entries to the product's current names, also after an upgrade. */
const followDefinitions = (tx: Tx, rows: readonly EntryRow[]): Promise<unknown> =>
  tx.query(
    `update dict_entry e
        set dict_value = d.value, dict_value_en = d.english, sort = d.sort, is_heading = d.heading,
          remark = d.remark
       from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::smallint[],
         $8::text[]) as d (code, key, value, english, sort, heading, remark)
      where e.tenant_id = $1 and e.code = d.code and e.dict_key = d.key and e.is_deleted = 0
        and e.create_user = 0 and e.update_user = 0
        and (e.dict_value, e.dict_value_en, e.sort, e.is_heading, e.remark)
          is distinct from (d.value, d.english, d.sort, d.heading, d.remark)`,
    [
      tx.tenantId,
      ...columnArrays(rows, ['code', 'key', 'value', 'english', 'sort', 'heading', 'remark']),
    ],
  );

/** Adds missing entries of the shipped dictionaries; entries that administrators edited remain unchanged. */
export const addDictionaries = async (
  tx: Tx,
  ids: Ids,
  dictionaries: Iterable<Dictionary>,
): Promise<void> => {
  const rows = [...dictionaries].flatMap((dict, index): readonly EntryRow[] => [
    {
      code: dict.key,
      key: dictionaryRoot,
      parent: null,
      value: dict.label[0],
      english: dict.label[1],
      sort: index + 1,
      heading: 1,
      remark: null,
    },
    ...entryRows(dict.key, dict.entries, dictionaryRoot),
  ]);
  await followDefinitions(tx, rows);
  const name = (code: string, key: string): string => `${code} ${key}`;
  const known = await tx.query<{ code: string; id: string }>(
    `select code || ' ' || dict_key as code, id from dict_entry
      where tenant_id = $1 and is_deleted = 0`,
    [tx.tenantId],
  );
  const placed = assignIds(
    rows.map((row) => name(row.code, row.key)),
    known,
    ids,
  );
  const added = rows
    .filter((row) => placed.added.has(name(row.code, row.key)))
    .map((row) => ({
      ...row,
      id: assignedIdOf(placed, name(row.code, row.key)),
      parent: row.parent === null ? null : assignedIdOf(placed, name(row.code, row.parent)),
    }));
  if (added.length === 0) return;
  await tx.query(
    `insert into dict_entry
       (tenant_id, id, parent_id, code, dict_key, dict_value, dict_value_en, sort, is_heading,
        remark)
     select $1, * from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[],
       $7::text[], $8::int[], $9::smallint[], $10::text[])`,
    [
      tx.tenantId,
      ...columnArrays(added, [
        'id',
        'parent',
        'code',
        'key',
        'value',
        'english',
        'sort',
        'heading',
        'remark',
      ]),
    ],
  );
};
