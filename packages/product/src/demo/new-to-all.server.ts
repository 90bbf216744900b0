import { uniqueKey } from '@keyan/kernel/definition/field/unique.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { validate } from '@keyan/kernel/records/validate.ts';
import type { Input } from '@keyan/kernel/specimen/values.ts';

/** Draws that may meet an earlier record in a unique field before one of them is taken as it is. */
export const maxDraws = 50;

/**
 * A drawn record that differs from the earlier ones in each unique field, computed ones too.
 * @param taken what the earlier ones have; what this one has is added
 */
export const drawUniqueRecord = (
  resource: Resource,
  taken: Set<string>,
  today: string,
  draw: () => Input,
): Input => {
  const keysOf = (input: Input): readonly string[] => {
    const { row } = validate(resource, {}, input, 'complete', { today });
    return Object.entries(resource.fields).flatMap(([name, { spec }]) => {
      const key = uniqueKey(spec, name, row as Input);
      return key === null ? [] : [`${name}:${key}`];
    });
  };
  let row = draw();
  for (let tries = 1; tries < maxDraws && keysOf(row).some((key) => taken.has(key)); tries += 1) {
    row = draw();
  }
  for (const key of keysOf(row)) taken.add(key);
  return row;
};
