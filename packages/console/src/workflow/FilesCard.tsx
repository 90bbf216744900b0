import { DownloadOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Button, Select, Tooltip } from 'antd';
import { type ReactNode, useState } from 'react';
import { Card } from '../components/Page.tsx';
import { useAttachmentCategories } from '../data/attachmentCategories.ts';
import { FileView, useDownload } from '../fields/FileView.tsx';
import { sizeText } from '../fields/upload.ts';
import { useLabel } from '../i18n/language.ts';
import { preferences } from '../storage/preferences.ts';

/**
 * Returns true if the user shows files beside the fields: the default, until the user hides them.
 */
const opensFiles = (): boolean => preferences.get<boolean>('files-beside') ?? true;

/** Returns whether files are shown beside the fields, and the function that switches it. */
export const useFilesPanel = () => {
  const [open, setOpen] = useState(opensFiles);
  return {
    open,
    toggle() {
      preferences.set('files-beside', !open);
      setOpen(!open);
    },
  };
};

/** Returns the attachments of a record, field by field, in the order of its form. */
export const filesIn = (resource: Resource, row: RowLike): readonly AttachedFile[] =>
  Object.entries(resource.fields).flatMap(([name, { spec }]) =>
    spec.type === 'files' ? ((row[name] as readonly AttachedFile[] | null) ?? []) : [],
  );

interface FilesBarProps {
  readonly files: readonly AttachedFile[];
  readonly at: number;
  readonly nameOf: (file: AttachedFile) => string;
  readonly onChoose: (at: number) => void;
}

/** Renders the name of the visible file, with buttons for the previous and the next one. */
const FilesBar = ({ files, at, nameOf, onChoose }: FilesBarProps) => {
  const label = useLabel();
  const download = useDownload();
  const file = files[at];
  const step = (by: number, icon: ReactNode, name: Label) =>
    files.length > 1 && (
      <Tooltip title={label(name)}>
        <Button
          size="small"
          icon={icon}
          aria-label={label(name)}
          onClick={() => onChoose((at + by + files.length) % files.length)}
        />
      </Tooltip>
    );
  return (
    <div className="ky-files-bar">
      {step(-1, <LeftOutlined />, ['上一个附件', 'Previous file'])}
      <Select
        size="small"
        className="ky-files-choice"
        aria-label={label(['附件', 'File'])}
        value={at}
        onChange={onChoose}
        options={files.map((one, index) => ({ value: index, label: nameOf(one) }))}
      />
      {step(1, <RightOutlined />, ['下一个附件', 'Next file'])}
      {file && (
        <Tooltip title={label(['下载', 'Download'])}>
          <Button
            size="small"
            icon={<DownloadOutlined />}
            aria-label={label([`下载 ${file.name}`, `Download ${file.name}`])}
            onClick={() => download(file)}
          />
        </Tooltip>
      )}
    </div>
  );
};

interface FilesCardProps {
  readonly resource: Resource;
  readonly files: readonly AttachedFile[];
  readonly open: boolean;
  /** Shows or hides the files; if absent, they are always shown. */
  readonly onToggle?: () => void;
}

/** Renders 附件 beside the fields or instead of them: one file visible, the others one click away. */
export const FilesCard = ({ resource, files, open, onToggle }: FilesCardProps) => {
  const label = useLabel();
  const field = Object.values(resource.fields).find(({ spec }) => spec.type === 'files');
  const { list } = useAttachmentCategories(resource, field?.spec);
  const shown = files.findIndex(({ preview }) => preview);
  const [at, setAt] = useState(Math.max(0, shown));
  const file = files[at];
  if (!file) return null;
  const nameOf = ({ name, catalog, size }: AttachedFile): string => {
    const category = list.find(({ code }) => code === catalog);
    return [name, category && label(category.label), sizeText(size)].filter(Boolean).join(' · ');
  };
  return (
    <Card
      className="ky-files-beside ky-noprint"
      title={label(['附件', 'Files'])}
      count={files.length}
      extra={
        onToggle && (
          <button type="button" className="ky-link" aria-expanded={open} onClick={onToggle}>
            {label(open ? ['收起', 'Hide'] : ['对照查看', 'Compare side by side'])}
          </button>
        )
      }
    >
      {open && <FilesBar files={files} at={at} nameOf={nameOf} onChoose={setAt} />}
      {open && file.preview && <FileView key={file.id} file={file} />}
      {open && !file.preview && (
        <p className="ky-note">
          {label([
            '此类文件请下载后查看',
            'This type of file cannot be previewed; download it to read it',
          ])}
        </p>
      )}
    </Card>
  );
};
