import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import { fill } from '@keyan/kernel/label.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useClient } from '../client/context.tsx';
import { toast } from '../components/toast.ts';
import { fileSendingOf, type UploadDestination } from '../data/sending.ts';
import type { FormStore } from '../form-store/store.ts';
import { createTransfers, type FileTransfer, type FormTransfers } from './transfers.ts';
import { uploadTexts } from './upload.ts';

/** Returns the current attachments of a form. */
export const filesOfForm = (form: FormStore, path: string): readonly AttachedFile[] =>
  (form.state().values[path] as readonly AttachedFile[] | null) ?? [];

/** Target of uploads in a form. */
interface Receiver {
  readonly destination: Omit<UploadDestination, 'catalog'>;
  readonly arrived: (file: AttachedFile, transfer: FileTransfer) => void;
  /** Called when the first upload begins. Returns the function to call when the last has ended. */
  readonly busy?: () => () => void;
}

/** Returns the upload queue of a target; the target is created once. */
export const useFileQueue = (
  receiver: () => Receiver,
): readonly [queue: FormTransfers, list: readonly FileTransfer[]] => {
  const client = useClient();
  const [queue] = useState(() => {
    const { destination, arrived, busy } = receiver();
    const created = createTransfers({
      begin: (file, catalog) => fileSendingOf(client, file, { ...destination, catalog }),
      arrived: (file, transfer) => {
        arrived(file, transfer);
        toast.success(fill(uploadTexts.done, { name: transfer.name }));
      },
      failed: ({ name }) => toast.error(fill(uploadTexts.failed, { name })),
    });
    let idle: (() => void) | undefined;
    created.subscribe(() => {
      if (created.list().length > 0) idle ??= busy?.();
      else {
        idle?.();
        idle = undefined;
      }
    });
    return created;
  });
  useEffect(() => {
    window.addEventListener('online', queue.online);
    return () => window.removeEventListener('online', queue.online);
  }, [queue]);
  return [queue, useSyncExternalStore(queue.subscribe, queue.list)];
};

/**
 * Returns the uploads of a form's attachments. An uploaded file enters the form; the form cannot be
 * submitted until every upload has ended or is removed. Saving the form assigns the files to the
 * record.
 */
export const useTransfers = (form: FormStore, path: string) =>
  useFileQueue(() => ({
    destination: { resource: form.resource.key },
    arrived: (file, { catalog }) =>
      // Other files may have been added meanwhile: read the list now.
      form.set(path, [...filesOfForm(form, path), { ...file, catalog }]),
    busy: () => form.block(uploadTexts.unfinished),
  }));
