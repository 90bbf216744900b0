import type { RowLike } from '../values/row.ts';
import type { Fields, RowOf } from './field/field.ts';
import { checkChecks, type RecordCheck } from './life/checks.ts';
import type { Facts, KnownFacts } from './life/fact.ts';
import type { ImportFiles } from './page/import-files.ts';
import type { ImportMaking } from './page/import-makes.ts';

/** Reason why a university has few records of a kind, or none at first. */
export interface Scarce {
  readonly records: 'few' | 'none';
  readonly because: string;
}

/** Optional properties of a resource besides fields, rules and pages. */
export interface ResourceExtras {
  /**
   * Reason why a demo has fewer than twenty records of this kind; if omitted, it has twenty, in
   * every state.
   */
  readonly scarce?: Scarce;
  /** Checks whose results people who handle a record see beside its fields (核对结果). */
  readonly checks?: readonly RecordCheck[];
  /**
   * File formats of other programs from which records are imported; the behaviour reads them
   * (`readFile`).
   */
  readonly importFiles?: ImportFiles;
  /**
   * Functions, by reference, that make a missing referenced record during an import, with the
   * importer's rights. The target must have no approval.
   */
  readonly importMakes?: Readonly<Record<string, ImportMaking>>;
}

/**
 * Properties that a mixin may define for every resource that uses it, in the form of a resource
 * definition.
 */
export interface MixinContext<F extends Fields, Rule, Once> {
  /** Fields that the resource must include: `fields: { …, ...mixin.fields }`. */
  readonly fields: F;
  /** Validators that run before those of the resource. */
  readonly validators?: readonly Rule[];
  /** Checks shown before those of the resource. */
  readonly checks?: readonly RecordCheck[];
  /** Computes values before the resource does, which may replace them. */
  compute?(
    row: Readonly<RowOf<F>>,
    before: Readonly<Partial<RowOf<F>>> | undefined,
    context: { readonly facts: KnownFacts },
  ): Partial<RowOf<F>>;
  /** Facts that the mixin's rules use, besides those of the resource. */
  readonly facts?: Facts;
  /** Properties that may be given once per resource: access, words, … */
  readonly once?: Once;
  /** Fields of the resource that the mixin reads. */
  readonly reads?: readonly string[];
}

/**
 * Mixin as part of a resource. `Options` is the data that its server half needs about the resource.
 */
export interface MixinShape<F extends Fields, Rule, Once, Options>
  extends MixinContext<F, Rule, Once> {
  readonly key: string;
  readonly options: Options;
}

type AnyMixin = MixinShape<Fields, unknown, object | undefined, unknown>;

/** Kind of mixin, by which its definition and its server half refer to each other. */
export interface MixinKind<Options> {
  readonly key: string;
  /** Makes the mixin for one resource. */
  with<P extends MixinContext<Fields, unknown, object>>(
    options: Options,
    parts: P,
  ): P & { readonly key: string; readonly options: Options };
  /** Returns the options that the resource gave; undefined if the resource lacks the mixin. */
  optionsOf(resource: {
    readonly with?: readonly { key: string; options: unknown }[];
  }): Options | undefined;
}

/** Declares a kind of mixin; its server half names the returned value. */
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

/** Chains computations: each sees the values that earlier ones computed. */
const chainComputations =
  (steps: readonly Compute[]): Compute =>
  (row, before, context) => {
    const values: Record<string, unknown> = {};
    for (const step of steps) Object.assign(values, step({ ...row, ...values }, before, context));
    return values;
  };

/**
 * Checks the fields of a mixin. @throws Error for a mixin field that the resource lacks or
 * replaces, and for a missing field that the mixin reads.
 */
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

/** Merges the properties given once. @throws Error for a property that two sources give. */
const mergeSingleProperties = (given: Mixed, mixins: readonly AnyMixin[]): object => {
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
 * Merges mixins into a definition: lists are concatenated; values are computed in the order of
 * `with`, then by the resource.
 * @throws Error for contradictions between mixins.
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
    ...mergeSingleProperties(given, mixins),
    validators: [...mixins.flatMap((mixin) => mixin.validators ?? []), ...(given.validators ?? [])],
    checks: [...mixins.flatMap((mixin) => mixin.checks ?? []), ...(given.checks ?? [])],
    ...(steps.length > 0 ? { compute: chainComputations(steps) } : {}),
    ...factsOf([...mixins, given]),
  };
};
