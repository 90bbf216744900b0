import type { Label } from '../../label.ts';
import type { Dictionary } from '../../values/dictionary.ts';
import { opinionLength as lengths } from '../../values/opinion.ts';
import {
  DateField,
  DecimalField,
  DictField,
  DictsField,
  FilesField,
  fieldOf,
  IntegerField,
  NoteField,
  OwnField,
  RatioField,
  RefField,
  RefsField,
  RichField,
  RowsField,
  TextField,
  TimeField,
  YearField,
} from './builders.ts';
import type { AttachmentCategory } from './categories.ts';
import { type CopySource, copiedPropertiesOf } from './copy-source.ts';
import { type Face, type Field, type FieldSpec, type Fields, pickSpec } from './spec.ts';

export type { DecimalText } from './builders.ts';
export type { ByType, Face, Field, FieldSpec, Fields, FieldType, SpecOf } from './spec.ts';

export const face = <const F extends Fields = Record<never, never>>(
  key: string,
  label: Label,
  fields: F = {} as F,
): Face<F> => ({ key, label, fields });

/** Row of these fields; empty fields are null. */
export type RowOf<F extends Fields> = { -readonly [K in keyof F]: F[K]['value'] | null };

const percentSign: Label = ['%', '%'];
const copyOfSpec = (spec: FieldSpec, copyOf: CopySource): Field<unknown> => {
  // Balances of lines are read live and belong to the copied record, so the copy leaves them out.
  const lines = Object.entries(spec.fields ?? {}).filter(([, line]) => !line.spec.balance);
  const fields = Object.fromEntries(
    lines.map(([name, line]) => [name, copyOfSpec(line.spec, copyOf)]),
  );
  return fieldOf({
    ...pickSpec(spec, copiedPropertiesOf),
    ...(spec.fields && { fields }),
    readonly: true,
    copyOf,
  } as FieldSpec);
};

const copyField = (from: string, target: Face, field: string, label?: Label): Field<unknown> => {
  const spec = target.fields[field]?.spec;
  if (!spec || spec.type === 'files' || spec.masked || spec.credential || spec.openTo) {
    throw new Error(`${target.key}.${field} cannot be copied`);
  }
  return copyOfSpec(label ? { ...spec, label } : spec, { from, target: target.key, field });
};

/** Constructors of fields, by type. */
export const f = {
  /**
   * Field of a dialog that stands for a field of the record, with its label, limits and format; the
   * dialog sets its initial value.
   */
  own: (name: string) => new OwnField({ type: 'text', label: ['', ''], own: name }),
  /** One line of text. */
  text: (label: Label) => new TextField({ type: 'text', label, max: 255 }),
  /** Several lines of plain text. */
  note: (label: Label) => new NoteField({ type: 'note', label, max: 4000 }),
  /** Field of a required reason of 2 to 500 characters. */
  reason: (label: Label) => new NoteField({ type: 'note', label, required: true, ...lengths }),
  /** Formatted text, sanitised when read. */
  rich: (label: Label) => new RichField({ type: 'rich', label, max: 100_000 }),
  integer: (label: Label) =>
    new IntegerField({ type: 'integer', label, least: 0, most: 2_147_483_647 }),
  /** Decimal as text, with a fixed number of digits after the point. */
  decimal: (label: Label, scale: number) =>
    new RatioField({ type: 'decimal', label, scale, least: 0, most: 999_999_999 }),
  /** Yuan with two digits, as text on the wire and `numeric(18,2)` in the database. */
  money: (label: Label) =>
    new DecimalField({ type: 'money', label, scale: 2, least: 0, most: 9_999_999_999_999 }),
  /** Percentage as text without its sign, with a fixed number of digits after the point. */
  percent: (label: Label, scale = 2) =>
    new DecimalField({ type: 'percent', label, scale, least: 0, most: 100, unit: percentSign }),
  year: (label: Label) => new YearField({ type: 'year', label, least: 1900, most: 2200 }),
  /** Day, `yyyy-MM-dd`. */
  date: (label: Label) => new DateField({ type: 'date', label }),
  /** Moment, `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
  time: (label: Label) => new TimeField({ type: 'time', label }),
  /**
   * Moment at which something closes; a day alone, as calls and lists return it, means its last
   * second.
   */
  deadline: (label: Label) => new TimeField({ type: 'time', label, closes: true }),
  /** One code of a dictionary. */
  dict: <Code extends string>(label: Label, dictionary: Dictionary<Code>) =>
    new DictField<Code>({ type: 'dict', label, dictionary }),
  /** Several codes of a dictionary. */
  dicts: <Code extends string>(label: Label, dictionary: Dictionary<Code>) =>
    new DictsField<Code>({ type: 'dicts', label, dictionary }),
  /** Id of a record of another resource. */
  ref: (label: Label, target: Face) => new RefField({ type: 'ref', label, target }),
  /** Ids of several records of another resource, without duplicates, in the order of choice. */
  refs: (label: Label, target: Face) => new RefsField({ type: 'refs', label, target, max: 200 }),
  /**
   * Read-only copy of a field of the record that `from` names, refreshed at every save until the
   * record is submitted.
   * @throws Error for a field that the face lacks, and for files.
   */
  copy: <F extends Fields, Name extends keyof F & string>(
    from: string,
    target: Face<F>,
    name: Name,
    label?: Label,
  ): F[Name] => copyField(from, target, name, label) as F[Name],
  /**
   * Copies with the names of the copied fields: `...f.copies('programId', program, 'programName',
   * 'endDate')`.
   */
  copies: <F extends Fields, const Name extends keyof F & string>(
    from: string,
    target: Face<F>,
    ...names: readonly Name[]
  ): Pick<F, Name> =>
    Object.fromEntries(names.map((name) => [name, copyField(from, target, name)])) as Pick<F, Name>,
  /** Sub-table with ordered lines. */
  rows: <F extends Fields>(label: Label, fields: F) =>
    new RowsField<RowOf<F>>({ type: 'rows', label, fields, max: 1000 }),
  /** Attachments of a record, in categories. */
  files: (label: Label, categories: readonly AttachmentCategory[]) =>
    new FilesField({ type: 'files', label, categories }),
};
