import type { Validator } from '@keyan/kernel/definition/field/validator.ts';
import type { ActionGuard } from '@keyan/kernel/definition/life/actions.ts';
import type { ActionContext } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';

type Lines<Column extends string> = readonly { readonly [C in Column]: unknown }[] | null;

/** No two lines of a sub-table have the same value in this column; the message stands at the second. */
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

/** An action waits until a time that has passed is put right; `row[field]` is when something ends. */
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

/** Values of these fields of a record, for another one that has fields of the same names. */
export const pickValues = <Row extends object, Name extends keyof Row & string>(
  row: Row,
  ...names: readonly Name[]
): Pick<Row, Name> => Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
