import type { FieldSpec, Fields } from '@keyan/kernel/definition/field/field.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { maskText } from '@keyan/kernel/values/mask.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { personnelItem } from '../change-items.ts';
import { personnel } from '../personnel.ts';
import { differenceKindCodes } from './dictionaries.ts';

const fields: Fields = personnel.fields;

/**
 * Fields excluded from comparison: the staff number (the key), and fields that the university
 * decides.
 */
const left = new Set(['jobNum', 'account', 'isStatistics']);

/** Compared fields of a personnel file. */
export const comparedFields: readonly string[] = personnelItem.entries
  .map(({ code }) => code)
  .filter((name) => !left.has(name));

const specOf = (name: string): FieldSpec => {
  const spec = fields[name]?.spec;
  if (!spec) throw new Error(`a file has no ${name}`);
  return spec;
};

/** Row of a staff list. */
export interface ListedRow {
  /** Row number in the workbook. */
  readonly row: number;
  readonly input: RowLike;
}

/** Skipped row with the reason. */
export interface RowFault {
  readonly row: number;
  readonly message: Label;
}

/** Person on the list, with values in stored form. */
export interface ListedPerson {
  readonly jobNum: string;
  readonly values: RowLike;
}

/** Converts a row to stored values; empty cells are ignored. */
const listedOf = ({ row, input }: ListedRow): ListedPerson | RowFault => {
  const values: Record<string, unknown> = {};
  for (const name of [...comparedFields, 'jobNum']) {
    if (isEmpty(input[name])) continue;
    const spec = specOf(name);
    const read = fieldTypeTable[spec.type].parse(input[name], spec);
    if ('fault' in read) return { row, message: read.fault };
    values[name] = read.value;
  }
  const { jobNum } = values;
  return typeof jobNum === 'string'
    ? { jobNum, values }
    : { row, message: ['【工号】不能为空', 'Staff number must not be empty'] };
};

/** Normalised staff number, equal for spelling variants. */
export const staffNumberKey = (jobNum: string): string => jobNum.trim().toLowerCase();

/**
 * People of a list; rows with a duplicate number are all skipped, since it is unclear which is
 * right.
 */
export const readList = (
  rows: readonly ListedRow[],
): {
  readonly people: readonly ListedPerson[];
  readonly faults: readonly RowFault[];
  /** All staff numbers on the list, including those of skipped rows. */
  readonly numbers: ReadonlySet<string>;
} => {
  const read = rows.map((given) => ({ given, listed: listedOf(given) }));
  const rowsBy = new Map<string, number[]>();
  for (const { given, listed } of read) {
    const jobNum = 'jobNum' in listed ? listed.jobNum : given.input.jobNum;
    if (typeof jobNum !== 'string' || jobNum.trim() === '') continue;
    const key = staffNumberKey(jobNum);
    rowsBy.set(key, [...(rowsBy.get(key) ?? []), given.row]);
  }
  const people: ListedPerson[] = [];
  const faults: RowFault[] = [];
  for (const { given, listed } of read) {
    if ('message' in listed) {
      faults.push(listed);
      continue;
    }
    const others = (rowsBy.get(staffNumberKey(listed.jobNum)) ?? []).filter(
      (row) => row !== given.row,
    );
    if (others.length === 0) people.push(listed);
    else {
      faults.push({
        row: given.row,
        message: [
          `工号 ${listed.jobNum} 与第 ${others.join('、')} 行重复`,
          `Staff number ${listed.jobNum} is repeated in row ${others.join(', ')}`,
        ],
      });
    }
  }
  return { people, faults, numbers: new Set(rowsBy.keys()) };
};

/** Stored personnel file. */
export interface FiledPerson {
  readonly id: string;
  readonly jobNum: string;
  readonly name: string;
  readonly fkDeptId: string | null;
  readonly values: RowLike;
}

export interface FileDifference {
  readonly kind: (typeof differenceKindCodes)[keyof typeof differenceKindCodes];
  readonly jobNum: string;
  readonly name: string;
  readonly fkDeptId: string | null;
  readonly personnelId: string | null;
  readonly item: string | null;
  readonly before: unknown;
  /** New value of the item; for a new person, all values. */
  readonly after: unknown;
}

const same = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const changesOf = (filed: FiledPerson, { values }: ListedPerson): readonly FileDifference[] =>
  comparedFields.flatMap((item) =>
    isEmpty(values[item]) || same(filed.values[item], values[item])
      ? []
      : [
          {
            kind: differenceKindCodes.changed,
            jobNum: filed.jobNum,
            name: filed.name,
            fkDeptId: filed.fkDeptId,
            personnelId: filed.id,
            item,
            before: filed.values[item] ?? null,
            after: values[item],
          },
        ],
  );

/**
 * Differences between a staff list and the files.
 * @param isWhole true if people missing on the list have left; false if the list is partial
 */
export const differencesOf = (
  files: readonly FiledPerson[],
  { people, numbers }: Pick<ReturnType<typeof readList>, 'people' | 'numbers'>,
  isWhole: boolean,
): readonly FileDifference[] => {
  const byNumber = new Map(files.map((file) => [staffNumberKey(file.jobNum), file]));
  const known = people.flatMap((listed) => {
    const filed = byNumber.get(staffNumberKey(listed.jobNum));
    if (filed) return changesOf(filed, listed);
    const { name, fkDeptId } = listed.values;
    return [
      {
        kind: differenceKindCodes.added,
        jobNum: listed.jobNum,
        name: String(name ?? ''),
        fkDeptId: typeof fkDeptId === 'string' ? fkDeptId : null,
        personnelId: null,
        item: null,
        before: null,
        after: listed.values,
      },
    ];
  });
  const gone = files.filter(
    ({ jobNum, values }) => values.zzzt === '1' && !numbers.has(staffNumberKey(jobNum)),
  );
  const missing = gone.map(({ id, jobNum, name, fkDeptId }) => ({
    kind: differenceKindCodes.missing,
    jobNum,
    name,
    fkDeptId,
    personnelId: id,
    item: 'zzzt',
    before: '1',
    after: '0',
  }));
  return [...known, ...(isWhole ? missing : [])];
};

/** Value as lists show it: masked, without secret fields. */
export const valueAsListed = (
  item: string,
  value: unknown,
  departments: ReadonlyMap<string, string>,
): string => {
  if (isEmpty(value)) return '';
  const spec = specOf(item);
  const text = String(value);
  if (spec.secret !== undefined) return '***';
  if (spec.masked !== undefined) return maskText(text);
  if (spec.type === 'ref') return departments.get(text) ?? text;
  const entry = spec.dictionary && entryOf(spec.dictionary, text);
  return (entry ? entry.label[0] : text).slice(0, 500);
};
