import type { Engine } from '@keyan/engine/engine.ts';
import type { Tx } from '@keyan/engine/store/connection/database.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { type DictRow, type DictValues, synonymsOf } from './dict.ts';

const shared: Label = [
  '同义词“{name}”与字典项【{other}】重复，无法识别是哪一项',
  'The other name “{name}” is also that of the entry {other}; it would be ambiguous',
];

/** @throws Invalid for a synonym that another entry of the dictionary has: imports could not decide between the two */
export const assertUnambiguousNames = async (
  tx: Tx,
  stored: DictRow | undefined,
  row: DictValues,
): Promise<void> => {
  const names = synonymsOf(row.synonyms as string | null);
  if (names.length === 0) return;
  const others = await tx.query<{ value: string; english: string | null; also: string | null }>(
    `select dict_value as value, dict_value_en as english, synonyms as also from dict_entry
      where tenant_id = $1 and code = $2 and is_deleted = 0 and id is distinct from $3::bigint`,
    [tx.tenantId, row.code, stored?.id ?? null],
  );
  for (const { value, english, also } of others) {
    const taken = new Set([value, english ?? value, ...synonymsOf(also)]);
    const name = names.find((one) => taken.has(one));
    if (name) {
      throw new Invalid([{ path: 'synonyms', message: fill(shared, { name, other: value }) }]);
    }
  }
};

/** Stores the former key of an entry with its name as that of a removed entry, since records may contain the key. */
export const retainRemovedKey = (
  tx: Tx,
  engine: Engine,
  actor: Actor,
  entry: DictRow,
): Promise<unknown> =>
  tx.query(
    `insert into dict_entry (tenant_id, id, parent_id, code, dict_key, dict_value, dict_value_en,
       sort, is_heading, synonyms, is_deleted, create_user, create_time, update_user, update_time)
     select tenant_id, $3, parent_id, code, dict_key, dict_value, dict_value_en, sort, is_heading, synonyms, 1,
       create_user, create_time, $4, $5 from dict_entry where tenant_id = $1 and id = $2`,
    [tx.tenantId, entry.id, engine.ids.next(), actor.id, engine.clock()],
  );
