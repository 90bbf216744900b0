import type { Actor, SystemActor } from '@keyan/kernel/access/actor.ts';
import type { FieldSpec, Fields } from '@keyan/kernel/definition/field/field.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { cleanHtml } from '../base/html.ts';
import { taskOwnerOf } from '../workers/person.ts';
import type { WorkerPool } from '../workers/pool.ts';
import { defineTask } from '../workers/task.ts';

/**
 * Maximum number of characters of a text that is cleaned in this process: the worst markup of this length takes 25 ms
 * (decision 0017). Longer texts go to a worker process.
 */
const maxLengthCleanedHere = 5_000;

const cleanLong = defineTask<typeof import('../base/html.ts'), 'cleanHtml'>({
  what: ['富文本内容', 'The formatted text'],
  module: new URL('../base/html.ts', import.meta.url),
  run: 'cleanHtml',
  bounds: { inputBytes: 1e6, outputBytes: 4e6, milliseconds: 10_000, megabytes: 256 },
});

/**
 * Cleans the formatted texts of an input. Other values, and texts too long for their field, are left to validation,
 * which refuses them; cleaning them could take minutes.
 * @throws TaskFailed for a text that cannot be cleaned in time.
 */
export const cleanInput = async <V extends RowLike>(
  workers: Pick<WorkerPool, 'run'>,
  actor: Actor | SystemActor,
  fields: Fields,
  input: V,
): Promise<V> => {
  const cleaned = await Promise.all(
    Object.entries(input).map(async ([name, value]) => {
      const spec = Object.hasOwn(fields, name) ? fields[name]?.spec : undefined;
      if (spec?.type !== 'rich' || typeof value !== 'string' || !takes(spec, value)) return [];
      const clean =
        value.length > maxLengthCleanedHere
          ? await workers.run(cleanLong, value, { person: taskOwnerOf(actor) })
          : cleanHtml(value);
      return [[name, clean] as const];
    }),
  );
  return { ...input, ...Object.fromEntries(cleaned.flat()) };
};

/** True if the field accepts the text in its original form. */
const takes = (spec: FieldSpec, value: string): boolean =>
  !('fault' in fieldTypeTable[spec.type].parse(value, spec));
