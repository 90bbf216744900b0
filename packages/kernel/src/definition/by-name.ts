/**
 * The same values by name, and none by a name that every object has: whoever looks a client's word up in them
 * (`toString`, `constructor`) finds nothing.
 */
export const withoutPrototype = <T extends object>(values: T): T =>
  ({ __proto__: null, ...values }) as T;
