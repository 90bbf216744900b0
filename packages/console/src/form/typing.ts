import type { Storable } from '@keyan/kernel/stored.ts';
import type { FormStore } from './store.ts';

/** Whatever is being typed on a page, as far as keeping a draft of it goes. */
export interface Typing<T = unknown> {
  /** Counts changes by the person; 0 means that nothing here is theirs. */
  changes(): number;
  /** Calls back after every change. Returns the undo. */
  subscribe(changed: () => void): () => void;
  /** What is there to be kept, or undefined where all of it was taken back. */
  taken(): { readonly title: string; readonly values: T } | undefined;
  /** Goes on with what was kept. */
  fill(values: T): void;
}

interface KeptForm {
  readonly values: Readonly<Record<string, unknown>>;
  /** The version that was being changed; another one may have been stored since. */
  readonly version: number | null;
}

/**
 * A form as something that is typed.
 * @param fallback what the draft is called as long as the record has no title
 */
export const typingOf = (form: FormStore, fallback: string): Typing<KeptForm> => ({
  changes: () => form.state().changes,
  subscribe: form.subscribe,
  taken() {
    const { values } = form.state();
    const { version } = form.stored();
    return {
      title: String(values[form.resource.title] ?? '').trim() || fallback,
      values: { values, version: typeof version === 'number' ? version : null },
    };
  },
  fill: ({ values }) => form.fill(values),
});

/** What is kept is what the wire and the browser's storage take: JSON. */
export const asStorable = (values: unknown): Storable => values as Storable;
