import type { Fields, RowOf } from '@keyan/kernel/definition/field/field.ts';
import type { Validator } from '@keyan/kernel/definition/field/validator.ts';
import { fill } from '@keyan/kernel/label.ts';
import { dateOfText, dayText } from '@keyan/kernel/values/time.ts';

/** Validator R-505: the later date must not precede the earlier; the fault is at the later. */
export const inOrder = <F extends Fields, Name extends keyof F & string>(
  fields: F,
  earlier: Name,
  later: Name,
): Validator<RowOf<F>, Name> => ({
  fields: [later, earlier],
  check: (row) => {
    const [first, last] = [row[earlier], row[later]] as readonly (string | null)[];
    if (!first || !last || first <= last) return null;
    const label = (name: Name) => (fields[name] as F[Name]).spec.label;
    return fill(['【{later}】不能早于【{earlier}】', '{later} must not be before {earlier}'], {
      later: label(later),
      earlier: label(earlier),
    });
  },
});

/** Validator R-505: the dates must not lie in the future. */
export const notAfterToday = <F extends Fields, Name extends keyof F & string>(
  fields: F,
  ...names: readonly Name[]
): readonly Validator<RowOf<F>, Name>[] =>
  names.map((name) => ({
    fields: [name],
    check: (row, { today }) => {
      const date = row[name] as string | null;
      if (!date || date <= today) return null;
      return fill(['【{label}】不能晚于今天', '{label} must not be in the future'], {
        label: (fields[name] as F[Name]).spec.label,
      });
    },
  }));

/** Day a number of days after another, `yyyy-MM-dd`. */
export const daysAfter = (day: string, days: number): string =>
  dayText(new Date(dateOfText(day).getTime() + days * 86_400_000));

/** Whole minutes between two times, `yyyy-MM-dd HH:mm:ss`. */
export const minutesBetween = (from: string, to: string): number =>
  Math.floor((dateOfText(to).getTime() - dateOfText(from).getTime()) / 60_000);
