import type { Label } from '../../label.ts';
import type { RowLike } from '../../values/row.ts';

/** Value at a named place of a number. A method, so that a definition's own row fits any row. */
type Place<Row, X> = {
  of(row: Readonly<Row>, facts: X): string | number | null | undefined;
}['of'];

/** The numbers of records, `LW${yyyy}${seq4}`: no two records get the same; gaps are allowed. */
export interface Numbering<Name extends string = string, Row = RowLike, X = RowLike> {
  readonly field: Name;
  /**
   * Text with the placeholders `${yyyy} ${MM} ${dd}`, named places, and one `${seqN}`: a count of N
   * digits. Each text without the count has a count of its own.
   */
  readonly pattern: string;
  /**
   * When a record gets it: when it is made, when it is first submitted (the default), or with its last approval, in
   * the same transaction: what is refused or returned uses up none (ruling 62).
   */
  readonly at?: 'add' | 'submit' | 'approved';
  /** `${planCode}`: what stands there, of the row and its facts. */
  readonly places?: Readonly<Record<string, Place<Row, X>>>;
  /** Name of its rule among the parameters (`number.rule.program`); by default that of the resource. */
  readonly rule?: string;
}

const dated = ['yyyy', 'MM', 'dd'];

/** Fault of a pattern for these numbers: an unknown placeholder, or not exactly one count. */
export const patternFault = (
  { places = {} }: Pick<Numbering<string, never>, 'places'>,
  pattern: string,
): Label | null => {
  const placeholders = [...pattern.matchAll(/\$\{([^}]*)\}/g)].map(([, name = '']) => name);
  const counts = placeholders.filter((name) => /^seq[1-9]$/.test(name));
  const known = [...counts, ...dated, ...Object.keys(places)];
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

/** @throws Error for a pattern that gives no numbers. */
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

/** The texts of the places that the pattern names; null where one of them has none yet. */
export const numberPlaceholders = (
  { pattern, places = {} }: Pick<Numbering, 'pattern' | 'places'>,
  row: RowLike,
  facts: RowLike,
): Readonly<Record<string, string>> | null => {
  const found = Object.entries(places).flatMap(([name, place]) =>
    pattern.includes(`\${${name}}`) ? [[name, place(row, facts) ?? '']] : [],
  );
  if (found.some(([, text]) => text === '')) return null;
  // A text of the record is no pattern, whatever it looks like.
  return Object.fromEntries(found.map(([name, text]) => [name, String(text).replaceAll('$', '')]));
};

/** Letters of a named place, as far as pages leave room for it. */
const placeLetters = 6;

/** How many letters a number has, roughly where it names places. */
export const numberLength = ({ pattern }: Pick<Numbering, 'pattern'>): number =>
  pattern.replaceAll(/\$\{([^}]*)\}/g, (_, name: string) => {
    const digits = /^seq([1-9])$/.exec(name)?.[1];
    if (digits) return '0'.repeat(Number(digits));
    return '0'.repeat(dated.includes(name) ? name.length : placeLetters);
  }).length;
