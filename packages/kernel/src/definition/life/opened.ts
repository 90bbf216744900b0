import type { Field, Fields } from '../field/field.ts';
import type { Resource } from '../resource.ts';

/** The resource without these fields: they are neither shown nor asked for, and keep their values. */
export const withoutFields = <R extends Resource>(resource: R, names: readonly string[]): R => {
  const closed = withReadOnlyFields(resource, names);
  if (closed === resource) return resource;
  const gone = names.flatMap((name) => {
    const field = closed.fields[name];
    return field ? [[name, field.when(() => false)] as const] : [];
  });
  return { ...closed, fields: { ...closed.fields, ...Object.fromEntries(gone) } };
};

/** The resource with these fields read-only. */
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

/** A field that nobody writes, in the form of an action: whoever performs the action fills it in. */
export const editableInAction = <F extends Field<unknown>>(field: F): F =>
  field.with({ readonly: false, byApprover: false });

/**
 * The resource as a step of its approval sees it: fields that only approvers fill in are writable where
 * the step names them.
 * @param editable the fields that the step may change
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
