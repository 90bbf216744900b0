import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useClient } from '../client/context.tsx';
import { ErrorPanel, SkeletonRows } from '../components/state.tsx';
import { useLabel } from '../i18n/language.ts';
import './files.css';

/** Returns a function that downloads a file; the client shows a failure. */
export const useDownload = () => {
  const client = useClient();
  return (file: AttachedFile): void =>
    void client
      .download('/blade-resource/common/file/download', { url: file.id }, file.name)
      .catch(() => undefined);
};

/** Loaded with the first PDF. */
const PdfView = lazy(() => import('./pdf/PdfView.tsx'));

/** Renders a picture, at most as wide as its container. */
const Picture = ({ file, name }: { readonly file: Blob; readonly name: string }) => {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return <img src={address} alt={name} />;
};

/** Renders the content of a file: the pages of a PDF, or a picture. */
export const FileView = ({ file }: { readonly file: AttachedFile }) => {
  const client = useClient();
  const label = useLabel();
  const { data, error, refetch } = useQuery({
    queryKey: ['file', file.id],
    queryFn: async () => {
      const path = '/blade-resource/common/file/preview';
      const answer = await client.raw(path, { query: { url: file.id } });
      const json = answer.headers.get('Content-Type')?.includes('application/json');
      if (!answer.ok || json) {
        throw new Error(label([`【${file.name}】无法预览`, `${file.name} cannot be shown`]));
      }
      return answer.blob();
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className="ky-preview">
      {error ? (
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows />
      ) : file.suffix.toLowerCase() === 'pdf' ? (
        <Suspense fallback={<SkeletonRows />}>
          <PdfView file={data} name={file.name} />
        </Suspense>
      ) : (
        <Picture file={data} name={file.name} />
      )}
    </div>
  );
};
