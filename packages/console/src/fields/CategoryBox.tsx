import { PlusOutlined, UploadOutlined } from '@ant-design/icons';
import type {
  AttachedFile,
  AttachmentCategory,
} from '@keyan/kernel/definition/field/categories.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Button } from 'antd';
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';
import { useLabel } from '../i18n/language.ts';
import { FileTiles } from './FileTiles.tsx';
import type { FileTransfer, FormTransfers } from './transfers.ts';
import { defaultMaxMegabytes } from './upload.ts';

interface CategoryBoxProps {
  readonly category: AttachmentCategory;
  readonly files: readonly AttachedFile[];
  readonly transfers: readonly FileTransfer[];
  readonly queue: FormTransfers;
  /** True if the attachments are invalid; a required category without a file is then marked. */
  readonly faulty: boolean;
  readonly onAdd: (files: readonly File[]) => void;
  readonly onRemove: (file: AttachedFile) => void;
}

/** Returns the label that says whether a category of files is required, optional, or written by the program. */
const ruleOf = ({ required, drawn }: AttachmentCategory): Label => {
  if (!required) return ['选传', 'Optional'];
  return drawn ? ['必传，未传时自动生成', 'Required, else written'] : ['必传', 'Required'];
};

/** Renders how to add files to an empty category. */
const DropHint = ({ category }: { readonly category: AttachmentCategory }) => {
  const label = useLabel();
  const { megabytes = defaultMaxMegabytes, required, drawn } = category;
  return (
    <p className="ky-category-hint">
      {required &&
        drawn &&
        label([
          '提交时系统按填报内容生成；也可自行上传：',
          'Written from this form when you submit, or your own: ',
        ])}
      {label([
        `把文件拖到这里，粘贴，或点“上传”；单个不超过 ${megabytes} MB`,
        `Drop or paste files here, or press Upload; at most ${megabytes} MB each`,
      ])}
    </p>
  );
};

/** Renders an attachment category: files are chosen, dropped or pasted. */
export const CategoryBox = (props: CategoryBoxProps) => {
  const { category, files, transfers, queue, faulty, onAdd, onRemove } = props;
  const label = useLabel();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent, inside: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(inside);
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onAdd(pasted);
  };
  const count = files.length + transfers.length;
  const { required, drawn = false } = category;
  const lacking = required && !drawn && files.length === 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are short cuts for the button inside
    <div
      className="ky-category"
      data-over={over || undefined}
      data-faulty={(faulty && lacking) || undefined}
      // A click makes the category the target of a paste; the keyboard reaches the button inside.
      tabIndex={-1}
      onPaste={paste}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        onAdd([...event.dataTransfer.files]);
      }}
    >
      <div className="ky-category-head">
        <span className="ky-label">
          {required && !drawn && <b aria-hidden="true">*</b>}
          {label(category.label)}
        </span>
        <span className="ky-note">
          {label(ruleOf(category))}
          {lacking && label(['，缺 1 份', ', 1 missing'])}
        </span>
        <Button
          size="small"
          icon={count === 0 ? <UploadOutlined /> : <PlusOutlined />}
          disabled={count >= category.limit}
          aria-label={label([`上传${category.label[0]}`, `Upload: ${category.label[1]}`])}
          onClick={() => input.current?.click()}
        >
          {label(['上传', 'Upload'])}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          data-category={category.code}
          onChange={(event) => {
            onAdd([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </div>
      {count === 0 ? (
        <DropHint category={category} />
      ) : (
        <div className="ky-tiles">
          <FileTiles files={files} transfers={transfers} queue={queue} onRemove={onRemove} />
        </div>
      )}
    </div>
  );
};
