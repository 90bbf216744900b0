import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { subTableLines } from './path.ts';

/** Keys and positions of the lines in a form's sub-tables. */
export interface FormLines {
  /** Returns the key of a line, stable while the line is edited and moved. */
  keyOf(line: RowLike): string;
  /** Returns the changed line, with the same key. */
  changed(line: RowLike, change: RowLike): RowLike;
  /**
   * Returns the row with the lines of numbered sub-tables renumbered from 1. Lines in the right
   * place stay the same objects.
   */
  renumbered(values: RowLike): RowLike;
}

export const createFormLines = (resource: Resource): FormLines => {
  const keys = new WeakMap<object, string>();
  let count = 0;
  const ordinals = Object.entries(resource.fields).flatMap(([name, { spec }]) => {
    const ordinal = Object.entries(spec.fields ?? {}).find(([, each]) => each.spec.ordinal)?.[0];
    return ordinal ? [[name, ordinal] as const] : [];
  });
  const keyOf = (line: RowLike): string => {
    let key = keys.get(line);
    if (!key) {
      count += 1;
      key = `line-${count}`;
      keys.set(line, key);
    }
    return key;
  };
  const changed = (line: RowLike, change: RowLike): RowLike => {
    const next = { ...line, ...change };
    keys.set(next, keyOf(line));
    return next;
  };
  return {
    keyOf,
    changed,
    renumbered(values) {
      const moved = ordinals.flatMap(([name, ordinal]): [string, readonly RowLike[]][] => {
        const lines = subTableLines(values, name);
        const inPlace = (line: RowLike, index: number) => line[ordinal] === index + 1;
        if (lines.every(inPlace)) return [];
        const next = lines.map((line, index) =>
          inPlace(line, index) ? line : changed(line, { [ordinal]: index + 1 }),
        );
        return [[name, next]];
      });
      return moved.length === 0 ? values : { ...values, ...Object.fromEntries(moved) };
    },
  };
};
