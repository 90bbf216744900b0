import { type Fields, initialRow, type Writer } from '@keyan/kernel/field.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import { type Strictness, validate } from '@keyan/kernel/validate.ts';
import { useSyncExternalStore } from 'react';
import type { Values } from '../data/values.ts';
import type { Text } from '../i18n/language.ts';
import { filesFault } from './attachments.ts';
import { linesOf, placeOf } from './path.ts';

/** What is wrong at a path, in the language of whoever found it. */
export interface Fault {
  readonly path: string;
  readonly message: Text;
  readonly link?: { readonly resource: string; readonly id: string; readonly text: string };
}

/** Something of a record that is on its way, and what is said to whoever would submit without it. */
interface Hold {
  readonly reason: Text;
}

export interface FormState {
  readonly values: Values;
  /** What is wrong by the definition's own rules, by path. */
  readonly faults: ReadonlyMap<string, Fault>;
  /** What the server found, by path, until the value there is changed. */
  readonly charges: ReadonlyMap<string, Fault>;
  /** Paths that the person has left once: their faults are shown. */
  readonly visited: ReadonlySet<string>;
  /** After an attempt to submit every fault is shown. */
  readonly asked: boolean;
  /** Counts changes by the person; 0 means untouched. */
  readonly changes: number;
  /** Why the record cannot be submitted now, for each thing of it that is on its way. */
  readonly holds: readonly Hold[];
  /** Counts `reveal`s, so that the same path can be revealed twice. */
  readonly revealed: { readonly path: string; readonly count: number };
}

/**
 * The state of one form outside React: a keystroke renders the field that it belongs to and
 * nothing else. Values are in wire form; names of codes and references stand beside them as
 * `{field}Name`.
 */
export interface FormStore {
  readonly resource: Resource;
  state(): FormState;
  /** Calls back after every change. Returns the undo. */
  subscribe(changed: () => void): () => void;
  /** Changes one place; `more` are further values of the same row or line. */
  set(path: string, value: unknown, more?: Values): void;
  /** Changes several fields at once. */
  fill(values: Values): void;
  /** The person has left the field: from now on its faults are shown. */
  visit(path: string): void;
  /** Judges again: something that the rules look at beside the row has changed. */
  rejudge(): void;
  /** Judges the whole row, shows all faults and returns them in the order of the form. */
  check(strictness: Strictness): readonly Fault[];
  /** Shows what the server found. */
  charge(faults: readonly Fault[]): void;
  /** Brings the field into sight and puts the cursor into it. */
  reveal(path: string): void;
  /**
   * Takes a row as stored: its values, and nothing changed.
   * @param sent the values that were sent: what was changed since then stays, as a change
   */
  rebase(stored: Values, sent?: Values): void;
  /** The row as it was read. */
  stored(): Values;
  /** Keeps the record from being submitted while something of it is on its way. Returns the undo. */
  hold(reason: Text): () => void;
  /** Why it cannot be submitted now. */
  held(): Text | undefined;
  /** A key for a line that stays with it while it is edited and moved. */
  lineKey(line: Values): string;
}

interface Options {
  /** The row as it was read; a new record has none. */
  readonly stored?: Values;
  /** Who writes: a new record begins with values that follow from it. */
  readonly writer: Writer;
  /** Today in Asia/Shanghai, `yyyy-MM-dd`; rules about dates ask for it. */
  readonly today: string;
}

/**
 * A row from the wire as forms and rules expect it: every field is there, null where nothing is
 * filled in (the wire prints empty text, contract §1). Names and base columns stay beside.
 */
export const normalised = (fields: Fields, row: Values): Values => {
  const known = Object.entries(fields).map(([name, { spec }]) => {
    const value = row[name];
    if (value === undefined || value === '') return [name, null];
    if (spec.kind === 'dicts' && Array.isArray(value) && value.length === 0) return [name, null];
    if (spec.kind !== 'rows' || !Array.isArray(value)) return [name, value];
    return [name, value.map((line: Values) => normalised(spec.fields ?? {}, line))];
  });
  return { ...row, ...Object.fromEntries(known) };
};

/** The faults of a row in the order of the form's sections. */
const inFormOrder = (resource: Resource, faults: readonly Fault[]): readonly Fault[] => {
  const order = new Map(
    resource.form.flatMap((section) => section.fields).map((name, index) => [name, index]),
  );
  const rank = (fault: Fault) => order.get(placeOf(fault.path).field) ?? order.size;
  return [...faults].sort((a, b) => rank(a) - rank(b));
};

/** Long enough that typing is not judged letter by letter, short enough for the counts to follow. */
const pause = 250;

export const createFormStore = (resource: Resource, options: Options): FormStore => {
  const context = { today: options.today };
  let stored: Values = options.stored
    ? normalised(resource.fields, options.stored)
    : initialRow(resource.fields, options.writer);
  const listeners = new Set<() => void>();
  const keys = new WeakMap<object, string>();
  let lastKey = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const lineKey = (line: Values): string => {
    let key = keys.get(line);
    if (!key) {
      lastKey += 1;
      key = `line-${lastKey}`;
      keys.set(line, key);
    }
    return key;
  };

  /** Another version of a line under the same key. */
  const lineWith = (line: Values, change: Values): Values => {
    const next = { ...line, ...change };
    keys.set(next, lineKey(line));
    return next;
  };

  const counted = Object.entries(resource.fields).flatMap(([name, { spec }]) => {
    const ordinal = Object.entries(spec.fields ?? {}).find(([, each]) => each.spec.ordinal)?.[0];
    return ordinal ? [[name, ordinal] as const] : [];
  });

  /** Lines know their place, whatever moved them. */
  const renumbered = (values: Values): Values => {
    const changed = counted.flatMap(([name, ordinal]): [string, readonly Values[]][] => {
      const lines = linesOf(values, name);
      const right = (line: Values, index: number) => line[ordinal] === index + 1;
      if (lines.every(right)) return [];
      const next = lines.map((line, index) =>
        right(line, index) ? line : lineWith(line, { [ordinal]: index + 1 }),
      );
      return [[name, next]];
    });
    return changed.length === 0 ? values : { ...values, ...Object.fromEntries(changed) };
  };

  /** Sub-tables stay as they are being typed; what follows from them is taken over. */
  const computed = (given: Values, before: Values): Values => {
    const values = renumbered(given);
    const computedValues = Object.entries(
      resource.compute?.(values as never, before as never) ?? {},
    );
    const plain = computedValues.filter(([name]) => resource.fields[name]?.spec.kind !== 'rows');
    return { ...values, ...Object.fromEntries(plain) };
  };

  const judge = (values: Values, strictness: Strictness = 'complete') => {
    const { faults } = validate(resource, stored, values, strictness, context);
    const missing = strictness === 'complete' ? filesFault(resource, values) : undefined;
    const all: readonly Fault[] = missing
      ? [...faults.filter((fault) => fault.path !== missing.path), missing]
      : faults;
    const found = new Map<string, Fault>();
    for (const fault of inFormOrder(resource, all)) {
      if (!found.has(fault.path)) found.set(fault.path, fault);
    }
    return found;
  };

  const start = (values: Values): FormState => ({
    values,
    faults: judge(values),
    charges: new Map(),
    visited: new Set(),
    asked: false,
    changes: 0,
    holds: [],
    revealed: { path: '', count: 0 },
  });
  let state = start(computed(stored, stored));

  const change = (next: Partial<FormState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };

  const judgeSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => change({ faults: judge(state.values) }), pause);
  };

  /** A charge falls with the value that it was made of; one on a sub-table with any of its lines. */
  const acquit = (fields: readonly string[]) =>
    new Map([...state.charges].filter(([path]) => !fields.includes(placeOf(path).field)));

  const put = (values: Values, fields: readonly string[]) => {
    const next = computed(values, state.values);
    change({ values: next, charges: acquit(fields), changes: state.changes + 1 });
    judgeSoon();
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
      const { field, line, name } = placeOf(path);
      if (line === undefined || name === undefined) {
        put({ ...state.values, ...more, [field]: value }, [field]);
        return;
      }
      const lines = linesOf(state.values, field).map((each, index) =>
        index === line ? lineWith(each, { ...more, [name]: value }) : each,
      );
      put({ ...state.values, [field]: lines }, [field]);
    },
    fill(values) {
      put({ ...state.values, ...values }, Object.keys(values));
    },
    visit(path) {
      clearTimeout(timer);
      change({ visited: new Set(state.visited).add(path), faults: judge(state.values) });
    },
    rejudge() {
      change({ faults: judge(state.values) });
    },
    check(strictness) {
      clearTimeout(timer);
      const faults = judge(state.values, strictness);
      // A draft is judged mildly, but what the person sees stays the full judgement.
      if (strictness === 'complete') change({ faults, asked: true });
      else change({ visited: new Set([...state.visited, ...faults.keys()]) });
      return [...faults.values()];
    },
    charge(faults) {
      change({ charges: new Map(inFormOrder(resource, faults).map((each) => [each.path, each])) });
    },
    reveal(path) {
      change({ revealed: { path, count: state.revealed.count + 1 } });
    },
    rebase(row, sent) {
      clearTimeout(timer);
      const later = Object.entries(state.values).filter(
        ([name, value]) => sent !== undefined && value !== sent[name],
      );
      stored = normalised(resource.fields, row);
      const { holds } = state;
      state = start(computed(stored, stored));
      change({ holds });
      if (later.length === 0) return;
      put(
        { ...state.values, ...Object.fromEntries(later) },
        later.map(([name]) => name),
      );
    },
    hold(reason) {
      const entry = { reason };
      change({ holds: [...state.holds, entry] });
      return () => change({ holds: state.holds.filter((each) => each !== entry) });
    },
    held: () => state.holds[0]?.reason,
    lineKey,
  };
};

/** One thing of a form's state; renders again only when that thing is another. */
export const useForm = <T>(form: FormStore, select: (state: FormState) => T): T =>
  useSyncExternalStore(form.subscribe, () => select(form.state()));

/** What is shown as wrong at a path: the server's word first, then the rules' once it was left. */
export const faultAt = (state: FormState, path: string): Fault | undefined => {
  const charge = state.charges.get(path);
  if (charge) return charge;
  const fault = state.faults.get(path);
  return fault && (state.asked || state.visited.has(path)) ? fault : undefined;
};

/** Remembers what was made of a state: several parts of a page ask for the same. */
export const perState = <T>(make: (state: FormState) => T): ((state: FormState) => T) => {
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
export const shownFaults = perState((state): readonly Fault[] => {
  const own = [...state.faults.keys()].flatMap((path) => faultAt(state, path) ?? []);
  const others = [...state.charges.values()].filter((each) => !state.faults.has(each.path));
  return [...others, ...own];
});

/** What is sent to the server: the fields of the definition, without names and computed values. */
export const payloadOf = (form: FormStore): Values => {
  const { resource } = form;
  const { values } = form.state();
  const taken = (fields: Resource['fields'], row: Values): Values =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, { spec }]): [string, unknown][] => {
        if (spec.readonly) return [];
        // A field that does not exist for this row stores nothing, whatever stood there before.
        const present = spec.when?.(row) ?? true;
        const lines = present ? linesOf(row, name) : [];
        if (spec.kind === 'rows') {
          return [[name, lines.map((line) => taken(spec.fields ?? {}, line))]];
        }
        if (spec.kind === 'files') {
          return [[name, lines.map(({ id, catalog }) => ({ id, catalog }))]];
        }
        return [[name, present ? (row[name] ?? null) : null]];
      }),
    );
  const { id, version } = form.stored();
  return { ...taken(resource.fields, values), ...(id ? { id, version } : {}) };
};
