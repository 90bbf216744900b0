import type { Label } from '../../label.ts';
import type { RowLike } from '../../values/row.ts';

/**
 * Function that returns the text of a named placeholder. A method, so that the row type of a
 * definition fits any row.
 */
type Place<Row, X> = {
  of(row: Readonly<Row>, facts: X): string | number | null | undefined;
}['of'];

/**
 * Rule for readable numbers of records, such as `LW${yyyy}${seq4}`: numbers are unique; gaps are
 * allowed.
 */
export interface Numbering<Name extends string = string, Row = RowLike, X = RowLike> {
  readonly field: Name;
  /**
   * Text with placeholders `${yyyy} ${MM} ${dd}`, named ones, and one `${seqN}`: a counter of N
   * digits. Each distinct text without the counter has a separate counter.
   */
  readonly pattern: string;
  /**
   * Moment at which a record gets its number: when stored, when first submitted (default), or with
   * its last approval, in that transaction, so that refused and returned records use no number
   * (ruling 62).
   */
  readonly at?: 'add' | 'submit' | 'approved';
  /** Functions of the named placeholders, such as `${planCode}`, from the row and its facts. */
  readonly places?: Readonly<Record<string, Place<Row, X>>>;
  /** Name in the key of the parameter (`number.rule.program`); default: the key of the resource. */
  readonly rule?: string;
}

const datePlaceholders = ['yyyy', 'MM', 'dd'];

/** Returns the fault of a number pattern: an unknown placeholder, or not exactly one counter. */
export const patternFault = (
  { places = {} }: Pick<Numbering<string, never>, 'places'>,
  pattern: string,
): Label | null => {
  const placeholders = [...pattern.matchAll(/\$\{([^}]*)\}/g)].map(([, name = '']) => name);
  const counts = placeholders.filter((name) => /^seq[1-9]$/.test(name));
  const known = [...counts, ...datePlaceholders, ...Object.keys(places)];
  const unknown = placeholders.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const names = `\${${unknown.join('}, ${')}}`;
    return [`编号规则中的 ${names} 没有内容可填`, `no value for ${names} in the numbering rule`];
  }
  return counts.length === 1
    ? null
    : [
        '编号规则应有且只有一个流水号，如 ${seq4}',
        'the numbering rule must contain exactly one sequence number, such as ${seq4}',
      ];
};

/** Checks the number pattern of a definition. @throws Error for an invalid pattern. */
export const checkNumbering = ({
  key,
  number,
}: {
  readonly key: string;
  readonly number?: Numbering<string, never>;
}): void => {
  const fault = number ? patternFault(number, number.pattern) : null;
  if (fault) throw new Error(`${key}: ${fault[1]}`);
};

/** Returns the texts of the placeholders in the pattern; null if one of them is still empty. */
export const numberPlaceholders = (
  { pattern, places = {} }: Pick<Numbering, 'pattern' | 'places'>,
  row: RowLike,
  facts: RowLike,
): Readonly<Record<string, string>> | null => {
  const found = Object.entries(places).flatMap(([name, place]) =>
    pattern.includes(`\${${name}}`) ? [[name, place(row, facts) ?? '']] : [],
  );
  if (found.some(([, text]) => text === '')) return null;
  // A `$` in a text of the record must not be read as a placeholder.
  return Object.fromEntries(found.map(([name, text]) => [name, String(text).replaceAll('$', '')]));
};

/** Assumed number of letters of a named placeholder, for the width of columns. */
const placeLetters = 6;

/** Returns the number of letters of a number, estimated if the pattern has named placeholders. */
export const numberLength = ({ pattern }: Pick<Numbering, 'pattern'>): number =>
  pattern.replaceAll(/\$\{([^}]*)\}/g, (_, name: string) => {
    const digits = /^seq([1-9])$/.exec(name)?.[1];
    if (digits) return '0'.repeat(Number(digits));
    return '0'.repeat(datePlaceholders.includes(name) ? name.length : placeLetters);
  }).length;
