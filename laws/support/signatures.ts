import { dept, hasProcess, listFields, user } from '@keyan/kernel/definition/field/base-fields.ts';
import type { FieldSpec, Fields } from '@keyan/kernel/definition/field/field.ts';
import { grantsAction, permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import type { ActionName, Resource } from '@keyan/kernel/definition/resource.ts';

const specsIn = (fields: Fields): readonly FieldSpec[] =>
  Object.values(fields).flatMap(({ spec }) => [spec, ...specsIn(spec.fields ?? {})]);

const offers = (resource: Resource, action: ActionName): boolean =>
  grantsAction(resource, new Set(permissionsOf(resource)), action);

/** Tests for features of a resource that a mechanism of the program treats specially. */
const features = {
  process: hasProcess,
  states: ({ states }) => states !== undefined,
  number: ({ number }) => number !== undefined,
  department: ({ department }) => department !== undefined,
  people: ({ concerned }) => concerned !== undefined,
  pageless: ({ access }) => access.pageless === true,
  'open to choosing': ({ access }) => access.choose !== undefined,
  written: (resource) => offers(resource, 'add'),
  import: (resource) => offers(resource, 'import'),
  export: (resource) => offers(resource, 'export'),
  computed: ({ compute }) => compute !== undefined,
  validators: ({ validators }) => validators.length > 0,
  secret: ({ fields }) => specsIn(fields).some(({ secret }) => secret !== undefined),
  unique: ({ fields }) => specsIn(fields).some(({ unique }) => unique !== undefined),
  conditional: ({ fields }) => specsIn(fields).some(({ when }) => when !== undefined),
  'tree of codes': ({ fields }) => specsIn(fields).some(({ dictionary }) => dictionary?.tree),
  'required record': ({ fields }) =>
    specsIn(fields).some(
      ({ target, required }) => required && target && ![user.key, dept.key].includes(target.key),
    ),
  ...Object.fromEntries(
    [
      'rows',
      'files',
      'rich',
      'time',
      'dicts',
      'decimal',
      'money',
      'percent',
      'integer',
      'ref',
      'refs',
    ].map((kind) => [
      kind,
      ({ fields }: Resource) => specsIn(fields).some((spec) => spec.type === kind),
    ]),
  ),
} satisfies Readonly<Record<string, (resource: Resource) => boolean | undefined>>;

/** Returns the names of a resource's features. */
export const signatureOf = (resource: Resource): readonly string[] =>
  Object.entries(features).flatMap(([name, has]) => (has(resource) ? [name] : []));

/** Returns features in pairs, and each alone: mechanisms fail where two features meet. */
const meetings = (signature: readonly string[]): readonly string[] =>
  signature.flatMap((one, index) => signature.slice(index).map((other) => `${one} + ${other}`));

/**
 * Returns a few resources that together have every feature and every pair of features: each time
 * the one that adds most, then the one with fewer fields, then by key. A resource that adds no pair
 * tests nothing new, so that their number hardly grows with the resources.
 */
export const representatives = (resources: readonly Resource[]): readonly Resource[] => {
  const met = new Set<string>();
  const left = resources
    .map((resource) => ({ resource, adds: meetings(signatureOf(resource)) }))
    .toSorted(
      (a, b) =>
        Object.keys(listFields(a.resource)).length - Object.keys(listFields(b.resource)).length ||
        a.resource.key.localeCompare(b.resource.key),
    );
  const chosen = new Set<Resource>();
  for (;;) {
    const counted = left.map((one) => ({
      ...one,
      fresh: one.adds.filter((meeting) => !met.has(meeting)),
    }));
    const best = counted.reduce(
      (most, one) => (one.fresh.length > most.fresh.length ? one : most),
      {
        resource: undefined as Resource | undefined,
        fresh: [] as readonly string[],
      },
    );
    if (!best.resource) break;
    chosen.add(best.resource);
    for (const meeting of best.fresh) met.add(meeting);
  }
  return resources.filter((resource) => chosen.has(resource));
};
