import type { Status } from '@keyan/kernel/access/status.ts';
import type { MixinKind } from '@keyan/kernel/definition/mixin.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { computedValuesOf } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { Behaviour } from './behaviour.ts';

type Hooks = Omit<Behaviour, 'resource'>;

/** Server half of a mixin: hooks for each resource with the mixin. */
export interface MixinBehaviour {
  /** Returns the hooks of a resource; undefined without the mixin. */
  hooksOf(resource: Resource): Hooks | undefined;
}

/**
 * Types the server half of a mixin: `export const achievementBehaviour = behaveMixin(achievementMixin, (kind, options)
 * => ({ … }))`.
 */
export const behaveMixin = <Options>(
  mixin: MixinKind<Options>,
  hooks: (resource: Resource, options: Options) => Hooks,
): MixinBehaviour => ({
  hooksOf: (resource) => {
    const options = mixin.optionsOf(resource);
    return options === undefined ? undefined : hooks(resource, options);
  },
});

/**
 * Merges values of several behaviours.
 * @throws Error if two behaviours set one field: the order would decide.
 */
const merged = (resource: Resource, parts: readonly RowLike[]): RowLike => {
  const values: Record<string, unknown> = {};
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    if (Object.hasOwn(values, name)) {
      throw new Error(`${resource.key}: two behaviours set ${name}`);
    }
    values[name] = value;
  }
  return values;
};

const present = <Name extends keyof Hooks>(all: readonly Hooks[], name: Name) =>
  all.flatMap((hooks) => {
    const hook = hooks[name];
    return hook ? [hook as NonNullable<Hooks[Name]>] : [];
  });

/** Combines `complete` of all behaviours, and recomputes the fields of the definition afterwards. */
const completing = (resource: Resource, all: readonly Hooks[]): Pick<Hooks, 'complete'> => {
  const hooks = present(all, 'complete');
  if (hooks.length === 0) return {};
  return {
    complete: async (row, context) => {
      const parts = await Promise.all(hooks.map((complete) => complete(row, context)));
      const values = merged(resource, parts);
      const { before, facts } = context;
      return {
        ...values,
        ...computedValuesOf(resource, { ...row, ...values }, before ?? {}, facts),
      };
    },
  };
};

const checking = (all: readonly Hooks[]): Pick<Hooks, 'check'> => {
  const hooks = present(all, 'check');
  if (hooks.length === 0) return {};
  return {
    check: async (row, context) =>
      (await Promise.all(hooks.map((check) => check(row, context)))).flat(),
  };
};

/** Combines `saved`, in the order of the mixins, the resource last. */
const saving = (all: readonly Hooks[]): Pick<Hooks, 'saved'> => {
  const hooks = present(all, 'saved');
  if (hooks.length === 0) return {};
  return {
    saved: async (row, context) => {
      for (const saved of hooks) await saved(row, context);
    },
  };
};

/** Picks the reader of files and the reader of sheets: that of the resource comes before those of its mixins. */
const reading = (all: readonly Hooks[]): Pick<Hooks, 'readFile' | 'readSheet'> => {
  const readFile = present(all, 'readFile').at(-1);
  const readSheet = present(all, 'readSheet').at(-1);
  return { ...(readFile && { readFile }), ...(readSheet && { readSheet }) };
};

/** Combines `lends`: a file may be opened if one behaviour allows it. */
const lending = (all: readonly Hooks[]): Pick<Hooks, 'lends'> => {
  const hooks = present(all, 'lends');
  if (hooks.length === 0) return {};
  return {
    lends: async (file, reader) => {
      for (const lends of hooks) {
        const lent = await lends(file, reader);
        if (lent !== false) return lent;
      }
      return false;
    },
  };
};

/** Picks `named`: that of the resource comes before those of its mixins. */
const naming = (all: readonly Hooks[]): Pick<Hooks, 'named'> => {
  const named = present(all, 'named').at(-1);
  return named ? { named } : {};
};

/** Picks `verified`: that of the resource comes before those of its mixins. */
const verifying = (all: readonly Hooks[]): Pick<Hooks, 'verified'> => {
  const verified = present(all, 'verified').at(-1);
  return verified ? { verified } : {};
};

/** Combines `entering`, in the order of the mixins, the resource last. */
const entering = (all: readonly Hooks[]): NonNullable<Hooks['entering']> => {
  const hooks = present(all, 'entering');
  const statuses = [...new Set(hooks.flatMap((each) => Object.keys(each)))] as Status[];
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      async (...[row, context]: Parameters<NonNullable<(typeof hooks)[number][Status]>>) => {
        for (const each of hooks) await each[status]?.(row, context);
      },
    ]),
  );
};

/**
 * Returns the behaviour of each resource that has one, directly or through mixins.
 * @param own behaviours of single resources
 * @throws Error if two mixins act after the same action.
 */
export const behavioursOf = (
  resources: readonly Resource[],
  mixins: readonly MixinBehaviour[],
  own: readonly Behaviour[],
): readonly Behaviour[] =>
  resources.flatMap((resource) => {
    const mine = own.filter((behaviour) => behaviour.resource.key === resource.key);
    const shared = mixins.flatMap((mixin) => mixin.hooksOf(resource) ?? []);
    if (shared.length === 0) return mine;
    const all: readonly Hooks[] = [...shared, ...mine];
    return [
      {
        resource,
        ...completing(resource, all),
        ...checking(all),
        ...saving(all),
        ...reading(all),
        ...lending(all),
        ...naming(all),
        ...verifying(all),
        entering: entering(all),
        ahead: merged(resource, present(all, 'ahead')) as NonNullable<Hooks['ahead']>,
        performed: merged(resource, present(all, 'performed')) as NonNullable<Hooks['performed']>,
        checked: merged(resource, present(all, 'checked')) as NonNullable<Hooks['checked']>,
      },
    ];
  });
