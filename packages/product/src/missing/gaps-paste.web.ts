import { parsePasted, readCopiedRange } from '@keyan/console/fields/rows/lines.ts';
import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { GapRow } from './missing.ts';

/** Result of pasting a range over incomplete records. */
interface Pasted {
  /** Values by id of the record. */
  readonly values: Readonly<Record<string, RowLike>>;
  /** Row and column names without a matching record or field. */
  readonly unknown: readonly string[];
}

const plain = (text: string): string => text.replace(/[\s*＊]/g, '');

/**
 * Assigns a copied range: the first row names fields, the first column names records. Only missing
 * fields are filled; ambiguous names and references are skipped.
 * @param say translates a field label
 */
export const placePastedGaps = (
  text: string,
  rows: readonly GapRow[],
  fields: Fields,
  say: (label: Label) => string,
): Pasted => {
  const [heads = [], ...lines] = readCopiedRange(text);
  const named = new Map(
    [...new Set(rows.flatMap((row) => row.fields))].flatMap((name) => {
      const spec = fields[name]?.spec;
      return spec && !spec.target ? [[plain(say(spec.label)), name] as const] : [];
    }),
  );
  const columns = heads.slice(1).map((head) => named.get(plain(head)));
  const unknown = heads.slice(1).filter((head, index) => head !== '' && !columns[index]);
  const values: Record<string, Record<string, unknown>> = {};
  for (const [name = '', ...cells] of lines) {
    const found = rows.filter((row) => plain(row.title) === plain(name));
    const [row] = found;
    if (!row || found.length > 1) {
      if (name !== '') unknown.push(name);
      continue;
    }
    for (const [index, cell] of cells.entries()) {
      const field = columns[index];
      const spec = field === undefined ? undefined : fields[field]?.spec;
      if (field === undefined || !spec || cell === '' || !row.fields.includes(field)) continue;
      const value = parsePasted(spec, cell);
      if (value === null) unknown.push(`${name} · ${cell}`);
      else values[row.id] = { ...values[row.id], [field]: value };
    }
  }
  return { values, unknown };
};
