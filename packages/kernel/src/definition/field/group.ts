import type { Label } from '../../label.ts';
import type { Fields } from './field.ts';

/** Label of a part with a capital first letter, as a heading. */
const capitalised = ([zh, en]: Label): Label => [zh, en.charAt(0).toUpperCase() + en.slice(1)];

/**
 * Declares fields that are parts of one thing, such as the qualifications of a leader: each is a
 * separate column with its type, rules, filter and workbook cell. Forms and pages show them
 * together under the label of the whole; elsewhere, as in a history, each label is prefixed with
 * that of the whole.
 *
 * ```ts fields: { …, ...group(['负责人资格条件', 'Leader'], { leaderRank: f.dict(['最低职称', 'lowest rank'],
 * rankLevel), … }) } ```
 */
export const group = <const F extends Fields>(of: Label, fields: F): F =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { label } = field.spec;
      return [
        name,
        field.with({
          label: [`${of[0]}·${label[0]}`, `${of[1]}: ${label[1]}`],
          part: { of, label: capitalised(label) },
        }),
      ];
    }),
  ) as F;

/** Single field, or the adjacent parts of one group. */
export interface FieldOrGroup {
  /** Label of the group; null for a single field. */
  readonly of: Label | null;
  readonly names: readonly [string, ...string[]];
}

/** Splits fields in order into single fields and groups. */
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
