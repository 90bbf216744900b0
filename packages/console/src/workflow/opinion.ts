import type { AttachedFile } from '@keyan/kernel/field.ts';
import type { Values } from '../data/values.ts';
import { type Typing, withNames } from '../form/typing.ts';
import type { FormStore } from '../form-store/store.ts';
import { changedForm } from './useHandling.ts';

/** What a handler writes about a task: outside React, so that a draft of it can be kept. */
export interface Opinion {
  text(): string;
  write(text: string): void;
  /** Files that go with it. */
  files(): readonly AttachedFile[];
  attach(file: AttachedFile): void;
  /** Takes another opinion in its place. */
  become(text: string, files: readonly AttachedFile[]): void;
  detach(id: string): void;
  /** Counts what was written and attached; 0 before the first of it. */
  changes(): number;
  /** The task is dealt with: nothing of it is worth keeping any more. */
  settle(): void;
  settled(): boolean;
  subscribe(changed: () => void): () => void;
}

export const createOpinion = (): Opinion => {
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

interface KeptHandling {
  readonly opinion: string;
  readonly files?: readonly AttachedFile[];
  /** Changed fields of the step, with the names that stand beside codes and references. */
  readonly fields?: Values;
  /** The version of the record that they were changed from. */
  readonly version: unknown;
}

export interface Handled {
  readonly opinion: Opinion;
  readonly form: FormStore;
  readonly editable: readonly string[];
  /** What the draft is called. */
  readonly title: string;
  /** Fields were changed from a version that is no more: they are not filled in. */
  readonly onOutdated: () => void;
}

/** The opinion and the changed fields of a step as something that is typed (decisions 26, 40). */
export const typingOfTask = (handled: Handled): Typing<KeptHandling> => {
  const { opinion, form, editable, title, onOutdated } = handled;
  return {
    changes: () => (opinion.settled() ? 0 : opinion.changes() + form.state().changes),
    subscribe(changed) {
      const undo = [opinion.subscribe(changed), form.subscribe(changed)];
      return () => {
        for (const each of undo) each();
      };
    },
    taken() {
      const changed = Object.keys(changedForm(form, editable) ?? {});
      const files = opinion.files();
      const empty = opinion.text().trim() === '' && files.length === 0;
      if (empty && changed.length === 0) return undefined;
      const { values } = form.state();
      const fields = withNames(values, changed);
      const { version } = form.stored();
      return { title, values: { opinion: opinion.text(), files, fields, version } };
    },
    fill(kept) {
      const { fields = {}, files = [], version } = kept;
      opinion.become(kept.opinion, files);
      const isOutdated = version !== form.stored().version && Object.keys(fields).length > 0;
      if (isOutdated) onOutdated();
      // What was changed here and is not among them is as it was stored.
      const own = Object.keys(changedForm(form, editable) ?? {});
      const next = { ...withNames(form.stored(), own), ...(isOutdated ? {} : fields) };
      if (Object.keys(next).length > 0) form.fill(next);
    },
  };
};
