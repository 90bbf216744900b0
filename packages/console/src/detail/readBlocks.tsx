import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import type { FieldSpec, FieldType } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { ComponentType } from 'react';
import { useAttachmentCategories } from '../data/attachmentCategories.ts';
import { FileTile } from '../fields/FileTile.tsx';
import { ReadRows } from '../fields/rows/ReadRows.tsx';
import { missingCategories, requiredCategories } from '../form-store/attachments.ts';
import { useLabel } from '../i18n/language.ts';
import type { Presentation } from '../presentation/present.ts';

interface ReadBlockProps {
  readonly resource: Resource;
  readonly path: string;
  readonly spec: FieldSpec;
  readonly row: RowLike;
  readonly presentation: Presentation;
}

const filesOf = (row: RowLike, path: string): readonly AttachedFile[] =>
  (row[path] as readonly AttachedFile[] | null) ?? [];

/** Renders attachments read-only, each with the name of its category. */
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

/** Renders a note: whether the required attachments are present. */
const FilesNote = ({ resource, spec, row, path }: ReadBlockProps) => {
  const label = useLabel();
  const wanted = requiredCategories(spec, row).length;
  if (wanted === 0 || resource.attachable?.(row) === false) return null;
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
  /** Renders a note beside the title of the section. */
  readonly Note?: ComponentType<ReadBlockProps>;
}

/** Field types rendered as a block; all others are rendered as text. */
export const readOnlyBlocksByType: Readonly<Partial<Record<FieldType, ReadBlock>>> = {
  rows: { Body: ReadRows },
  files: { Body: ReadFiles, Note: FilesNote },
};
