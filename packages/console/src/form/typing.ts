import { changesBetween } from '@keyan/kernel/diff.ts';
import type { Storable } from '@keyan/kernel/stored.ts';
import type { Values } from '../data/values.ts';
import { normalised } from '../form-store/row.ts';
import type { FormStore } from '../form-store/store.ts';

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
  /** The fields that were changed. */
  readonly values: Values;
  /** The version that was being changed; another one may have been stored since. */
  readonly version: unknown;
}

/** Some fields of a row, with the names that stand beside codes and references. */
export const withNames = (values: Values, fields: readonly string[]): Values =>
  Object.fromEntries(
    fields
      .flatMap((field) => [field, `${field}Name`])
      .flatMap((name) => (name in values ? [[name, values[name]]] : [])),
  );

interface TypedForm {
  readonly form: FormStore;
  /** What the draft is called as long as the record has no title. */
  readonly fallback: string;
  /** The fields were changed from a version that is no more; what others changed since stands. */
  readonly onOutdated: () => void;
}

/** What the person changed: neither blanks where nothing stood, nor what follows by itself. */
const changedIn = ({ resource, state, stored }: FormStore): readonly string[] =>
  changesBetween(resource, stored(), normalised(resource.fields, state().values))
    .map(({ path }) => path)
    .filter((path) => !resource.fields[path]?.spec.readonly);

/** A form as something that is typed: what is kept is what was changed, over whatever is stored. */
export const typingOf = ({ form, fallback, onOutdated }: TypedForm): Typing<KeptForm> => ({
  changes: () => form.state().changes,
  subscribe: form.subscribe,
  taken() {
    const changed = changedIn(form);
    if (changed.length === 0) return undefined;
    const { values } = form.state();
    return {
      title: String(values[form.resource.title] ?? '').trim() || fallback,
      values: { values: withNames(values, changed), version: form.stored().version },
    };
  },
  fill({ values, version }) {
    form.fill(values);
    if (version !== form.stored().version) onOutdated();
  },
});

/** What is kept is what the wire and the browser's storage take: JSON. */
export const asStorable = (values: unknown): Storable => values as Storable;
