import { attachmentCategory } from '@keyan/kernel/definition/field/categories.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { useSyncExternalStore } from 'react';
import { toast } from '../components/toast.ts';
import { admitFiles, uploadTexts } from '../fields/upload.ts';
import { useFileQueue } from '../fields/useTransfers.ts';
import type { FormStore } from '../form-store/store.ts';
import type { CommentStore } from './commentStore.ts';

/** Attachment category of a comment's files: the server's default. */
const category = attachmentCategory('', ['意见附件', 'Comment attachments'], { limit: 10 });

/** Returns the attachments of a comment. A running upload blocks the decision. */
export const useCommentFiles = (resource: Resource, comment: CommentStore, form: FormStore) => {
  const files = useSyncExternalStore(comment.subscribe, comment.files);
  const [queue, transfers] = useFileQueue(() => ({
    destination: { catalog: category.code, resource: resource.key },
    arrived: (file) => comment.attach(file),
    busy: () => form.block(uploadTexts.unfinished),
  }));
  return {
    files,
    transfers,
    queue,
    add: (list: readonly File[]) => {
      const { accepted, refusals } = admitFiles(list, category, files.length + transfers.length);
      for (const refusal of refusals) toast.warning(refusal);
      queue.add(accepted, category.code);
    },
    remove: comment.detach,
  };
};

export type CommentFileList = ReturnType<typeof useCommentFiles>;
