import {
  type AttachedFile,
  type AttachmentCategory,
  categoriesFor,
} from '@keyan/kernel/definition/field/categories.ts';
import { fill } from '@keyan/kernel/label.ts';
import { App } from 'antd';
import { type ClipboardEvent, type ReactNode, useEffect, useMemo } from 'react';
import { Glyph } from '../components/Glyph.tsx';
import { toast } from '../components/toast.ts';
import { useAttachmentCategories } from '../data/attachmentCategories.ts';
import { faultAt, useForm } from '../form-store/store.ts';
import { useLabel } from '../i18n/language.ts';
import type { FormPartProps } from '../presentation/present.ts';
import { CategoryBox } from './CategoryBox.tsx';
import './files.css';
import { admitFiles, nextCategory, uploadTexts } from './upload.ts';
import { filesOfForm, useTransfers } from './useTransfers.ts';

const none: readonly AttachedFile[] = [];

/** Renders a warning or an error above the attachments. */
const Note = ({ children, error = false }: { children: ReactNode; error?: boolean }) => (
  <p className={error ? 'ky-files-closed ky-fault-text' : 'ky-files-closed'} role="alert">
    <Glyph name="warning" tone={error ? 'error' : 'warning'} />
    {children}
  </p>
);

/** Returns the files of a form field, with functions to add and remove. */
const useFiles = ({ form, path }: FormPartProps) => {
  const label = useLabel();
  const { modal } = App.useApp();
  const files = useForm(form, (state) => (state.values[path] as AttachedFile[] | null) ?? none);
  const [queue, transfers] = useTransfers(form, path);
  return {
    files,
    queue,
    transfers,
    add(list: readonly File[], category: AttachmentCategory) {
      const waiting = transfers.filter((each) => each.catalog === category.code).length;
      const present = files.filter((file) => file.catalog === category.code).length + waiting;
      const { accepted, refusals } = admitFiles(list, category, present);
      for (const refusal of refusals) toast.warning(refusal);
      queue.add(accepted, category.code);
    },
    async remove(file: AttachedFile) {
      const sure = await modal.confirm({
        title: label(fill(uploadTexts.remove, { name: file.name })),
        okText: label(['移除', 'Remove']),
        cancelText: label(['取消', 'Cancel']),
        okButtonProps: { danger: true },
      });
      if (!sure) return;
      form.set(
        path,
        filesOfForm(form, path).filter((each) => each.id !== file.id),
      );
      toast.success(uploadTexts.removed);
    },
  };
};

/**
 * Returns the attachment categories of the record in the form; existing files of a removed category
 * keep it.
 */
const useCategories = ({ form, path }: FormPartProps, files: readonly AttachedFile[]) => {
  const { spec } = form.resource.fields[path] ?? {};
  const inForce = useAttachmentCategories(form.resource, spec);
  const codes = useForm(form, ({ values }) =>
    JSON.stringify(
      categoriesFor(inForce.list, spec?.categories ?? [], values).map(({ code, required }) => [
        code,
        required,
      ]),
    ),
  );
  const list = useMemo(() => {
    const known = new Map(JSON.parse(codes) as [code: string, required: boolean][]);
    return inForce.list.flatMap((category) => {
      const required = known.get(category.code);
      const { drawn = false } = spec?.categories?.find(({ code }) => code === category.code) ?? {};
      if (required !== undefined) return [{ ...category, required, drawn }];
      const isHeld = files.some(({ catalog }) => catalog === category.code);
      return isHeld ? [{ ...category, required: false }] : [];
    });
  }, [codes, files, inForce.list, spec]);
  return { ...inForce, list };
};

/**
 * Renders the attachments of a form by category: choose, drop or paste. A failed upload can be
 * resumed.
 */
export const FilesBlock = ({ form, path }: FormPartProps) => {
  const label = useLabel();
  const allowed = useForm(form, (state) => form.resource.attachable?.(state.values) !== false);
  const fault = useForm(form, (state) => faultAt(state, path));
  const { files, queue, transfers, add, remove } = useFiles({ form, path });
  const categories = useCategories({ form, path }, files);

  useEffect(() => {
    if (categories.failed) toast.error(uploadTexts.offline);
  }, [categories.failed]);

  const paste = (event: ClipboardEvent) => {
    const target = nextCategory(categories.list, files);
    const pasted = [...event.clipboardData.files];
    if (!target || pasted.length === 0) return;
    event.preventDefault();
    add(pasted, target);
  };

  if (!allowed) {
    return (
      <p className="ky-files-closed">
        <Glyph name="warning" tone="warning" />
        {label([
          '涉密记录不得上传附件，也不要求附件',
          'A classified record takes no attachments, and none is required',
        ])}
      </p>
    );
  }
  const going = transfers.filter(({ state }) => state === 'sending' || state === 'waiting').length;
  return (
    <div className="ky-files" onPaste={paste}>
      {categories.failed && (
        <Note>
          {label(uploadTexts.offline)}
          <button type="button" className="ky-link" onClick={categories.retry}>
            {label(['重试', 'Retry'])}
          </button>
        </Note>
      )}
      {fault && <Note error>{label(fault.message)}</Note>}
      {categories.list.map((category) => (
        <CategoryBox
          key={category.code}
          category={category}
          files={files.filter((file) => file.catalog === category.code)}
          transfers={transfers.filter((each) => each.catalog === category.code)}
          queue={queue}
          faulty={fault !== undefined}
          onAdd={(list) => add(list, category)}
          onRemove={(file) => void remove(file)}
        />
      ))}
      <p className="ky-sr" role="status">
        {going > 0 && label([`正在上传 ${going} 个文件`, `Uploading files: ${going}`])}
      </p>
    </div>
  );
};
