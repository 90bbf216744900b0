import type { FieldRequest, RequestedFieldType } from './fields.ts';

/** Column of a table: name, PostgreSQL type and comment. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly length: number | null;
  readonly scale: number | null;
  readonly comment: string | null;
  readonly isKey: boolean;
}

/** Columns that every record has implicitly. */
const ownColumns: ReadonlySet<string> = new Set([
  'id',
  'tenant_id',
  'create_user',
  'create_dept',
  'create_time',
  'update_user',
  'update_time',
  'is_deleted',
  'status',
  'version',
]);

/** Maximum characters of a `text` field; longer columns become notes. */
const maxTextLength = 300;

const isAmount = (name: string): boolean => /amount|money|price|fee|fund|budget|cost/.test(name);

const typeOf = ({ name, type, length, scale }: TableColumn): RequestedFieldType | undefined => {
  if (/^(character varying|character|text|uuid)$/.test(type)) {
    return length !== null && length <= maxTextLength ? 'text' : type === 'text' ? 'note' : 'text';
  }
  if (/^(smallint|integer|bigint)$/.test(type)) return 'integer';
  if (type === 'numeric') return isAmount(name) ? 'money' : scale === 0 ? 'integer' : 'decimal';
  if (/^(real|double precision)$/.test(type)) return 'decimal';
  if (type === 'date') return 'date';
  if (/^timestamp/.test(type)) return 'time';
  return type === 'boolean' ? 'yesNo' : undefined;
};

/** Camel-case name: `publish_date` → `publishDate`. */
const camel = (name: string): string =>
  name.toLowerCase().replace(/_+([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());

const english = (name: string): string => {
  const words = name.toLowerCase().replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Comment of a column, reduced to characters that a label may contain. */
const tidy = (comment: string | null): string =>
  (comment ?? '')
    .replace(/[\p{Cc}'\\]/gu, ' ')
    .trim()
    .slice(0, 30);

/**
 * Fields of a definition from the columns of a table. The first text column is the title. Columns
 * of unsupported types and with taken names are skipped and reported.
 * @param taken names of fields that the definition already has
 */
export const fieldsFrom = (
  columns: readonly TableColumn[],
  taken: ReadonlySet<string> = new Set(),
): { readonly fields: readonly FieldRequest[]; readonly left: readonly string[] } => {
  const found = columns
    .filter(({ name, isKey }) => !isKey && !ownColumns.has(name.toLowerCase()))
    .map((column) => ({ column, type: typeOf(column), name: camel(column.name) }));
  const usable = found.flatMap(({ column, type, name }): readonly FieldRequest[] =>
    type && !taken.has(name) && /^[a-z][A-Za-z0-9]*$/.test(name)
      ? [{ name, type, label: [tidy(column.comment) || name, english(column.name)] }]
      : [],
  );
  const title = usable.find(({ type }) => type === 'text');
  return {
    fields: title ? [title, ...usable.filter((field) => field !== title)] : usable,
    left: found
      .filter(({ name }) => usable.every((field) => field.name !== name))
      .map(({ column }) => column.name),
  };
};
