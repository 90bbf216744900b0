import type { AttachedFile } from '@keyan/kernel/definition/field.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useEffect } from 'react';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { useClient } from '../client/context.tsx';
import { ErrorPanel, SkeletonRows } from '../components/state.tsx';
import { useLabel } from '../i18n/language.ts';

interface FilePreviewProps {
  readonly file: AttachedFile;
  readonly onClose: () => void;
}

/** A file shown in the page: pdf in the browser's own viewer, pictures as pictures. */
const FilePreview = ({ file, onClose }: FilePreviewProps) => {
  const client = useClient();
  const label = useLabel();
  useFocusReturn();
  const {
    data: address,
    error,
    refetch,
  } = useQuery({
    queryKey: ['file', file.id],
    queryFn: async () => {
      const path = '/blade-resource/common/file/preview';
      const answer = await client.raw(path, { query: { url: file.id } });
      const json = answer.headers.get('Content-Type')?.includes('application/json');
      if (!answer.ok || json) {
        throw new Error(label([`【${file.name}】无法预览`, `${file.name} cannot be shown`]));
      }
      return URL.createObjectURL(await answer.blob());
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => () => (address ? URL.revokeObjectURL(address) : undefined), [address]);
  const download = () =>
    void client
      .download('/blade-resource/common/file/download', { url: file.id }, file.name)
      .catch(() => undefined);
  return (
    <Modal
      open
      centered
      width="min(1100px, 96vw)"
      title={file.name}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={download}>{label(['下载', 'Download'])}</Button>
          <Button onClick={onClose}>{label(['关闭', 'Close'])}</Button>
        </>
      }
    >
      <div className="ky-preview">
        {error ? (
          <ErrorPanel fault={error} onRetry={() => void refetch()} />
        ) : !address ? (
          <SkeletonRows />
        ) : file.suffix.toLowerCase() === 'pdf' ? (
          <iframe src={address} title={file.name} />
        ) : (
          <img src={address} alt={file.name} />
        )}
      </div>
    </Modal>
  );
};

export default FilePreview;
