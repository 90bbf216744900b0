import { copiesThroughReference } from '@keyan/kernel/definition/field/copies.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { unknownBalances } from './balances.ts';
import { subTableLines } from './path.ts';
import { normalisedRow } from './row.ts';

/** Returns the value of a copied field; copied lines become new lines without ids. */
const copiedFieldValue = ({ fields }: Resource, copy: string, given: RowLike): RowLike[string] => {
  const { type, fields: lines = {} } = fields[copy]?.spec ?? {};
  if (type !== 'rows') return given[copy];
  return subTableLines(given, copy).map(({ id: _id, ...line }) => normalisedRow(lines, line));
};

/**
 * Returns the values that change with a reference: copies of the chosen record, from `more` of the
 * picker's response, and the fields that start as one of these copies. The copies are empty if no
 * record is chosen.
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
            [name, copiedFieldValue(resource, beginsAs, more)],
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
