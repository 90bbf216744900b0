import { copyValuesIn } from '@keyan/kernel/definition/field/copies.ts';
import { initialRow } from '@keyan/kernel/definition/field/initial-row.ts';
import type { KnownFacts } from '@keyan/kernel/definition/life/fact.ts';
import { factsKey } from '@keyan/kernel/definition/life/form-facts.ts';
import type { Writer } from '@keyan/kernel/definition/life/writer.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import {
  computedValuesOf as computedValues,
  type Strictness,
  type ValidationContext,
  validate,
} from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { useSyncExternalStore } from 'react';
import type { Text } from '../i18n/language.ts';
import { filesFault } from './attachments.ts';
import { unknownBalances, withBalances } from './balances.ts';
import { withComputedLines } from './computed-lines.ts';
import { copiedValues } from './copies.ts';
import { createFormLines } from './lines.ts';
import { fieldPositionOf, subTableLines } from './path.ts';
import { normalisedRow, writableValues } from './row.ts';

/** Error at a path. */
export interface FormFault {
  readonly path: string;
  readonly message: Text;
  readonly link?: { readonly resource: string; readonly id: string; readonly text: string };
}

/** Reason that prevents submission for now, such as an unfinished upload. */
interface Blocker {
  readonly reason: Text;
}

export interface FormState {
  readonly values: RowLike;
  /** Errors of the definition's own validation, by path. */
  readonly faults: ReadonlyMap<string, FormFault>;
  /** Errors that the server found, by path; each is removed when its value changes. */
  readonly serverErrors: ReadonlyMap<string, FormFault>;
  /** Paths that the user has left at least once: only their errors are shown. */
  readonly visited: ReadonlySet<string>;
  /** True after an attempt to submit: all errors are shown. */
  readonly showAll: boolean;
  /** Number of changes by the user; 0 means untouched. */
  readonly changes: number;
  readonly blockers: readonly Blocker[];
  /** Fields with a warning from outside the row, such as a record that has the value already. */
  readonly doubted: readonly string[];
  /**
   * Path revealed last, and the number of calls of `reveal`, so that the same path can be revealed
   * twice.
   */
  readonly revealed: { readonly path: string; readonly count: number };
}

/**
 * State of one form outside React, so that a keystroke renders its field only. Values are in wire
 * form, with the names of codes and references as `{field}Name`.
 */
export interface FormStore {
  readonly resource: Resource;
  state(): FormState;
  /** Calls back after every change. Returns a function that unsubscribes. */
  subscribe(changed: () => void): () => void;
  /** Changes the value at a path; `more` are other values of the same row or line. */
  set(path: string, value: unknown, more?: RowLike): void;
  /** Changes several fields at once. */
  fill(values: RowLike): void;
  /** Called when the user leaves the field: its errors are shown from now on. */
  visit(path: string): void;
  /** Returns the cache key of the facts that the row needs; null for a resource without facts. */
  factsKey(): string | null;
  /** Stores facts fetched under a key; ignored if the row needs another key by now. */
  takeFacts(key: string, facts: KnownFacts): void;
  /** Validates again after a change outside the row, such as a loaded dictionary. */
  revalidate(): void;
  /** Validates the whole row, shows all errors and returns them in the order of the form. */
  check(strictness: Strictness): readonly FormFault[];
  /** Shows the errors that the server found. */
  setServerErrors(faults: readonly FormFault[]): void;
  /** Scrolls to the field and focuses it. */
  reveal(path: string): void;
  /**
   * Replaces the stored row and marks the form as unchanged.
   * @param sent values that were sent; values changed since then remain changes
   */
  rebase(stored: RowLike, sent?: RowLike): void;
  /** Returns the row as fetched. */
  stored(): RowLike;
  /** Prevents submission for a reason. Returns a function that lifts the block. */
  block(reason: Text): () => void;
  /**
   * Marks a field with a warning from outside the row. Returns a function that removes the mark.
   */
  doubt(field: string): () => void;
  /** Returns the reason why the record cannot be submitted now; undefined if it can. */
  blockedBy(): Text | undefined;
  /** Returns the key of a line, stable while the line is edited and moved. */
  lineKey(line: RowLike): string;
}

interface Options {
  /** The row as fetched; absent for a new record. */
  readonly stored?: RowLike;
  /** User who writes the record; initial values of a new record depend on the writer. */
  readonly writer: Writer;
  /** Variant of a new record, by the page where it is made. */
  readonly variant?: string | undefined;
  /** Further initial values of a new record, such as those given by its page. */
  readonly first?: RowLike | undefined;
  /** Date in Asia/Shanghai, `yyyy-MM-dd`, for validators of dates. */
  readonly today: string;
  /**
   * Returns the time `yyyy-MM-dd HH:mm:ss`, called at each validation; by default the first second
   * of `today`.
   */
  readonly now?: () => string;
}

/** Returns the errors of a row in the order of the form's sections. */
const inFormOrder = (resource: Resource, faults: readonly FormFault[]): readonly FormFault[] => {
  const order = new Map(
    resource.form.flatMap((section) => section.fields).map((name, index) => [name, index]),
  );
  const rank = (fault: FormFault) => order.get(fieldPositionOf(fault.path).field) ?? order.size;
  return [...faults].sort((a, b) => rank(a) - rank(b));
};

/** Returns the errors of a row by path, in the order of the form. */
const faultsOf = (
  resource: Resource,
  stored: RowLike,
  values: RowLike,
  strictness: Strictness,
  judged: ValidationContext,
): ReadonlyMap<string, FormFault> => {
  const held = { ...stored, ...copyValuesIn(resource, values) };
  const { faults } = validate(resource, held, values, strictness, judged);
  const missing = strictness === 'complete' ? filesFault(resource, values) : undefined;
  const all: readonly FormFault[] = missing
    ? [...faults.filter((fault) => fault.path !== missing.path), missing]
    : faults;
  const found = new Map<string, FormFault>();
  for (const fault of inFormOrder(resource, all)) {
    if (!found.has(fault.path)) found.set(fault.path, fault);
  }
  return found;
};

/**
 * Returns the row with its computed values and current balances; in sub-tables computed fields
 * only.
 */
const withComputed = (
  resource: Resource,
  values: RowLike,
  before: RowLike,
  facts: KnownFacts,
): RowLike => {
  const found = Object.entries(computedValues(resource, values, before, facts)).map(
    ([name, value]) => {
      const { type, fields = {} } = resource.fields[name]?.spec ?? {};
      return [name, type === 'rows' ? withComputedLines(fields, values[name], value) : value];
    },
  );
  return withBalances(resource.fields, { ...values, ...Object.fromEntries(found) }, facts);
};

/** Milliseconds without typing before the form is validated, so that not every letter is. */
const validationDelay = 250;

/** Returns the values that make a new record one of the variant. */
const valuesOfVariant = ({ variants }: Resource, variant: string | undefined): RowLike =>
  variants && variant !== undefined ? { [variants.field]: variant } : {};

/**
 * Creates the store of one form. Long because its methods share one state, its lines and its timer.
 */
export const createFormStore = (resource: Resource, options: Options): FormStore => {
  let stored: RowLike = options.stored
    ? normalisedRow(resource.fields, options.stored)
    : {
        ...initialRow(resource.fields, options.writer),
        ...options.first,
        ...valuesOfVariant(resource, options.variant),
      };
  const listeners = new Set<() => void>();
  const lines = createFormLines(resource);
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Facts fetched last, and the key under which they were fetched. */
  let came: { readonly key: string | null; readonly facts: KnownFacts } = { key: null, facts: {} };

  /** Returns the facts of this row, if fetched. */
  const factsOf = (values: RowLike): KnownFacts =>
    came.key === factsKey(resource, values) ? came.facts : {};

  const computed = (values: RowLike, before: RowLike): RowLike =>
    withComputed(resource, lines.renumbered(values), before, factsOf(values));

  const validated = (
    values: RowLike,
    strictness: Strictness = 'complete',
    // Use the previous facts until those of another choice are fetched, so that a shown error does
    // not flicker.
    facts: KnownFacts = came.facts,
  ) => {
    const { today, now } = options;
    const time = now ? { now: now() } : {};
    return faultsOf(resource, stored, values, strictness, { today, ...time, facts });
  };

  const start = (values: RowLike): FormState => ({
    values,
    faults: validated(values),
    serverErrors: new Map(),
    visited: new Set(),
    showAll: false,
    changes: 0,
    blockers: [],
    doubted: [],
    revealed: { path: '', count: 0 },
  });
  let state = start(computed(stored, stored));

  const change = (next: Partial<FormState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };

  const validateSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => change({ faults: validated(state.values) }), validationDelay);
  };

  /**
   * Removes the server's errors of these fields; an error of a sub-table is removed when any of its
   * lines changes.
   */
  const clearServerErrors = (fields: readonly string[]) =>
    new Map(
      [...state.serverErrors].filter(([path]) => !fields.includes(fieldPositionOf(path).field)),
    );

  const put = (values: RowLike, fields: readonly string[]) => {
    change({
      values: computed(values, state.values),
      serverErrors: clearServerErrors(fields),
      changes: state.changes + 1,
    });
    validateSoon();
  };

  return {
    resource,
    state: () => state,
    stored: () => stored,
    subscribe(changed) {
      listeners.add(changed);
      return () => {
        listeners.delete(changed);
      };
    },
    set(path, value, more) {
      const { field, line, name } = fieldPositionOf(path);
      if (line === undefined || name === undefined) {
        put({ ...state.values, ...copiedValues(resource, field, more), [field]: value }, [field]);
        return;
      }
      const unknown = unknownBalances(resource.fields[field]?.spec.fields ?? {}, name);
      const next = subTableLines(state.values, field).map((each, index) =>
        index === line ? lines.changed(each, { ...unknown, ...more, [name]: value }) : each,
      );
      put({ ...state.values, [field]: next }, [field]);
    },
    fill(values) {
      put({ ...state.values, ...values }, Object.keys(values));
    },
    visit(path) {
      clearTimeout(timer);
      change({ visited: new Set(state.visited).add(path), faults: validated(state.values) });
    },
    factsKey: () => factsKey(resource, state.values),
    takeFacts(key, facts) {
      if (key !== factsKey(resource, state.values)) return;
      came = { key, facts };
      const values = computed(state.values, state.values);
      change({ values, faults: validated(values) });
    },
    revalidate() {
      change({ faults: validated(state.values) });
    },
    check(strictness) {
      clearTimeout(timer);
      const faults = validated(state.values, strictness, factsOf(state.values));
      // A draft has fewer required fields, but the counts on the page stay those of a submission.
      if (strictness === 'complete') change({ faults, showAll: true });
      else change({ visited: new Set([...state.visited, ...faults.keys()]) });
      return [...faults.values()];
    },
    setServerErrors(faults) {
      const ordered = inFormOrder(resource, faults);
      change({ serverErrors: new Map(ordered.map((each) => [each.path, each])) });
    },
    reveal(path) {
      change({ revealed: { path, count: state.revealed.count + 1 } });
    },
    rebase(row, sent) {
      clearTimeout(timer);
      const later = Object.entries(state.values).filter(
        ([name, value]) => sent !== undefined && value !== sent[name],
      );
      stored = normalisedRow(resource.fields, row);
      const { blockers, doubted } = state;
      state = start(computed(stored, stored));
      change({ blockers, doubted });
      if (later.length === 0) return;
      put(
        { ...state.values, ...Object.fromEntries(later) },
        later.map(([name]) => name),
      );
    },
    block(reason) {
      const entry = { reason };
      change({ blockers: [...state.blockers, entry] });
      return () => change({ blockers: state.blockers.filter((each) => each !== entry) });
    },
    doubt(field) {
      change({ doubted: [...state.doubted, field] });
      return () => {
        const at = state.doubted.indexOf(field);
        change({ doubted: state.doubted.filter((_, index) => index !== at) });
      };
    },
    blockedBy: () => state.blockers[0]?.reason,
    lineKey: lines.keyOf,
  };
};

/**
 * Returns a selected part of a form's state; the component renders again only when that part
 * changes.
 */
export const useForm = <T>(form: FormStore, select: (state: FormState) => T): T =>
  useSyncExternalStore(form.subscribe, () => select(form.state()));

/**
 * Returns the error to show at a path: the server's first, then that of the form's validation if
 * the user has left the field.
 */
export const faultAt = (state: FormState, path: string): FormFault | undefined => {
  const serverError = state.serverErrors.get(path);
  if (serverError) return serverError;
  const fault = state.faults.get(path);
  return fault && (state.showAll || state.visited.has(path)) ? fault : undefined;
};

/** Returns a function that caches its result per state, because several parts of a page need it. */
export const cachePerState = <T>(make: (state: FormState) => T): ((state: FormState) => T) => {
  const made = new WeakMap<FormState, T>();
  return (state) => {
    const known = made.get(state);
    if (known !== undefined) return known;
    const fresh = make(state);
    made.set(state, fresh);
    return fresh;
  };
};

/** Returns all visible errors, in the order of the form. */
export const shownFaults = cachePerState((state): readonly FormFault[] => {
  const own = [...state.faults.keys()].flatMap((path) => faultAt(state, path) ?? []);
  const others = [...state.serverErrors.values()].filter((each) => !state.faults.has(each.path));
  return [...others, ...own];
});

/** Returns the record to send: its writable values, and its id and version if it is stored. */
export const payloadOf = (form: FormStore): RowLike => {
  const { id, version } = form.stored();
  const values = writableValues(form.resource.fields, form.state().values);
  return { ...values, ...(id ? { id, version } : {}) };
};
