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

/** Fault at a path. */
export interface FormFault {
  readonly path: string;
  readonly message: Text;
  readonly link?: { readonly resource: string; readonly id: string; readonly text: string };
}

/** Keeps the record from being submitted: an upload that is not finished. */
interface Blocker {
  readonly reason: Text;
}

export interface FormState {
  readonly values: RowLike;
  /** Faults by the definition's own validation, by path. */
  readonly faults: ReadonlyMap<string, FormFault>;
  /** Faults that the server found, by path, until the value there is changed. */
  readonly serverErrors: ReadonlyMap<string, FormFault>;
  /** Paths that the person has left once: their faults are shown. */
  readonly visited: ReadonlySet<string>;
  /** After an attempt to submit every fault is shown. */
  readonly showAll: boolean;
  /** Counts changes by the person; 0 means untouched. */
  readonly changes: number;
  readonly blockers: readonly Blocker[];
  /** Fields that something beside the row found at fault, such as a record that has the value already. */
  readonly doubted: readonly string[];
  /** Counts `reveal`s, so that the same path can be revealed twice. */
  readonly revealed: { readonly path: string; readonly count: number };
}

/**
 * The state of one form outside React: a keystroke renders its field and nothing else. Values are in
 * wire form, with the names of codes and references beside them as `{field}Name`.
 */
export interface FormStore {
  readonly resource: Resource;
  state(): FormState;
  /** Calls back after every change. Returns the function that unsubscribes. */
  subscribe(changed: () => void): () => void;
  /** Changes the value at a path; `more` are further values of the same row or line. */
  set(path: string, value: unknown, more?: RowLike): void;
  /** Changes several fields at once. */
  fill(values: RowLike): void;
  /** The person has left the field: from now on its faults are shown. */
  visit(path: string): void;
  /** Key by which the facts of the row are looked up now; null for a resource without facts. */
  factsKey(): string | null;
  /** Takes the facts that were asked for under a key; those of an older row are dropped. */
  takeFacts(key: string, facts: KnownFacts): void;
  /** Validates again after something beside the row has changed, such as a dictionary. */
  revalidate(): void;
  /** Validates the whole row, shows all faults and returns them in the order of the form. */
  check(strictness: Strictness): readonly FormFault[];
  /** Shows the faults that the server found. */
  setServerErrors(faults: readonly FormFault[]): void;
  /** Scrolls to the field and focuses it. */
  reveal(path: string): void;
  /**
   * Takes a row as stored: its values, and nothing changed.
   * @param sent the values that were sent; values changed since then are kept as changes
   */
  rebase(stored: RowLike, sent?: RowLike): void;
  /** The row as it was read. */
  stored(): RowLike;
  /** Keeps the record from being submitted. Returns the function that ends it. */
  block(reason: Text): () => void;
  /** Marks a field that something beside the row found at fault. Returns the function that ends it. */
  doubt(field: string): () => void;
  /** Why the record cannot be submitted now. */
  blockedBy(): Text | undefined;
  /** A key that stays with a line while it is edited and moved. */
  lineKey(line: RowLike): string;
}

interface Options {
  /** The row as it was read; a new record has none. */
  readonly stored?: RowLike;
  /** The author, on whom the first values of a new record depend. */
  readonly writer: Writer;
  /** The variant that a new record is, by the page it is made on. */
  readonly variant?: string | undefined;
  /** Further first values of a new record, such as those that its page is about. */
  readonly first?: RowLike | undefined;
  /** Today in Asia/Shanghai, `yyyy-MM-dd`, for validators of dates. */
  readonly today: string;
  /** `yyyy-MM-dd HH:mm:ss` whenever the row is validated; without it, the first second of today. */
  readonly now?: () => string;
}

/** The faults of a row in the order of the form's sections. */
const inFormOrder = (resource: Resource, faults: readonly FormFault[]): readonly FormFault[] => {
  const order = new Map(
    resource.form.flatMap((section) => section.fields).map((name, index) => [name, index]),
  );
  const rank = (fault: FormFault) => order.get(fieldPositionOf(fault.path).field) ?? order.size;
  return [...faults].sort((a, b) => rank(a) - rank(b));
};

/** The faults of a row by path, in the order of the form. */
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

/** The row with its computed values and live balances; of a sub-table only those that nobody types. */
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

/** Milliseconds: typing is not validated letter by letter, and the counts still follow. */
const pause = 250;

/** The value that makes a new record one of this variant. */
const asVariant = ({ variants }: Resource, variant: string | undefined): RowLike =>
  variants && variant !== undefined ? { [variants.field]: variant } : {};

/**
 * The store of one form.
 *
 * Long because its methods share one state, its lines and its timer.
 */
export const createFormStore = (resource: Resource, options: Options): FormStore => {
  let stored: RowLike = options.stored
    ? normalisedRow(resource.fields, options.stored)
    : {
        ...initialRow(resource.fields, options.writer),
        ...options.first,
        ...asVariant(resource, options.variant),
      };
  const listeners = new Set<() => void>();
  const lines = createFormLines(resource);
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The facts that came last, and what they were looked up by. */
  let came: { readonly key: string | null; readonly facts: KnownFacts } = { key: null, facts: {} };

  /** The facts of this row, if they have come. */
  const factsOf = (values: RowLike): KnownFacts =>
    came.key === factsKey(resource, values) ? came.facts : {};

  const computed = (values: RowLike, before: RowLike): RowLike =>
    withComputed(resource, lines.renumbered(values), before, factsOf(values));

  const validated = (
    values: RowLike,
    strictness: Strictness = 'complete',
    // A fault that is shown stays until the facts of another choice have come, so that it does not flicker.
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
    timer = setTimeout(() => change({ faults: validated(state.values) }), pause);
  };

  /** Without the server's errors on these fields; one on a sub-table goes with any of its lines. */
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
      // A draft needs less, but the counts on the page stay those of a submission.
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

/** A selected part of a form's state; the component renders again only when that part changes. */
export const useForm = <T>(form: FormStore, select: (state: FormState) => T): T =>
  useSyncExternalStore(form.subscribe, () => select(form.state()));

/** The fault to show at a path: the server's first, then that of a field that the person has left. */
export const faultAt = (state: FormState, path: string): FormFault | undefined => {
  const serverError = state.serverErrors.get(path);
  if (serverError) return serverError;
  const fault = state.faults.get(path);
  return fault && (state.showAll || state.visited.has(path)) ? fault : undefined;
};

/** Caches a value computed from a state: several parts of a page ask for the same. */
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

/** All faults that are shown now, in the order of the form. */
export const shownFaults = cachePerState((state): readonly FormFault[] => {
  const own = [...state.faults.keys()].flatMap((path) => faultAt(state, path) ?? []);
  const others = [...state.serverErrors.values()].filter((each) => !state.faults.has(each.path));
  return [...others, ...own];
});

/** The record to send: its writable values, and its id and version where it is stored. */
export const payloadOf = (form: FormStore): RowLike => {
  const { id, version } = form.stored();
  const values = writableValues(form.resource.fields, form.state().values);
  return { ...values, ...(id ? { id, version } : {}) };
};
