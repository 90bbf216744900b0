import type { Fields, RowOf } from '@keyan/kernel/definition/field.ts';
import type { Validator } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';

/** the one date is not before the other, where both are known. */
export const notBefore = <F extends Fields, Name extends keyof F & string>(
  fields: F,
  later: Name,
  earlier: Name,
): Validator<RowOf<F>, Name> => ({
  fields: [later],
  check: (row) => {
    const [end, start] = [row[later] as string | null, row[earlier] as string | null];
    if (!end || !start || end >= start) return null;
    const [a, b] = [(fields[later] as F[Name]).spec.label, (fields[earlier] as F[Name]).spec.label];
    return fill([`【{later}】不能早于【{earlier}】`, '{later} must not be before {earlier}'], {
      later: a,
      earlier: b,
    });
  },
});
