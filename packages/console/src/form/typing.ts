import { changesBetween } from '@keyan/kernel/records/diff.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { normalisedRow } from '../form-store/row.ts';
import type { FormStore } from '../form-store/store.ts';
import type { Storable } from '../storage/stored.ts';

/** Typed values of a page, as its draft needs them. */
export interface DraftValues<T = unknown> {
  /** Number of changes by the user; 0 means untouched. */
  changes(): number;
  /** Calls back after every change. Returns a function that unsubscribes. */
  subscribe(changed: () => void): () => void;
  /** Returns the values to save as a draft; undefined if every change was undone. */
  taken(): { readonly title: string; readonly values: T } | undefined;
  /** Restores the values of a draft. */
  fill(values: T): void;
}

interface StoredForm {
  /** Changed fields. */
  readonly values: RowLike;
  /** Version of the record that was being changed; a newer one may be stored by now. */
  readonly version: unknown;
}

/** Returns some fields of a row, with the names of their codes and references. */
export const withNames = (values: RowLike, fields: readonly string[]): RowLike =>
  Object.fromEntries(
    fields
      .flatMap((field) => [field, `${field}Name`])
      .flatMap((name) => (name in values ? [[name, values[name]]] : [])),
  );

interface TypedForm {
  readonly form: FormStore;
  /** Title of the draft while the record has none. */
  readonly fallback: string;
  /**
   * Called if the record has changed since the draft was saved; unchanged fields show the new
   * values.
   */
  readonly onOutdated: () => void;
}

/** Returns the fields that the user changed, without computed fields and secrets. */
const changedIn = ({ resource, state, stored }: FormStore): readonly string[] =>
  changesBetween(resource, stored(), normalisedRow(resource.fields, state().values))
    .map(({ path }) => path)
    .filter((path) => {
      const spec = resource.fields[path]?.spec;
      return !spec?.readonly && !spec?.credential;
    });

/** Returns the typed values of a form: the changed fields, restored over the stored row. */
export const typedValuesOf = ({
  form,
  fallback,
  onOutdated,
}: TypedForm): DraftValues<StoredForm> => ({
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

/** Returns draft values as JSON, which the wire and the browser's storage accept. */
export const asJson = (values: unknown): Storable => values as Storable;
