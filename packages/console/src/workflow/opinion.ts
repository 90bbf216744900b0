import type { FormStore } from '../form/store.ts';
import type { Typing } from '../form/typing.ts';
import type { Values } from '../shared/present.ts';
import { changedForm } from './useHandling.ts';

/** What a handler writes about a task: outside React, so that a draft of it can be kept. */
export interface Opinion {
  text(): string;
  write(text: string): void;
  /** Counts what was written; 0 before the first letter. */
  changes(): number;
  /** The task is dealt with: nothing of it is worth keeping any more. */
  settle(): void;
  settled(): boolean;
  subscribe(changed: () => void): () => void;
}

export const createOpinion = (): Opinion => {
  const listeners = new Set<() => void>();
  let text = '';
  let changes = 0;
  let settled = false;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    text: () => text,
    write(next) {
      text = next;
      changes += 1;
      tell();
    },
    changes: () => changes,
    settle() {
      settled = true;
      tell();
    },
    settled: () => settled,
    subscribe(changed) {
      listeners.add(changed);
      return () => {
        listeners.delete(changed);
      };
    },
  };
};

interface KeptHandling {
  readonly opinion: string;
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
      if (opinion.text().trim() === '' && changed.length === 0) return undefined;
      const { values } = form.state();
      const fields = Object.fromEntries(
        changed.flatMap((name) => [
          [name, values[name]],
          [`${name}Name`, values[`${name}Name`]],
        ]),
      );
      return { title, values: { opinion: opinion.text(), fields, version: form.stored().version } };
    },
    fill(kept) {
      opinion.write(kept.opinion);
      if (!kept.fields || Object.keys(kept.fields).length === 0) return;
      if (kept.version === form.stored().version) form.fill(kept.fields);
      else onOutdated();
    },
  };
};
