import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { CellFault } from '@keyan/kernel/wire/workbooks.ts';
import type { SheetRecord } from './read.ts';

/** Returns the label of a field by its path: `authors.0.name`. */
export const labelOfPath = (resource: Resource, path: string): Label => {
  const [name = '', , inner] = path.split('.');
  const field = resource.fields[name];
  return (
    (inner ? field?.spec.fields?.[inner]?.spec.label : undefined) ??
    field?.spec.label ?? [path, path]
  );
};

/** Returns the cell of the workbook to which a fault of the record belongs. */
export const cellOfFault = (
  resource: Resource,
  record: SheetRecord,
  path: string,
  message: Label,
): CellFault => {
  const [name = '', index] = path.split('.');
  const line = index === undefined ? undefined : record.lines[name]?.[Number(index)];
  const sheet =
    line === undefined ? resource.label : (resource.fields[name]?.spec.label ?? resource.label);
  return {
    sheet: sheet[0],
    row: line ?? record.row,
    path,
    field: labelOfPath(resource, path),
    message,
  };
};
