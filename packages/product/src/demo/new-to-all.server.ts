import { uniqueKey } from '@keyan/kernel/definition/field/unique.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { validate } from '@keyan/kernel/records/validate.ts';
import type { Input } from '@keyan/kernel/specimen/values.ts';

/** Maximum number of draws to find unique values; the last draw is used even if a value repeats. */
export const maxDraws = 50;

/**
 * Draws a record whose unique fields, computed ones included, differ from earlier records.
 * @param taken values of earlier records, to which the new values are added
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
