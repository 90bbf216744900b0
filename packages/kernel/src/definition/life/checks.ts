import { fill, type Label } from '../../label.ts';
import type { RowLike } from '../../values/row.ts';
import type { AttachedFile } from '../field/categories.ts';
import type { Fields } from '../field/field.ts';

/** How a check turned out: nothing to say, look at it, wrong. */
export type CheckLevel = 'good' | 'warn' | 'bad';

/** Finding of a check, with its evidence in words. */
export interface CheckFinding {
  readonly level: CheckLevel;
  readonly text: Label;
  /** The record that shows it; only where the reader may open that. */
  readonly link?: { readonly resource: string; readonly id: string; readonly text: string };
}

/** Data that a check may use beside the row. */
export interface CheckMoment {
  /** Today in Asia/Shanghai, `yyyy-MM-dd`. */
  readonly today: string;
}

interface CheckShape {
  /** Within its resource. */
  readonly key: string;
  readonly label: Label;
  /** The fields that it judges: it says nothing to readers from whom one of them is hidden. */
  readonly fields: readonly string[];
}

/** Something that whoever handles a record would look up (核对结果). */
export type RecordCheck =
  /** Judged by the row alone; null where it has nothing to say. */
  | (CheckShape & {
      readonly is: 'row';
      readonly of: (row: RowLike, moment: CheckMoment) => CheckFinding | null;
    })
  /** Judged by the behaviour of the resource, which may ask the database. */
  | (CheckShape & { readonly is: 'supplied' });

/** A check of the row alone. The row is typed by whoever writes the check. */
export const rowCheck = <Row>(
  key: string,
  label: Label,
  fields: readonly (keyof Row & string)[],
  of: (row: Row, moment: CheckMoment) => CheckFinding | null,
): RecordCheck => ({
  is: 'row',
  key,
  label,
  fields,
  of: of as (row: RowLike) => CheckFinding | null,
});

/** A check that the behaviour answers under the same key. */
export const suppliedCheck = (
  key: string,
  label: Label,
  fields: readonly string[],
): RecordCheck => ({
  is: 'supplied',
  key,
  label,
  fields,
});

/** 附件: a file in each required category of the field, and how many there are. */
export const attachedCheck = (name: string, fields: Fields): RecordCheck => ({
  is: 'row',
  key: name,
  label: fields[name]?.spec.label ?? [name, name],
  fields: [name],
  of: (row) => {
    const field = fields[name];
    if (!field || (field.spec.when && !field.spec.when(row))) return null;
    const files = (row[name] ?? []) as readonly AttachedFile[];
    const missing = (field.spec.categories ?? []).filter(
      ({ code, required }) => required && !files.some(({ catalog }) => catalog === code),
    );
    if (missing.length > 0) {
      const named = (at: 0 | 1) => missing.map(({ label }) => label[at]);
      return {
        level: 'bad',
        text: [`缺${named(0).join('、')}`, `Missing: ${named(1).join(', ')}`],
      };
    }
    return {
      level: 'good',
      text: fill(['{n} 个文件，必传的都有', 'All required files are attached ({n})'], {
        n: files.length,
      }),
    };
  },
});

/** @throws Error at load for two checks of one key, or a field that the resource does not have. */
export const checkChecks = ({
  key,
  fields,
  checks = [],
}: {
  readonly key: string;
  readonly fields: Fields;
  readonly checks?: readonly RecordCheck[];
}): void => {
  const seen = new Set<string>();
  for (const check of checks) {
    if (seen.has(check.key)) throw new Error(`${key}: two checks are called ${check.key}`);
    seen.add(check.key);
    const missing = check.fields.find((name) => !Object.hasOwn(fields, name));
    if (missing) throw new Error(`${key}: the check ${check.key} judges ${missing}, no field`);
  }
};
