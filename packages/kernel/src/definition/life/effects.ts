import type { RowLike } from '../../values/row.ts';
import type { Face, Fields } from '../field/field.ts';
import type { EntryOfLedger, UntypedEntry } from '../ledger/ledger.ts';
import type { Ledger } from '../ledger/measures.ts';
import { statePlacesOf } from './states.ts';

type Given<V> = V extends readonly (infer Line)[]
  ? readonly (Line extends object ? Partial<Line> : Line)[]
  : V;

/** Values of some fields of another record; lines of a sub-table may omit fields. */
export type WrittenValues<F extends Fields> = {
  readonly [K in keyof F]?: Given<F[K]['value']> | null;
};

/** Effect: fields of another record have certain values. */
export interface WriteEffect {
  readonly is: 'write';
  /** Reference to the other record. */
  readonly ref: string;
  /** Key of its resource. */
  readonly target: string;
  /** Actions of the target (`by: 'effect'`) that may move it to another state. */
  readonly actions: readonly string[];
  /** Returns the action that this row causes; null if the target does not move. */
  readonly action: (row: RowLike) => string | null;
  readonly set: (row: RowLike) => RowLike;
}

/** Effect: a record of another kind exists. */
export interface CreateEffect {
  readonly is: 'create';
  /** Key of its resource. */
  readonly target: string;
  /**
   * Computed reference field of the source that gets the id of the new record, which nobody can
   * then delete alone.
   */
  readonly into: string;
  /** Returns the initial values of the new record, or null for no record. */
  readonly values: (row: RowLike) => RowLike | null;
}

/** Effect: entries are posted in subaccounts of a ledger. */
export interface PostEffect {
  readonly is: 'post';
  readonly ledger: Ledger;
  readonly entries: (row: RowLike) => readonly UntypedEntry[];
  /** Field with the day of the entries, if the ledger stores days; null for the day of posting. */
  readonly day: string | null;
  /** Amounts from before the ledger was kept: they count in balances and in no year. */
  readonly opening: boolean;
}

/** Effect in other records while a record is in a state. */
export type StateEffect = WriteEffect | CreateEffect | PostEffect;

/**
 * Change in other records while a record is in one of these states. The engine undoes the change
 * when the record leaves them.
 */
export interface Effect {
  /** Name of the effect within the resource. Stored, so renaming it needs a migration. */
  readonly key: string;
  /** Codes of states of the resource, or phases. */
  readonly states: readonly string[];
  /** Field of the further life whose codes `states` are; if omitted, the states of the record. */
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
 * Functions that declare effects, typed for the rows of one resource. Effects depend on the row
 * alone: further data is first copied or computed into the row, so that people see it and random
 * plays can be repeated.
 */
export interface EffectBuilders<Row> {
  /**
   * Declares an effect that applies while the record is in one of these states.
   * @param states codes or phases; of a further life, with its field: `{ life: 'performance',
   * states: '5' }`
   * @param key name of the effect, if the resource has two of one type on one target
   */
  during(
    states: string | readonly string[] | LifeStates<keyof Row & string>,
    hold: StateEffect,
    key?: string,
  ): Effect;
  /**
   * Writes values to fields of the record that `ref` names, and performs `action` on it; both are
   * undone afterwards. If the row decides between several actions, `by` returns one of them.
   */
  write<T extends Fields>(
    ref: keyof Row & string,
    target: Face<T>,
    given: {
      readonly action?: string | { readonly of: readonly string[]; by(row: Readonly<Row>): string };
      readonly set?: (row: Readonly<Row>) => WrittenValues<T>;
    },
  ): StateEffect;
  /** Creates a record with these initial values, none if null, and writes its id to `into`. */
  create<T extends Fields>(
    target: Face<T>,
    given: {
      readonly into: keyof Row & string;
      readonly values: (row: Readonly<Row>) => WrittenValues<T> | null;
    },
  ): StateEffect;
  /**
   * Posts these entries to subaccounts of the ledger; several of one subaccount add up.
   * @param at the field with their business day. The first entry of an effect in a subaccount has it; later ones, which
   *   take back or repeat, have the day on which they are posted. `opening` entries count in balances and in no year
   *   (decision 0640).
   */
  post<L extends Ledger>(
    ledger: L,
    entries: (row: Readonly<Row>) => readonly EntryOfLedger<L>[],
    at?: { readonly day: keyof Row & string; readonly opening?: true },
  ): StateEffect;
}

const targetNames: {
  readonly [K in StateEffect['is']]: (hold: Extract<StateEffect, { is: K }>) => string;
} = {
  write: ({ ref }) => ref,
  create: ({ target }) => target,
  post: ({ ledger }) => ledger.key,
};

const nameOf = (hold: StateEffect): string => `${hold.is} ${targetNames[hold.is](hold as never)}`;

/**
 * Returns the resource that an effect changes: of a ledger, the owner of its subaccounts, if it has
 * one.
 */
export const resourceReachedBy = (hold: StateEffect): string | null =>
  hold.is === 'post' ? (hold.ledger.owner?.key ?? null) : hold.target;

/** Functions that declare effects, untyped; a definition gets them typed for its rows. */
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
    opening: at?.opening ?? false,
  }),
};

type Checked = Parameters<typeof statePlacesOf>[0] & { readonly effects: readonly Effect[] };

/**
 * Checks the effects of a resource.
 * @throws Error for two effects of one name, for a state that does not exist, and for a reference
 * to
 *   another resource.
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
