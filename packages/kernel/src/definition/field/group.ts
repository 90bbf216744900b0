import type { Label } from '../../label.ts';
import type { Fields } from './field.ts';

/** The name of a part where it begins a line. */
const begun = ([zh, en]: Label): Label => [zh, en.charAt(0).toUpperCase() + en.slice(1)];

/**
 * Fields that are one thing with several parts, such as what is asked of a leader: columns of the record, each
 * with its type, rules, filter and cell in a workbook. Forms and pages show them together under the label of
 * the whole; where a part stands alone, as in a history, its name begins with it.
 *
 * ```ts
 * fields: { …, ...group(['负责人资格条件', 'Leader'], { leaderRank: f.dict(['最低职称', 'lowest rank'], rankLevel), … }) }
 * ```
 */
export const group = <const F extends Fields>(of: Label, fields: F): F =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { label } = field.spec;
      return [
        name,
        field.with({
          label: [`${of[0]}·${label[0]}`, `${of[1]}: ${label[1]}`],
          part: { of, label: begun(label) },
        }),
      ];
    }),
  ) as F;

/** A field by itself, or the parts of one thing that follow each other. */
export interface FieldOrGroup {
  /** The label of the whole; null for a field by itself. */
  readonly of: Label | null;
  readonly names: readonly [string, ...string[]];
}

/** These fields in their order, the parts of one thing as one. */
export const fieldsInGroups = (
  fields: Fields,
  names: readonly string[],
): readonly FieldOrGroup[] => {
  const found: { of: Label | null; names: [string, ...string[]] }[] = [];
  for (const name of names) {
    const of = fields[name]?.spec.part?.of ?? null;
    const last = found.at(-1);
    if (last && of !== null && last.of === of) last.names.push(name);
    else found.push({ of, names: [name] });
  }
  return found;
};
