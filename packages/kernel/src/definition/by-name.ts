/**
 * The values by name, without the names that every object inherits: whoever looks a client's word up in them
 * (`toString`, `constructor`) finds nothing.
 */
export const withoutPrototype = <T extends object>(values: T): T =>
  ({ __proto__: null, ...values }) as T;
