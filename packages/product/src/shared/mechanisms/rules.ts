import type { Validator } from '@keyan/kernel/definition/field/validator.ts';
import type { ActionGuard } from '@keyan/kernel/definition/life/actions.ts';
import type { ActionContext } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';

type Lines<Column extends string> = readonly { readonly [C in Column]: unknown }[] | null;

/** Validator that values of a sub-table column are unique; the fault is at the second. */
export const noRepeatedValue = <Rows extends string, Column extends string>(
  rows: Rows,
  column: Column,
  message: Label,
): Validator<{ readonly [R in Rows]: Lines<Column> }, Rows> => ({
  fields: [rows],
  check: (row) => {
    const values = (row[rows] ?? []).map((line) => line[column]);
    const again = values.findIndex((one, at) => one !== null && values.indexOf(one) < at);
    return again < 0 ? null : [{ path: `${rows}.${again}.${column}`, message }];
  },
});

/** Guard that refuses an action after the time in a field, until the field is corrected. */
export const notAfterEnd = <Name extends string>(
  field: Name,
  message: Label,
): ActionGuard<{ readonly [N in Name]: string | null }, Name, ActionContext> => ({
  fields: [field],
  check: (row, { now }) => {
    const end = row[field];
    return end !== null && end <= now ? message : null;
  },
});

/** Values of the named fields, for another record with equally named fields. */
export const pickValues = <Row extends object, Name extends keyof Row & string>(
  row: Row,
  ...names: readonly Name[]
): Pick<Row, Name> => Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
