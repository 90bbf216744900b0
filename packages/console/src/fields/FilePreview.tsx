import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import { Button, Modal } from 'antd';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { useLabel } from '../i18n/language.ts';
import { FileView, useDownload } from './FileView.tsx';

interface FilePreviewProps {
  readonly file: AttachedFile;
  readonly onClose: () => void;
}

/** Renders a file in a dialog. */
const FilePreview = ({ file, onClose }: FilePreviewProps) => {
  const label = useLabel();
  const download = useDownload();
  useFocusReturn();
  return (
    <Modal
      open
      centered
      width="min(1100px, 96vw)"
      title={file.name}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={() => download(file)}>{label(['下载', 'Download'])}</Button>
          <Button onClick={onClose}>{label(['关闭', 'Close'])}</Button>
        </>
      }
    >
      <FileView file={file} />
    </Modal>
  );
};

export default FilePreview;
