import { type Label, say } from '@keyan/kernel/label.ts';

/** Requested field, as written in the command: `publishDate:date:出版日期:Published`. */
export interface FieldRequest {
  readonly name: string;
  readonly type: RequestedFieldType;
  readonly label: Label;
}

interface FieldCode {
  /** Code of the definition, after the label is inserted. */
  readonly code: (label: string) => string;
  /** Import that the code needs, by file below `src/`. */
  readonly from?: { readonly name: string; readonly file: string };
}

/**
 * Field types that can be requested; other types are written by hand, see
 * `packages/kernel/src/definition/field/field.ts`.
 */
const fieldTypes = {
  text: { code: (label) => `f.text(${label}).max(200)` },
  note: { code: (label) => `f.note(${label}).max(2000)` },
  rich: { code: (label) => `f.rich(${label})` },
  integer: { code: (label) => `f.integer(${label})` },
  decimal: { code: (label) => `f.decimal(${label}, 2)` },
  money: { code: (label) => `f.money(${label})` },
  year: { code: (label) => `f.year(${label})` },
  date: { code: (label) => `f.date(${label})` },
  time: { code: (label) => `f.time(${label})` },
  yesNo: {
    code: (label) => `f.dict(${label}, yesNo)`,
    from: { name: 'yesNo', file: 'shared/dictionaries.ts' },
  },
  department: {
    code: (label) => `f.ref(${label}, dept)`,
    from: { name: 'dept', file: 'shared/references/refs.ts' },
  },
  person: {
    code: (label) => `f.ref(${label}, user)`,
    from: { name: 'user', file: 'shared/references/refs.ts' },
  },
  doi: {
    code: (label) => `f.text(${label}).max(120).format(doi)`,
    from: { name: 'doi', file: 'shared/formats/formats.ts' },
  },
  issn: {
    code: (label) => `f.text(${label}).max(9).format(issn)`,
    from: { name: 'issn', file: 'shared/formats/formats.ts' },
  },
  url: {
    code: (label) => `f.text(${label}).max(300).format(url)`,
    from: { name: 'url', file: 'shared/formats/formats.ts' },
  },
} as const satisfies Record<string, FieldCode>;

export type RequestedFieldType = keyof typeof fieldTypes;

const codeOf = (type: RequestedFieldType): FieldCode => fieldTypes[type];

/** Labels of common field names. */
const usualLabels: Readonly<Record<string, Label>> = {
  title: ['名称', 'Title'],
  name: ['名称', 'Name'],
  publisher: ['出版单位', 'Publisher'],
  publishDate: ['出版日期', 'Published'],
  openDate: ['开始日期', 'Opened'],
  closeDate: ['结束日期', 'Closed'],
  amount: ['金额', 'Amount'],
  place: ['地点', 'Place'],
  organizer: ['主办单位', 'Organiser'],
  url: ['链接', 'Link'],
  doi: ['DOI', 'DOI'],
  issn: ['ISSN', 'ISSN'],
};

/** Name as words: `publishDate` → `Publish date`. */
const nameInWords = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/**
 * Parses `title:text,publishDate:date:出版日期:Published`.
 * @throws Error for an invalid identifier or an unknown type
 */
export const readFields = (text: string): readonly FieldRequest[] =>
  text.split(',').map((part) => {
    const [name = '', type = 'text', zh, en] = part.trim().split(':');
    if (!/^[a-z][A-Za-z0-9]*$/.test(name)) throw new Error(`"${name}" is no name of a field`);
    if (!Object.hasOwn(fieldTypes, type)) {
      throw new Error(
        `${name}: no type "${type}"; there are ${Object.keys(fieldTypes).join(', ')}`,
      );
    }
    const usual = usualLabels[name] ?? [name, nameInWords(name)];
    return {
      name,
      type: type as RequestedFieldType,
      label: [zh || say(usual, 'zh'), en || say(usual, 'en')],
    };
  });

/** Names of fields without a Chinese label. */
export const fieldsWithoutLabel = (fields: readonly FieldRequest[]): readonly string[] =>
  fields.filter(({ name, label }) => label[0] === name).map(({ name }) => name);

/** Line breaks and control characters, which generated code must not contain. */
const controlCharacters = /[\p{Cc}\u2028\u2029]+/gu;

/** String literal of a text, on one line. */
export const textCode = (text: string): string =>
  `'${text.replace(controlCharacters, ' ').replace(/['\\]/g, '\\$&')}'`;

/** Text that is safe inside a comment: cannot end it. */
export const commentText = (text: string): string =>
  text.replace(controlCharacters, ' ').replaceAll('*/', '* /');

/** Array literal of a label. */
export const labelCode = ([zh, en]: Label): string => `[${textCode(zh)}, ${textCode(en)}]`;

/** Line of a field in the definition; the first field is the title of the record. */
export const fieldCode = ({ name, type, label }: FieldRequest, isTitle: boolean): string =>
  `  ${name}: ${codeOf(type).code(labelCode(label))}${isTitle ? '.requiredInDraft().unique().searchable()' : ''},`;

/** Imported names that the fields need, by file below `src/`. */
export const importsForFields = (
  fields: readonly FieldRequest[],
): ReadonlyMap<string, readonly string[]> => {
  const needed = fields.flatMap(({ type }) => codeOf(type).from ?? []);
  const byFile = Map.groupBy(needed, ({ file }) => file);
  return new Map(
    [...byFile].map(([file, found]) => [file, [...new Set(found.map(({ name }) => name))].sort()]),
  );
};
