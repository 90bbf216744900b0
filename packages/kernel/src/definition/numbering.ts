/** What stands at a named place of a number. A method, so that a definition's own row fits any row. */
type Place<Row, X> = {
  of(row: Readonly<Row>, facts: X): string | number | null | undefined;
}['of'];

/** The numbers of records, `LW${yyyy}${seq4}`: no two records get the same; gaps are allowed. */
export interface Numbering<
  Name extends string = string,
  Row = Readonly<Record<string, unknown>>,
  X = Readonly<Record<string, unknown>>,
> {
  readonly field: Name;
  /**
   * Text with the placeholders `${yyyy} ${MM} ${dd}`, named places, and one `${seqN}`: a count of N
   * digits. Each text without the count has a count of its own.
   */
  readonly pattern: string;
  /** When a record gets it: when it is made, or when it is first submitted (the default). */
  readonly at?: 'add' | 'submit';
  /** `${planCode}`: what stands there, of the row and its facts. */
  readonly places?: Readonly<Record<string, Place<Row, X>>>;
}

const dated = ['yyyy', 'MM', 'dd'];

/** @throws Error for an unknown placeholder, or a pattern without exactly one count. */
export const checkNumbering = ({
  key,
  number,
}: {
  readonly key: string;
  readonly number?: Numbering<string, never>;
}): void => {
  if (!number) return;
  const placeholders = [...number.pattern.matchAll(/\$\{([^}]*)\}/g)].map(([, name = '']) => name);
  const counts = placeholders.filter((name) => /^seq[1-9]$/.test(name));
  const named = Object.keys(number.places ?? {});
  const unknown = placeholders.filter(
    (name) => !counts.includes(name) && !dated.includes(name) && !named.includes(name),
  );
  if (unknown.length > 0) {
    throw new Error(`${key}: nothing fills \${${unknown.join('}, ${')}} of its number`);
  }
  if (counts.length !== 1) throw new Error(`${key}: its number needs one count, such as \${seq4}`);
};

/** The texts of the named places; null where one of them has none yet. */
export const placesOf = (
  { places = {} }: Pick<Numbering, 'places'>,
  row: Readonly<Record<string, unknown>>,
  facts: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> | null => {
  const found = Object.entries(places).map(([name, place]) => [name, place(row, facts) ?? '']);
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
