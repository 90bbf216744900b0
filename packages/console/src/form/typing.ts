import { changesBetween } from '@keyan/kernel/records/diff.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { normalisedRow } from '../form-store/row.ts';
import type { FormStore } from '../form-store/store.ts';
import type { Storable } from '../storage/stored.ts';

/** Typed values of a page, as far as its draft needs them. */
export interface DraftValues<T = unknown> {
  /** Counts changes by the person; 0 means untouched. */
  changes(): number;
  /** Calls back after every change. Returns the function that unsubscribes. */
  subscribe(changed: () => void): () => void;
  /** Values that a draft has to keep, or undefined where every change was undone. */
  taken(): { readonly title: string; readonly values: T } | undefined;
  /** Restores a draft. */
  fill(values: T): void;
}

interface KeptForm {
  /** The fields that were changed. */
  readonly values: RowLike;
  /** The version that was being changed; another one may have been stored since. */
  readonly version: unknown;
}

/** Some fields of a row, with the names that stand beside codes and references. */
export const withNames = (values: RowLike, fields: readonly string[]): RowLike =>
  Object.fromEntries(
    fields
      .flatMap((field) => [field, `${field}Name`])
      .flatMap((name) => (name in values ? [[name, values[name]]] : [])),
  );

interface TypedForm {
  readonly form: FormStore;
  /** The draft's title while the record has none. */
  readonly fallback: string;
  /** The record has changed since the draft was written; other fields keep the new values. */
  readonly onOutdated: () => void;
}

/** The fields that the person changed: no empty ones that were empty, no computed ones, no secrets. */
const changedIn = ({ resource, state, stored }: FormStore): readonly string[] =>
  changesBetween(resource, stored(), normalisedRow(resource.fields, state().values))
    .map(({ path }) => path)
    .filter((path) => {
      const spec = resource.fields[path]?.spec;
      return !spec?.readonly && !spec?.credential;
    });

/** The typing of a form: its draft has the changed fields, over the row as it is stored. */
export const typedValuesOf = ({
  form,
  fallback,
  onOutdated,
}: TypedForm): DraftValues<KeptForm> => ({
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

/** The values of a draft are JSON, which the wire and the browser's storage take. */
export const asJson = (values: unknown): Storable => values as Storable;
