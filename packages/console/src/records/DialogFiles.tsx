import type {
  AttachedFile,
  AttachmentCategory,
} from '@keyan/kernel/definition/field/categories.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { useEffect, useRef } from 'react';
import { Glyph } from '../components/Glyph.tsx';
import { toast } from '../components/toast.ts';
import { CategoryBox } from '../fields/CategoryBox.tsx';
import '../fields/files.css';
import { admitFiles } from '../fields/upload.ts';
import { useFileQueue } from '../fields/useTransfers.ts';

interface DialogFilesProps {
  readonly resource: Resource;
  readonly spec: FieldSpec;
  readonly files: readonly AttachedFile[];
  readonly fault: string | undefined;
  readonly onChange: (files: readonly AttachedFile[]) => void;
  /** Called with true when uploads begin, and with false when the last has ended. */
  readonly onSending: (sending: boolean) => void;
}

/** Renders the attachments that an action's dialog adds to a record, by category. */
export const DialogFiles = (props: DialogFilesProps) => {
  const { resource, spec, files, fault, onChange, onSending } = props;
  const { categories = [] } = spec;
  // Several uploads may end before the dialog renders again.
  const latest = useRef(files);
  const change = (next: readonly AttachedFile[]) => {
    latest.current = next;
    onChange(next);
  };
  const [queue, transfers] = useFileQueue(() => ({
    destination: { resource: resource.key },
    arrived: (file, { catalog }) => change([...latest.current, { ...file, catalog }]),
  }));
  const sending = transfers.length > 0;
  useEffect(() => onSending(sending), [sending, onSending]);

  const add = (list: readonly File[], category: AttachmentCategory) => {
    const there = [...files, ...transfers].filter(({ catalog }) => catalog === category.code);
    const { accepted, refusals } = admitFiles(list, category, there.length);
    for (const refusal of refusals) toast.warning(refusal);
    queue.add(accepted, category.code);
  };
  return (
    <div className="ky-files">
      {fault && (
        <p className="ky-files-closed ky-fault-text" role="alert">
          <Glyph name="warning" tone="error" />
          {fault}
        </p>
      )}
      {categories.map((category) => (
        <CategoryBox
          key={category.code}
          category={category}
          files={files.filter(({ catalog }) => catalog === category.code)}
          transfers={transfers.filter(({ catalog }) => catalog === category.code)}
          queue={queue}
          faulty={fault !== undefined}
          onAdd={(list) => add(list, category)}
          onRemove={(file) => change(files.filter(({ id }) => id !== file.id))}
        />
      ))}
    </div>
  );
};
