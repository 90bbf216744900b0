import { copiesThroughReference } from '@keyan/kernel/definition/field/copies.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { unknownBalances } from './balances.ts';
import { subTableLines } from './path.ts';
import { normalisedRow } from './row.ts';

/** The value of a copy for another field: lines become new ones. */
const anew = ({ fields }: Resource, copy: string, given: RowLike): RowLike[string] => {
  const { type, fields: lines = {} } = fields[copy]?.spec ?? {};
  if (type !== 'rows') return given[copy];
  return subTableLines(given, copy).map(({ id: _id, ...line }) => normalisedRow(lines, line));
};

/**
 * Values that a reference gives when it changes: copies of the record that was chosen, with `more` as its picker
 * answered, and the fields that begin as one of them. Without a record the copies are empty.
 */
export const copiedValues = (
  resource: Resource,
  reference: string,
  more: RowLike = {},
): RowLike => {
  const copies = copiesThroughReference(resource, reference);
  const empty = copies.flatMap((name) => [
    [name, null],
    [`${name}Name`, ''],
  ]);
  const begun = Object.entries(resource.fields).flatMap(
    ([
      name,
      {
        spec: { beginsAs = '' },
      },
    ]) =>
      copies.includes(beginsAs) && !isEmpty(more[beginsAs])
        ? [
            [name, anew(resource, beginsAs, more)],
            [`${name}Name`, more[`${beginsAs}Name`] ?? ''],
          ]
        : [],
  );
  return {
    ...unknownBalances(resource.fields, reference),
    ...Object.fromEntries(empty),
    ...more,
    ...Object.fromEntries(begun),
  };
};
