import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { type DraftValues, withNames } from '../form/typing.ts';
import type { FormStore } from '../form-store/store.ts';
import { changedFields } from './changedFields.ts';

/** Comment that an assignee types on a task, outside React so that it can be stored as a draft. */
export interface CommentStore {
  text(): string;
  write(text: string): void;
  /** Attachments of the comment. */
  files(): readonly AttachedFile[];
  attach(file: AttachedFile): void;
  /** Replaces the comment. */
  become(text: string, files: readonly AttachedFile[]): void;
  detach(id: string): void;
  /** Number of changes to text and attachments; 0 before the first. */
  changes(): number;
  /** Marks the task as completed: no draft is stored any more. */
  settle(): void;
  settled(): boolean;
  subscribe(changed: () => void): () => void;
}

export const createCommentStore = (): CommentStore => {
  const listeners = new Set<() => void>();
  let text = '';
  let files: readonly AttachedFile[] = [];
  let changes = 0;
  let settled = false;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const changed = () => {
    changes += 1;
    tell();
  };
  return {
    text: () => text,
    write(next) {
      text = next;
      changed();
    },
    files: () => files,
    attach(file) {
      files = [...files, file];
      changed();
    },
    become(nextText, nextFiles) {
      text = nextText;
      files = nextFiles;
      changed();
    },
    detach(id) {
      files = files.filter((file) => file.id !== id);
      changed();
    },
    changes: () => changes,
    settle() {
      settled = true;
      tell();
    },
    settled: () => settled,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};

interface StoredTaskForm {
  /** Text of the comment; named `opinion` as in older stored drafts. */
  readonly opinion: string;
  readonly files?: readonly AttachedFile[];
  /** Changed fields of the step, with the names of codes and references. */
  readonly fields?: RowLike;
  /** Version of the record in which the fields were changed. */
  readonly version: unknown;
}

export interface TaskForm {
  readonly comment: CommentStore;
  readonly form: FormStore;
  readonly editable: readonly string[];
  /** Title of the draft. */
  readonly title: string;
  /** Called if the fields were changed in an outdated version: they are not restored. */
  readonly onOutdated: () => void;
}

/**
 * Returns the comment and the changed fields of a step as form drafts store them (rulings 26, 40).
 */
export const typingOfTask = (handled: TaskForm): DraftValues<StoredTaskForm> => {
  const { comment, form, editable, title, onOutdated } = handled;
  return {
    changes: () => (comment.settled() ? 0 : comment.changes() + form.state().changes),
    subscribe(changed) {
      const undo = [comment.subscribe(changed), form.subscribe(changed)];
      return () => {
        for (const each of undo) each();
      };
    },
    taken() {
      const changed = Object.keys(changedFields(form, editable) ?? {});
      const files = comment.files();
      const empty = comment.text().trim() === '' && files.length === 0;
      if (empty && changed.length === 0) return undefined;
      const { values } = form.state();
      const fields = withNames(values, changed);
      const { version } = form.stored();
      return { title, values: { opinion: comment.text(), files, fields, version } };
    },
    fill(kept) {
      const { fields = {}, files = [], version } = kept;
      comment.become(kept.opinion, files);
      const isOutdated = version !== form.stored().version && Object.keys(fields).length > 0;
      if (isOutdated) onOutdated();
      // A field changed here but absent from the draft gets its stored value.
      const own = Object.keys(changedFields(form, editable) ?? {});
      const next = { ...withNames(form.stored(), own), ...(isOutdated ? {} : fields) };
      if (Object.keys(next).length > 0) form.fill(next);
    },
  };
};
