import type { Fields } from '../definition/field/field.ts';
import type { Resource } from '../definition/resource.ts';

/**
 * Returns the keys of the resources to which fields that people fill in refer, including fields of
 * sub-tables.
 */
export const targetsIn = (fields: Fields, only: 'all' | 'required'): readonly string[] =>
  Object.values(fields).flatMap(({ spec }) => {
    if (spec.readonly || (only === 'required' && !spec.required)) return [];
    if (spec.type === 'rows') return targetsIn(spec.fields ?? {}, only);
    return spec.target ? [spec.target.key] : [];
  });

/**
 * Sorts resources so that each follows those it refers to. Circles of optional references are
 * broken: the first record leaves them empty.
 *
 * @throws Error for a circle of required references, of which no first record can be made.
 */
export const creationOrder = (resources: readonly Resource[]): readonly Resource[] => {
  const waiting = new Map(resources.map((resource) => [resource.key, resource]));
  const edges = new Map(
    resources.map(({ key, fields }) => {
      const required = targetsIn(fields, 'required');
      // An optional reference to a record of the same kind may be empty.
      const others = targetsIn(fields, 'all').filter((target) => target !== key);
      return [key, { required, all: [...new Set([...required, ...others])] }] as const;
    }),
  );
  const waitsFor = ({ key }: Resource, only: 'all' | 'required'): readonly string[] =>
    (edges.get(key)?.[only] ?? []).filter((target) => waiting.has(target));
  const isFree = (resource: Resource, only: 'all' | 'required'): boolean =>
    waitsFor(resource, only).length === 0;
  const next = (): Resource => {
    const rest = [...waiting.values()];
    const found =
      rest.find((one) => isFree(one, 'all')) ?? rest.find((one) => isFree(one, 'required'));
    if (found) return found;
    const circle = rest.flatMap((one) =>
      waitsFor(one, 'required').map((key) => `${one.key} → ${key}`),
    );
    throw new Error(
      `required references in a circle, so no record can be the first: ${circle.join(', ')}`,
    );
  };
  const order: Resource[] = [];
  while (waiting.size > 0) {
    const found = next();
    order.push(found);
    waiting.delete(found.key);
  }
  return order;
};

/**
 * Returns those resources to which the others refer, in an order in which their records can be
 * made.
 */
export const targetsInOrder = (resources: readonly Resource[]): readonly Resource[] => {
  const keys = new Set(resources.flatMap(({ fields }) => targetsIn(fields, 'all')));
  return creationOrder(resources).filter(({ key }) => keys.has(key));
};

/** Returns required references to resources outside the list, as `resource.field → key`. */
export const missingTargets = (resources: readonly Resource[]): readonly string[] => {
  const known = new Set(resources.map(({ key }) => key));
  return resources.flatMap(({ key, fields }) =>
    targetsIn(fields, 'required')
      .filter((target) => !known.has(target))
      .map((target) => `${key} → ${target}`),
  );
};
