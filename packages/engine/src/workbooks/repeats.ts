import type { Actor } from '@keyan/kernel/access/actor.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import { explainsDuplicate, uniqueKey } from '@keyan/kernel/definition/field/unique.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { CellFault } from '@keyan/kernel/wire/workbooks.ts';
import { createYielder } from '../base/yielding.ts';
import type { Engine } from '../engine.ts';
import { foldCase } from './cell.ts';
import { cellOfFault } from './placed.ts';
import type { SheetRecord } from './read.ts';
import type { SameBy } from './standing.ts';

// Repetitions: rows with an equal unique value are a fault; rows that look alike are a note.

/** Reduces a title to lower-case letters and digits, without what people vary. */
const essence = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Returns the value as the record would store it, so that `1,200` and `1200.00` are equal. */
const storedText = ({ fields }: Resource, name: string, row: RowLike): string | null => {
  const value = row[name];
  const spec = fields[name]?.spec;
  if (isEmpty(value) || typeof value === 'object' || !spec) return null;
  const parsed = fieldTypeTable[spec.type].parse(value, spec);
  return 'value' in parsed && parsed.value !== null ? String(parsed.value) : null;
};

type KeyOf = (row: RowLike) => string | null;

/** Joins these values to one key; null if one of them is empty. */
const joinedKey =
  (resource: Resource, names: readonly string[]): KeyOf =>
  (row) => {
    const texts = names.map((name) => storedText(resource, name, row));
    if (texts.includes(null)) return null;
    const spelled = texts.map((text, at) =>
      (names[at] === resource.title ? essence : foldCase)(text ?? ''),
    );
    return spelled.every((text) => text === '') ? null : spelled.join('\n');
  };

/** Returns the keys by which rows are the same record: fields that the definition declares unique or identifying. */
const sameKeys = (resource: Resource): readonly { name: string; keyOf: KeyOf }[] => {
  const { fields, identity = [], distinct = [] } = resource;
  return [
    ...Object.entries(fields).flatMap(([name, { spec }]) =>
      spec.unique
        ? [
            {
              name,
              keyOf: (row: RowLike) =>
                explainsDuplicate(spec, row) ? null : uniqueKey(spec, name, row),
            },
          ]
        : [],
    ),
    ...[...identity, ...distinct].map((names) => ({
      name: names[0] ?? '',
      keyOf: joinedKey(resource, names),
    })),
  ];
};

const sameRow: Label = ['与第 {row} 行重复', 'Same as row {row}'];
const likeRow: Label = [
  '与第 {row} 行的{names}相同，请核对是否重复',
  'Same {names} as row {row}: check whether it is a duplicate',
];
const likeStored: Label = [
  '与已有记录的{names}相同（{count} 条），请核对是否重复导入',
  'Existing records with the same {names}: {count}. Check whether this is a duplicate',
];

/** Returns the fields by which two records look alike; by default the title. */
const likenessOf = ({ likeness, title }: Resource): readonly string[] => likeness ?? [title];

const namesOf = (resource: Resource): Label => {
  const labels = likenessOf(resource).map(
    (name): Label => resource.fields[name]?.spec.label ?? [name, name],
  );
  return [
    labels.map(([zh]) => `【${zh}】`).join('、'),
    labels.map(([, en]) => en.toLowerCase()).join(', '),
  ];
};

/** Repetitions among rows of one workbook, by the later row. */
interface Repeats {
  readonly faults: ReadonlyMap<number, CellFault>;
  readonly notes: ReadonlyMap<number, Label>;
}

/**
 * Rows that repeat an earlier row of the workbook, and rows that look like one.
 * @param sameBy fields by which rows are one record, beside those of the definition
 */
export const repeatFindings = async (
  resource: Resource,
  records: readonly SheetRecord[],
  sameBy: SameBy = [],
): Promise<Repeats> => {
  const giveWay = createYielder();
  /** Calls `found` for each record whose key equals that of an earlier one, with the earlier row number. */
  const each = async (keyOf: KeyOf, found: (record: SheetRecord, row: number) => void) => {
    const seen = new Map<string, number>();
    for (const record of records) {
      const key = keyOf(record.input);
      const first = key === null ? undefined : seen.get(key);
      if (first !== undefined) found(record, first);
      else if (key !== null) seen.set(key, record.row);
      await giveWay();
    }
  };
  const faults = new Map<number, CellFault>();
  const distinct = [...(resource.distinct ?? []), ...sameBy];
  for (const { name, keyOf } of sameKeys({ ...resource, distinct })) {
    await each(keyOf, (record, row) => {
      faults.set(record.row, cellOfFault(resource, record, name, fill(sameRow, { row })));
    });
  }
  const notes = new Map<number, Label>();
  const names = namesOf(resource);
  await each(joinedKey(resource, likenessOf(resource)), (record, row) => {
    if (!faults.has(record.row)) notes.set(record.row, fill(likeRow, { row, names }));
  });
  return { faults, notes };
};

/** Number of concurrent queries about stored records. */
const atOnce = 4;

/**
 * Finds rows that look like stored records which the actor may read, by the fields of the definition. Money that is
 * imported twice is noticed before it is counted twice.
 */
export const duplicatesOfStored = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  records: readonly SheetRecord[],
): Promise<ReadonlyMap<number, Label>> => {
  const notes = new Map<number, Label>();
  const { likeness } = resource;
  if (!likeness) return notes;
  const open = [...records];
  const names = namesOf(resource);
  const work = async (): Promise<void> => {
    for (let next = open.pop(); next; next = open.pop()) {
      const { row, input } = next;
      const values = likeness.map((field) => ({
        field,
        operator: 'equals' as const,
        value: storedText(resource, field, input),
      }));
      if (values.some(({ value }) => value === null)) continue;
      const asked = { where: values, sort: [], page: 1, size: 1, fields: [resource.title] };
      const { total } = await engine.as(actor).list(resource, asked);
      if (total > 0) notes.set(row, fill(likeStored, { names, count: total }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return notes;
};
