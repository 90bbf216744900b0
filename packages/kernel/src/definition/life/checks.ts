import { fill, type Label } from '../../label.ts';
import type { RowLike } from '../../values/row.ts';
import type { AttachedFile } from '../field/categories.ts';
import type { Fields } from '../field/field.ts';

/** Result level of a check: fine, doubtful, wrong. */
export type CheckLevel = 'good' | 'warn' | 'bad';

/** Result of a check, with its evidence as text. */
export interface CheckFinding {
  readonly level: CheckLevel;
  readonly text: Label;
  /** Record that is the evidence; omitted if the reader may not open it. */
  readonly link?: { readonly resource: string; readonly id: string; readonly text: string };
}

/** Data for a check besides the row. */
export interface CheckMoment {
  /** Current date in Asia/Shanghai, `yyyy-MM-dd`. */
  readonly today: string;
}

interface CheckShape {
  /** Key of the check within its resource. */
  readonly key: string;
  readonly label: Label;
  /** Fields that the check reads: it is hidden from readers who may not see one of them. */
  readonly fields: readonly string[];
}

/** Check that people who handle a record would otherwise make by hand (核对结果). */
export type RecordCheck =
  /** Check of the row alone; returns null if it does not apply. */
  | (CheckShape & {
      readonly is: 'row';
      readonly of: (row: RowLike, moment: CheckMoment) => CheckFinding | null;
    })
  /** Check by the behaviour of the resource on the server, which may query the database. */
  | (CheckShape & { readonly is: 'supplied' });

/** Declares a check of the row alone, with the type of the row given by the caller. */
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

/** Declares a check that the behaviour implements under the same key. */
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

/**
 * Declares the check 附件: a file in each required category of the field, and the number of files.
 */
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

/**
 * Checks the checks of a resource. @throws Error for two checks with one key, or an unknown field.
 */
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
