import type { RowLike } from '../values/row.ts';
import type { Fields, RowOf } from './field/field.ts';
import { checkChecks, type RecordCheck } from './life/checks.ts';
import type { Facts, KnownFacts } from './life/fact.ts';
import type { ImportFiles } from './page/import-files.ts';
import type { ImportMaking } from './page/import-makes.ts';

/** Kinds of record of which a university has few, or none at first. */
export interface Scarce {
  readonly records: 'few' | 'none';
  readonly because: string;
}

/** Parts that some resources have beside fields, rules and pages. */
export interface ResourceExtras {
  /** Why a demo has fewer than twenty of its records; left out, it has twenty, in every state. */
  readonly scarce?: Scarce;
  /** Checks whose findings are shown, beside the fields, to the people who handle a record (核对结果). */
  readonly checks?: readonly RecordCheck[];
  /** Files of other programs that bring its records; its behaviour reads them (`readFile`). */
  readonly importFiles?: ImportFiles;
  /**
   * By reference: what an import makes where a row names a record that is not there, by the rights of the
   * importer. Its target needs no approval.
   */
  readonly importMakes?: Readonly<Record<string, ImportMaking>>;
}

/** Parts that a mixin may define once for every resource that has it, written as a resource writes them. */
export interface MixinContext<F extends Fields, Rule, Once> {
  /** The resource spreads them into its own: `fields: { …, ...mixin.fields }`. */
  readonly fields: F;
  /** Checked before those of the resource. */
  readonly validators?: readonly Rule[];
  /** Shown to handlers before those of the resource. */
  readonly checks?: readonly RecordCheck[];
  /** Computed before the resource's own values, which may replace these. */
  compute?(
    row: Readonly<RowOf<F>>,
    before: Readonly<Partial<RowOf<F>>> | undefined,
    context: { readonly facts: KnownFacts },
  ): Partial<RowOf<F>>;
  /** Facts that its rules use; the resource may have others. */
  readonly facts?: Facts;
  /** Properties that a resource has once: access, words, … */
  readonly once?: Once;
  /** Fields of the resource itself that the mixin reads. */
  readonly reads?: readonly string[];
}

/** A mixin as a resource has it. `Options` are what its server half wants to know of the resource. */
export interface MixinShape<F extends Fields, Rule, Once, Options>
  extends MixinContext<F, Rule, Once> {
  readonly key: string;
  readonly options: Options;
}

type AnyMixin = MixinShape<Fields, unknown, object | undefined, unknown>;

/** A kind of mixin: what its two halves know each other by. */
export interface MixinKind<Options> {
  readonly key: string;
  /** The mixin for one resource. */
  with<P extends MixinContext<Fields, unknown, object>>(
    options: Options,
    parts: P,
  ): P & { readonly key: string; readonly options: Options };
  /** Options that the resource gave it; nothing where the resource does not have it. */
  optionsOf(resource: {
    readonly with?: readonly { key: string; options: unknown }[];
  }): Options | undefined;
}

/** Declares a kind of mixin; its server half names the same value. */
export const defineMixin = <Options>(key: string): MixinKind<Options> => ({
  key,
  with: (options, parts) => ({ ...parts, key, options }),
  optionsOf: (resource) =>
    resource.with?.find((mixin) => mixin.key === key)?.options as Options | undefined,
});

interface Mixed {
  readonly key: string;
  readonly fields: Fields;
  readonly with?: readonly AnyMixin[];
  readonly validators?: readonly unknown[];
  readonly checks?: readonly RecordCheck[];
  readonly facts?: Facts;
  compute?(row: never, before: never, context: never): object;
}

type Compute = (row: RowLike, before: RowLike | undefined, context: object) => RowLike;

/** Each sees what those before it computed. */
const inTurn =
  (steps: readonly Compute[]): Compute =>
  (row, before, context) => {
    const values: Record<string, unknown> = {};
    for (const step of steps) Object.assign(values, step({ ...row, ...values }, before, context));
    return values;
  };

/** @throws Error for a field of a mixin that the resource lacks or replaces, or one that it reads. */
const checkFields = ({ key, fields }: Mixed, mixin: AnyMixin): void => {
  for (const [name, field] of Object.entries(mixin.fields)) {
    if (fields[name] !== field) {
      throw new Error(`${key}: the field ${name} is not that of the mixin ${mixin.key}`);
    }
  }
  const missing = mixin.reads?.find((name) => !Object.hasOwn(fields, name));
  if (missing)
    throw new Error(`${key}: the mixin ${mixin.key} reads ${missing}, which is no field`);
};

/** @throws Error for a property that two of them give. */
const onceEach = (given: Mixed, mixins: readonly AnyMixin[]): object => {
  const givers = new Map(Object.keys(given).map((name) => [name, 'the resource']));
  const merged: Record<string, unknown> = {};
  for (const { key, once = {} } of mixins) {
    for (const [name, value] of Object.entries(once)) {
      const giver = givers.get(name);
      if (giver)
        throw new Error(`${given.key}: ${name} is given by ${giver} and by the mixin ${key}`);
      givers.set(name, `the mixin ${key}`);
      merged[name] = value;
    }
  }
  return merged;
};

const factsOf = (givers: readonly { readonly facts?: Facts }[]): { facts?: Facts } => {
  const facts: Facts = Object.assign({}, ...givers.map((giver) => giver.facts));
  return Object.keys(facts).length > 0 ? { facts } : {};
};

/**
 * A definition with what its mixins say: lists append, values are computed in the order of `with`,
 * the resource's own last.
 * @throws Error where two of them say different things.
 */
export const withMixins = <G extends Mixed>(given: G): G => {
  const whole = merged(given);
  checkChecks(whole);
  return whole;
};

const merged = <G extends Mixed>(given: G): G => {
  const mixins = given.with ?? [];
  const twice = mixins.find(({ key }, index) => mixins.findIndex((one) => one.key === key) < index);
  if (twice) throw new Error(`${given.key}: it has the mixin ${twice.key} twice`);
  if (mixins.length === 0) return given;
  for (const mixin of mixins) checkFields(given, mixin);
  const steps = [...mixins, given].flatMap(({ compute }) => (compute ? [compute as Compute] : []));
  return {
    ...given,
    ...onceEach(given, mixins),
    validators: [...mixins.flatMap((mixin) => mixin.validators ?? []), ...(given.validators ?? [])],
    checks: [...mixins.flatMap((mixin) => mixin.checks ?? []), ...(given.checks ?? [])],
    ...(steps.length > 0 ? { compute: inTurn(steps) } : {}),
    ...factsOf([...mixins, given]),
  };
};
