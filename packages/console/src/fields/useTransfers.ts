import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import { fill } from '@keyan/kernel/label.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useClient } from '../client/context.tsx';
import { toast } from '../components/toast.ts';
import { fileSendingOf, type UploadDestination } from '../data/sending.ts';
import type { FormStore } from '../form-store/store.ts';
import { createTransfers, type FileTransfer, type FormTransfers } from './transfers.ts';
import { uploadTexts } from './upload.ts';

/** The files of a form's attachments, as they are now. */
export const filesOfForm = (form: FormStore, path: string): readonly AttachedFile[] =>
  (form.state().values[path] as readonly AttachedFile[] | null) ?? [];

/** Receiver of files. */
interface Receiver {
  readonly destination: Omit<UploadDestination, 'catalog'>;
  readonly arrived: (file: AttachedFile, transfer: FileTransfer) => void;
  /** Called when the first upload begins. Returns the function to call when the last has ended. */
  readonly busy?: () => () => void;
}

/** Files on their way to a receiver, which is asked for once. */
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
 * The files that a form sends to its attachments. What arrives enters the form; until the last is
 * there or put away, the form is not submitted. The form names its files itself when it is saved,
 * so that none is said to be for the record before.
 */
export const useTransfers = (form: FormStore, path: string) =>
  useFileQueue(() => ({
    destination: { resource: form.resource.key },
    arrived: (file, { catalog }) =>
      // Other files may have arrived meanwhile: the list is read now, not when sending began.
      form.set(path, [...filesOfForm(form, path), { ...file, catalog }]),
    busy: () => form.block(uploadTexts.unfinished),
  }));
