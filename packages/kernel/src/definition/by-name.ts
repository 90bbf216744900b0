/**
 * Copies values by name without inherited names: a lookup of a client's text (`toString`,
 * `constructor`) then finds nothing.
 */
export const withoutPrototype = <T extends object>(values: T): T =>
  ({ __proto__: null, ...values }) as T;
