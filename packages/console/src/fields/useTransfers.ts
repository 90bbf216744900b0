import type { AttachedFile } from '@keyan/kernel/field.ts';
import { fill } from '@keyan/kernel/label.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useClient } from '../client/context.tsx';
import { toast } from '../components/toast.ts';
import { sendingOf } from '../data/sending.ts';
import type { FormStore } from '../form/store.ts';
import { createTransfers, type Transfer, type Transfers } from './transfers.ts';
import { uploadTexts } from './upload.ts';

/** The files of a form's attachments, as they are now. */
export const filesAt = (form: FormStore, path: string): readonly AttachedFile[] =>
  (form.state().values[path] as readonly AttachedFile[] | null) ?? [];

/**
 * The files that a form sends to its attachments. What arrives enters the form; until the last is
 * there or put away, the form is not submitted.
 */
export const useTransfers = (
  form: FormStore,
  path: string,
): readonly [queue: Transfers, list: readonly Transfer[]] => {
  const client = useClient();
  const [queue] = useState(() => {
    const created = createTransfers({
      begin: (file, catalog) => {
        const { id } = form.stored();
        const businessId = typeof id === 'string' ? { businessId: id } : {};
        return sendingOf(client, file, { catalog, resource: form.resource.key, ...businessId });
      },
      arrived: (file, { catalog, name }) => {
        // Other files may have arrived meanwhile: the list is read now, not when sending began.
        form.set(path, [...filesAt(form, path), { ...file, catalog }]);
        toast.success(fill(uploadTexts.done, { name }));
      },
      failed: ({ name }) => toast.error(fill(uploadTexts.failed, { name })),
    });
    let release: (() => void) | undefined;
    created.subscribe(() => {
      if (created.list().length > 0) release ??= form.hold(uploadTexts.unfinished);
      else {
        release?.();
        release = undefined;
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
