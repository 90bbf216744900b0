import type { AttachedFile, FieldKind, FieldSpec } from '@keyan/kernel/definition/field.ts';
import { kinds } from '@keyan/kernel/definition/kinds.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { applies, isEmpty } from '@keyan/kernel/records/validate.ts';
import type { ComponentType } from 'react';
import { useAttachmentCategories } from '../data/attachmentCategories.ts';
import type { Values } from '../data/values.ts';
import { FileTile } from '../fields/FileTile.tsx';
import { ordinalOf } from '../fields/rows/lines.ts';
import { cells } from '../fields/values.tsx';
import { missingCategories, requiredCategories } from '../form-store/attachments.ts';
import { linesOf } from '../form-store/path.ts';
import { useLabel } from '../i18n/language.ts';
import type { Presentation } from '../presentation/present.ts';
import { fieldOf } from '../presentation/resources.tsx';
import type { DataColumn } from '../table/column.ts';
import { DataTable } from '../table/DataTable.tsx';

interface ReadBlockProps {
  readonly resource: Resource;
  readonly path: string;
  readonly spec: FieldSpec;
  readonly row: Values;
  readonly presentation: Presentation;
}

/** Texts of at most this length are names and numbers, which are not broken over lines. */
const shortText = 64;

const isLong = ({ kind, max = Number.POSITIVE_INFINITY }: FieldSpec): boolean =>
  ['text', 'note', 'rich'].includes(kind) && max > shortText;

/** A sub-table, read-only: the columns of the form that are filled in any line. */
const ReadRows = ({ path, spec, row, presentation }: ReadBlockProps) => {
  const label = useLabel();
  const fields = spec.fields ?? {};
  const lines = linesOf(row, path);
  const ordinal = ordinalOf(fields);
  const names = fieldOf(presentation, path).columns ?? Object.keys(fields);
  const columns = names.filter(
    (name) => name !== ordinal && lines.some((line) => !isEmpty(line[name])),
  );
  if (lines.length === 0) return <p className="ky-note">{label(['无', 'None'])}</p>;
  const shown = columns.flatMap((name): readonly DataColumn<Values>[] => {
    const field = fields[name];
    if (!field) return [];
    const { spec: column } = field;
    const Show = fieldOf(presentation, `${path}.${name}`).Cell ?? cells[column.kind];
    return [
      {
        key: name,
        head: column.label,
        align: kinds[column.kind].align,
        cell: (line) =>
          applies(field, line) && <Show name={name} spec={column} value={line[name]} row={line} />,
        cellAttributes: () => ({
          'data-label': label(column.label),
          'data-wraps': isLong(column) || undefined,
        }),
      },
    ];
  });
  const ordinalColumn: DataColumn<Values> = {
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

const filesOf = (row: Values, path: string): readonly AttachedFile[] =>
  (row[path] as readonly AttachedFile[] | null) ?? [];

/** Attachments to be read, each with the name of its category. */
const ReadFiles = ({ resource, spec, row, path }: ReadBlockProps) => {
  const label = useLabel();
  const files = filesOf(row, path);
  const { list: categories } = useAttachmentCategories(resource, spec);
  const nameOf = (code: string) => {
    const found = categories.find((each) => each.code === code);
    return found && label(found.label);
  };
  if (files.length === 0) return <p className="ky-note">{label(['无', 'None'])}</p>;
  return (
    <div className="ky-tiles">
      {files.map((file) => (
        <FileTile key={file.id} file={file} note={nameOf(file.catalog)} />
      ))}
    </div>
  );
};

/** Whether the required attachments are there. */
const FilesNote = ({ resource, spec, row, path }: ReadBlockProps) => {
  const label = useLabel();
  const wanted = requiredCategories(spec, row).length;
  if (wanted === 0 || resource.attachable?.(row as never) === false) return null;
  const lacking = missingCategories(spec, row, filesOf(row, path)).length;
  return (
    <span className="ky-note">
      {lacking === 0
        ? label([`必传 ${wanted} 类，已齐`, `${wanted} required, complete`])
        : label([`必传 ${wanted} 类，缺 ${lacking} 类`, `${wanted} required, ${lacking} missing`])}
    </span>
  );
};

interface ReadBlock {
  readonly Body: ComponentType<ReadBlockProps>;
  /** Beside the title of the section. */
  readonly Note?: ComponentType<ReadBlockProps>;
}

/** Kinds of field that are shown as a block of their own; all others are shown as text. */
export const readBlocks: Readonly<Partial<Record<FieldKind, ReadBlock>>> = {
  rows: { Body: ReadRows },
  files: { Body: ReadFiles, Note: FilesNote },
};
