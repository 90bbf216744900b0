import type { Fields } from '../definition/field/field.ts';
import type { Resource } from '../definition/resource.ts';

/** Keys of the resources to which fields that are filled in refer, those of sub-tables too. */
export const targetsIn = (fields: Fields, only: 'all' | 'required'): readonly string[] =>
  Object.values(fields).flatMap(({ spec }) => {
    if (spec.readonly || (only === 'required' && !spec.required)) return [];
    if (spec.kind === 'rows') return targetsIn(spec.fields ?? {}, only);
    return spec.target ? [spec.target.key] : [];
  });

/**
 * Resources so that each comes after those it refers to. Circles of optional references are broken:
 * the first record leaves them empty.
 *
 * @throws Error for a circle of required references: nobody could make the first record of it.
 */
export const creationOrder = (resources: readonly Resource[]): readonly Resource[] => {
  const waiting = new Map(resources.map((resource) => [resource.key, resource]));
  const waitsFor = (resource: Resource, only: 'all' | 'required'): readonly string[] =>
    [
      ...targetsIn(resource.fields, 'required'),
      // A record may leave an optional reference to its like empty.
      ...(only === 'all'
        ? targetsIn(resource.fields, 'all').filter((key) => key !== resource.key)
        : []),
    ].filter((key) => waiting.has(key));
  const next = (): Resource => {
    const rest = [...waiting.values()];
    const found =
      rest.find((one) => waitsFor(one, 'all').length === 0) ??
      rest.find((one) => waitsFor(one, 'required').length === 0);
    if (found) return found;
    const edges = rest.flatMap((one) =>
      waitsFor(one, 'required').map((key) => `${one.key} → ${key}`),
    );
    throw new Error(
      `required references in a circle, so no record can be the first: ${edges.join(', ')}`,
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

/** Resources among these to which others refer, in an order in which they can be made. */
export const targetsInOrder = (resources: readonly Resource[]): readonly Resource[] => {
  const keys = new Set(resources.flatMap(({ fields }) => targetsIn(fields, 'all')));
  return creationOrder(resources).filter(({ key }) => keys.has(key));
};

/** Required references to resources that are not among these, as `resource.field → key`. */
export const missingTargets = (resources: readonly Resource[]): readonly string[] => {
  const known = new Set(resources.map(({ key }) => key));
  return resources.flatMap(({ key, fields }) =>
    targetsIn(fields, 'required')
      .filter((target) => !known.has(target))
      .map((target) => `${key} → ${target}`),
  );
};
