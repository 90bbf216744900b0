import type { Field, Fields } from '../field/field.ts';
import type { Resource } from '../resource.ts';

/**
 * Returns the resource with these fields hidden: forms do not show them, and saving leaves their
 * values unchanged.
 */
export const withoutFields = <R extends Resource>(resource: R, names: readonly string[]): R => {
  const closed = withReadOnlyFields(resource, names);
  if (closed === resource) return resource;
  const gone = names.flatMap((name) => {
    const field = closed.fields[name];
    return field ? [[name, field.when(() => false)] as const] : [];
  });
  return { ...closed, fields: { ...closed.fields, ...Object.fromEntries(gone) } };
};

/** Returns the resource with these fields read-only. */
export const withReadOnlyFields = <R extends Resource>(
  resource: R,
  names: readonly string[],
): R => {
  if (names.length === 0) return resource;
  const closed = names.flatMap((name) => {
    const field = resource.fields[name];
    return field ? [[name, field.computed()] as const] : [];
  });
  const fields: Fields = { ...resource.fields, ...Object.fromEntries(closed) };
  return { ...resource, fields };
};

/** Makes a read-only field writable in the form of an action. */
export const editableInAction = <F extends Field<unknown>>(field: F): F =>
  field.with({ readonly: false, byApprover: false });

/**
 * Returns the resource as a step of its approval shows it: fields reserved for approvers are
 * writable if the step lists them.
 * @param editable fields that the step may change
 */
export const resourceAtStep = <R extends Resource>(resource: R, editable: readonly string[]): R => {
  const opened = editable.flatMap((name) => {
    const field = resource.fields[name];
    return field?.spec.byApprover ? [[name, field.with({ readonly: false })] as const] : [];
  });
  if (opened.length === 0) return resource;
  const fields: Fields = { ...resource.fields, ...Object.fromEntries(opened) };
  return { ...resource, fields };
};
