import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fieldApplies } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { subTableLines } from '../../form-store/path.ts';
import { useLabel } from '../../i18n/language.ts';
import type { Presentation } from '../../presentation/present.ts';
import { fieldPresentation } from '../../presentation/resources.tsx';
import type { DataColumn } from '../../table/column.ts';
import { DataTable } from '../../table/DataTable.tsx';
import { MaskedText } from '../MaskedText.tsx';
import { cellByType } from '../values.tsx';
import { ordinalFieldOf } from './lines.ts';
import { readColumns } from './readColumns.ts';
import './rows.css';

interface ReadRowsProps {
  /** Resource of a stored record; readers with the right may unmask its values. */
  readonly resource?: Resource;
  readonly path: string;
  readonly spec: FieldSpec;
  readonly row: RowLike;
  readonly presentation: Presentation;
}

/** Maximum length of texts that are not wrapped: names and numbers. */
const shortText = 64;

const isLong = ({ type, max = Number.POSITIVE_INFINITY }: FieldSpec): boolean =>
  ['text', 'note', 'rich'].includes(type) && max > shortText;

/** Renders a sub-table read-only, without columns that are empty in every line. */
export const ReadRows = ({ resource, path, spec, row, presentation }: ReadRowsProps) => {
  const label = useLabel();
  const fields = spec.fields ?? {};
  const lines = subTableLines(row, path);
  const ordinal = ordinalFieldOf(fields);
  const names = fieldPresentation(presentation, path).columns ?? Object.keys(fields);
  const columns = readColumns(
    names.filter((name) => name !== ordinal),
    fields,
    lines,
  );
  if (lines.length === 0) return <p className="ky-note">{label(['无', 'None'])}</p>;
  const shown = columns.flatMap((name): readonly DataColumn<RowLike>[] => {
    const field = fields[name];
    if (!field) return [];
    const { spec: column } = field;
    const Show = fieldPresentation(presentation, `${path}.${name}`).Cell ?? cellByType[column.type];
    return [
      {
        key: name,
        head: column.label,
        align: fieldTypeTable[column.type].align,
        cell: (line) =>
          fieldApplies(field, line) &&
          (resource && row.id && line.id && column.masked && typeof line[name] === 'string' ? (
            <MaskedText
              resource={resource}
              id={String(row.id)}
              spec={column}
              path={`${path}.${line.id}.${name}`}
              value={line[name]}
            />
          ) : (
            <Show name={name} spec={column} value={line[name]} row={line} record={row} />
          )),
        cellAttributes: () => ({
          'data-label': label(column.label),
          'data-wraps': isLong(column) || undefined,
        }),
      },
    ];
  });
  const ordinalColumn: DataColumn<RowLike> = {
    key: ':ordinal',
    width: 56,
    head: (ordinal && fields[ordinal]?.spec.label) || ['序号', 'No.'],
    cell: (_line, { index }) => index + 1,
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
    <section className="ky-lines ky-lines-read" tabIndex={0} aria-label={label(spec.label)}>
      <DataTable
        frame="plain"
        rows={lines}
        columns={[ordinalColumn, ...shown]}
        keyOf={(line, index) => String(line.id ?? index)}
      />
    </section>
  );
};
