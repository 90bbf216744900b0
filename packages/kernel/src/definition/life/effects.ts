import type { RowLike } from '../../values/row.ts';
import type { Face, Fields } from '../field/field.ts';
import type { EntryOfLedger, UntypedEntry } from '../ledger/ledger.ts';
import type { Ledger } from '../ledger/measures.ts';
import { statePlacesOf } from './states.ts';

type Given<V> = V extends readonly (infer Line)[]
  ? readonly (Line extends object ? Partial<Line> : Line)[]
  : V;

/** RowLike for some fields of another record; lines of a sub-table may leave fields out. */
export type WrittenValues<F extends Fields> = {
  readonly [K in keyof F]?: Given<F[K]['value']> | null;
};

/** Fields of another record have these values. */
export interface WriteEffect {
  readonly is: 'write';
  /** The reference that names the record. */
  readonly ref: string;
  /** The key of its resource. */
  readonly target: string;
  /** The actions of the target (`by: 'effect'`) that may move it to another state. */
  readonly actions: readonly string[];
  /** The one of them that moves it because of this row; null where it stays. */
  readonly action: (row: RowLike) => string | null;
  readonly set: (row: RowLike) => RowLike;
}

/** A record of another kind is there. */
export interface CreateEffect {
  readonly is: 'create';
  /** The key of its resource. */
  readonly target: string;
  /** The reference of the source that names it, so that nobody removes it alone; a computed field. */
  readonly into: string;
  /** The first values of it, or null for none. */
  readonly values: (row: RowLike) => RowLike | null;
}

/** Entries stand in the subaccounts of a ledger. */
export interface PostEffect {
  readonly is: 'post';
  readonly ledger: Ledger;
  readonly entries: (row: RowLike) => readonly UntypedEntry[];
  /** The field with the day of the entries, where the ledger keeps days; null for the day of posting. */
  readonly day: string | null;
}

/** Effect that holds elsewhere while a record is in a state. */
export type StateEffect = WriteEffect | CreateEffect | PostEffect;

/**
 * Change in other records that holds while a record is in one of these states. Whatever ends the state ends it too,
 * so no definition says how it is undone.
 */
export interface Effect {
  /** Name among the effects of the resource. Stored, so renaming it needs a migration. */
  readonly key: string;
  /** Codes of the resource's own states, or phases. */
  readonly states: readonly string[];
  /** The field of the further life that `states` are codes of; left out, the states of the record. */
  readonly life?: string;
  readonly hold: StateEffect;
}

/** Codes of a further life of the record. */
interface LifeStates<Name extends string> {
  readonly life: Name;
  readonly states: string | readonly string[];
}

const hasLife = (
  states: string | readonly string[] | LifeStates<string>,
): states is LifeStates<string> => typeof states === 'object' && 'life' in states;

/**
 * The words of effects, typed for the rows of one resource. All take the row alone: what an effect
 * needs is first copied or computed into the row, so that people see it and a play can be repeated.
 */
export interface EffectBuilders<Row> {
  /**
   * While the record is in one of these states, that holds.
   * @param states codes or phases; of a further life, with its field: `{ life: 'performance', states: '5' }`
   * @param key names the effect where the resource has two of the same on the same target
   */
  during(
    states: string | readonly string[] | LifeStates<keyof Row & string>,
    hold: StateEffect,
    key?: string,
  ): Effect;
  /**
   * Fields of the record that `ref` names have these values, and it is where `action` leads; before
   * and after it has its own. Where the row decides between several actions, `by` picks one of them.
   */
  write<T extends Fields>(
    ref: keyof Row & string,
    target: Face<T>,
    given: {
      readonly action?: string | { readonly of: readonly string[]; by(row: Readonly<Row>): string };
      readonly set?: (row: Readonly<Row>) => WrittenValues<T>;
    },
  ): StateEffect;
  /** A record with these first values is there; null for none. `into` then has its id. */
  create<T extends Fields>(
    target: Face<T>,
    given: {
      readonly into: keyof Row & string;
      readonly values: (row: Readonly<Row>) => WrittenValues<T> | null;
    },
  ): StateEffect;
  /**
   * These entries stand in subaccounts of the ledger; several of one subaccount add up.
   * @param at the field with their business day. The first entry of an effect in a subaccount has it; later ones, which
   *   take back or repeat, have the day on which they are posted.
   */
  post<L extends Ledger>(
    ledger: L,
    entries: (row: Readonly<Row>) => readonly EntryOfLedger<L>[],
    at?: { readonly day: keyof Row & string },
  ): StateEffect;
}

const namedAfter: {
  readonly [K in StateEffect['is']]: (hold: Extract<StateEffect, { is: K }>) => string;
} = {
  write: ({ ref }) => ref,
  create: ({ target }) => target,
  post: ({ ledger }) => ledger.key,
};

const nameOf = (hold: StateEffect): string => `${hold.is} ${namedAfter[hold.is](hold as never)}`;

/** The resource that an effect reaches: of a ledger the one that owns its subaccounts, if any does. */
export const resourceReachedBy = (hold: StateEffect): string | null =>
  hold.is === 'post' ? (hold.ledger.owner?.key ?? null) : hold.target;

/** The words for any row; a definition gets them typed for its own. */
export const effectBuilders: EffectBuilders<RowLike> = {
  during: (given, hold, key = nameOf(hold)) =>
    hasLife(given)
      ? { key, states: [given.states].flat(), life: given.life, hold }
      : { key, states: [given].flat(), hold },
  write: (ref, target, { action, set = () => ({}) }) => ({
    is: 'write',
    ref,
    target: target.key,
    actions: typeof action === 'object' ? action.of : action === undefined ? [] : [action],
    action: typeof action === 'object' ? action.by : () => action ?? null,
    set,
  }),
  create: (target, { into, values }) => ({
    is: 'create',
    target: target.key,
    into,
    values,
  }),
  post: (ledger, entries, at) => ({
    is: 'post',
    ledger,
    entries: entries as (row: RowLike) => readonly UntypedEntry[],
    day: at?.day ?? null,
  }),
};

type Checked = Parameters<typeof statePlacesOf>[0] & { readonly effects: readonly Effect[] };

/**
 * @throws Error for two effects of one name, for a state that does not exist, and for a reference that
 *   names another resource.
 */
export const checkEffects = (resource: Checked): void => {
  const { key, fields, effects } = resource;
  const names = new Set<string>();
  for (const { key: name, states, hold, life } of effects) {
    const places = new Set(statePlacesOf(resource, life));
    if (names.has(name)) throw new Error(`${key}: two effects are named ${name}`);
    names.add(name);
    const astray = states.find((state) => !places.has(state));
    if (astray) throw new Error(`${key}: ${name} names the state ${astray}, which there is not`);
    if (hold.is === 'post') continue;
    const ref = hold.is === 'write' ? hold.ref : hold.into;
    const spec = fields[ref]?.spec;
    if (spec?.target?.key !== hold.target) {
      throw new Error(`${key}: ${name} needs a reference to ${hold.target}, which ${ref} is not`);
    }
    if (hold.is === 'create' && !spec.readonly) {
      throw new Error(`${key}: ${ref} gets what ${name} creates, so it must be computed`);
    }
  }
};
