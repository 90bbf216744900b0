import {
  DeleteOutlined,
  DownloadOutlined,
  FileImageOutlined,
  FileOutlined,
  FilePdfOutlined,
  FileTextOutlined,
  FileZipOutlined,
} from '@ant-design/icons';
import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import { Tooltip } from 'antd';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useLabel } from '../i18n/language.ts';
import { useDownload } from './FileView.tsx';
import './files.css';
import { sizeText } from './upload.ts';

const FilePreview = lazy(() => import('./FilePreview.tsx'));

const iconByExtension: Readonly<Record<string, ComponentType>> = {
  pdf: FilePdfOutlined,
  jpg: FileImageOutlined,
  jpeg: FileImageOutlined,
  png: FileImageOutlined,
  gif: FileImageOutlined,
  doc: FileTextOutlined,
  docx: FileTextOutlined,
  txt: FileTextOutlined,
  zip: FileZipOutlined,
  rar: FileZipOutlined,
  '7z': FileZipOutlined,
};

interface FileTileProps {
  readonly file: AttachedFile;
  /** Text beside the size: the category, if tiles of several categories are together. */
  readonly note?: string;
  /** Called by the remove button; absent if the file may not be removed. */
  readonly onRemove?: () => void;
}

/** Renders an attachment: name, size, 预览 for files that the page can show, download for others. */
export const FileTile = ({ file, note, onRemove }: FileTileProps) => {
  const label = useLabel();
  const download = useDownload();
  const [open, setOpen] = useState(false);
  const Icon = iconByExtension[file.suffix.toLowerCase()] ?? FileOutlined;
  return (
    <div className="ky-file">
      <span className="ky-file-icon" aria-hidden="true">
        <Icon />
      </span>
      <span className="ky-file-text">
        <span className="ky-file-name" title={file.name}>
          {file.name}
        </span>
        <span className="ky-note">
          {note && `${note} · `}
          {sizeText(file.size)}
        </span>
      </span>
      {file.preview && (
        <button type="button" className="ky-link ky-noprint" onClick={() => setOpen(true)}>
          {label(['预览', 'Preview'])}
        </button>
      )}
      <Tooltip title={label(['下载', 'Download'])}>
        <button
          type="button"
          className="ky-icon-button ky-noprint"
          aria-label={label([`下载 ${file.name}`, `Download ${file.name}`])}
          onClick={() => download(file)}
        >
          <DownloadOutlined />
        </button>
      </Tooltip>
      {onRemove && (
        <Tooltip title={label(['移除', 'Remove'])}>
          <button
            type="button"
            className="ky-icon-button"
            aria-label={label([`移除 ${file.name}`, `Remove ${file.name}`])}
            onClick={onRemove}
          >
            <DeleteOutlined />
          </button>
        </Tooltip>
      )}
      {open && (
        <Suspense>
          <FilePreview file={file} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
};
