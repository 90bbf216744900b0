import { englishQuantity, fill, type Label, type Language, say } from '../../label.ts';
import { times } from '../../values/amounts.ts';
import { boundUnits, decimalText, decimalUnits, readDecimal } from '../../values/decimal.ts';
import {
  type Dictionaries,
  type Dictionary,
  entryOf,
  entryPathOf,
  isSupplied,
} from '../../values/dictionary.ts';
import { isId, plainId } from '../../values/id.ts';
import { opinionTooLong, opinionTooShort } from '../../values/opinion.ts';
import { personNameFault } from '../../values/pattern.ts';
import type { AttachedFile } from './categories.ts';
import { expectedInputLabels } from './expected.ts';
import type { FieldSpec, FieldType, SpecOf } from './field.ts';

/** A value that was understood, or what is wrong with it. */
export type ParsedValue = { readonly value: unknown } | { readonly fault: Label };

/** How text is laid out for people where a column of figures needs it. */
export type TextAlign = 'left' | 'right';

/** Meaning of a type of field, in one place. `parse` takes wire input that is not empty. */
export interface FieldTypeMeaning<S = FieldSpec> {
  parse(input: unknown, spec: S): ParsedValue;
  /** The value as people read it, without looking anything up beyond dictionaries. */
  text(value: unknown, spec: S, language: Language): string;
  readonly align: TextAlign;
  /** The comparison that a filter means when it names none (ruling 12). */
  readonly filter: 'contains' | 'equals' | 'anyOf' | 'none';
}

type TypedSpec = SpecOf<'text' | 'note' | 'rich'>;
type WholeSpec = SpecOf<'integer' | 'year'>;
type DecimalSpec = SpecOf<'decimal' | 'money' | 'percent'>;
type CodeSpec = SpecOf<'dict' | 'dicts'>;

/** A field with its dictionary as a tenant has it. */
export const specIn = (spec: FieldSpec, dictionaries: Dictionaries): FieldSpec => {
  if (spec.type !== 'dict' && spec.type !== 'dicts') return spec;
  const dictionary = dictionaries(spec.dictionary);
  return dictionary === spec.dictionary ? spec : { ...spec, dictionary };
};

const malformed = (spec: FieldSpec): ParsedValue => ({
  fault: fill(['【{label}】格式不正确（{form}）', '{label} is malformed: expected {form}'], {
    label: spec.label,
    form: fill(expectedInputLabels[spec.type], { scale: spec.scale ?? 0 }),
  }),
});

const overlong = (spec: TypedSpec): ParsedValue => ({
  fault: opinionTooLong(spec.label, spec.max ?? 0),
});

/** Control characters except tab and line breaks have no place in records. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Characters without width, which come along when numbers and addresses are copied from pages. */
const unseen = /[\u200b-\u200f\u2060\ufeff]/g;

/** The lines of a text as one, with a blank between them. */
const oneLine = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');

/** Lists pad Chinese names of two characters with blanks: `张　三` is 张三. */
const insideHan = /(?<=\p{Script=Han})[\s\u3000]+(?=\p{Script=Han})/gu;

const parseText = (input: unknown, spec: TypedSpec): ParsedValue => {
  if (typeof input !== 'string' && typeof input !== 'number') return malformed(spec);
  // Before any pattern looks at it. A character may take two places, and breaks between lines go.
  const sent = String(input).trim();
  if (spec.max !== undefined && sent.length > 2 * spec.max + 1000) return overlong(spec);
  const hidden = spec.personName && personNameFault(sent, spec.label);
  if (hidden) return { fault: hidden };
  let value = sent.toWellFormed().replace(control, '').trim();
  if (spec.type === 'text' && /[\r\n]/.test(value)) value = oneLine(value);
  if (spec.personName) value = value.replace(insideHan, '');
  if (spec.format) value = value.replace(unseen, '');
  if (spec.format?.tidy) value = spec.format.tidy(value);
  if (spec.max !== undefined && [...value].length > spec.max) return overlong(spec);
  if (value !== '' && spec.min !== undefined && [...value].length < spec.min) {
    return { fault: opinionTooShort(spec.label, spec.min) };
  }
  if (value !== '' && spec.format && !spec.format.test(value))
    return { fault: spec.format.explain?.(value) ?? spec.format.message };
  return { value: value === '' ? null : value };
};

const outOfRange = (spec: WholeSpec | DecimalSpec): ParsedValue => ({
  fault: fill(
    ['【{label}】应在 {least} 到 {most} 之间', '{label} must be between {least} and {most}'],
    { label: spec.label, least: spec.least ?? 0, most: spec.most ?? 0 },
  ),
});

const within = (value: number, spec: WholeSpec): boolean =>
  (spec.least === undefined || value >= spec.least) &&
  (spec.most === undefined || value <= spec.most);

const parseWhole = (input: unknown, spec: WholeSpec): ParsedValue => {
  const text = typeof input === 'number' ? String(input) : input;
  if (typeof text !== 'string' || !/^-?\d{1,12}$/.test(text.trim())) return malformed(spec);
  const value = Number(text);
  return within(value, spec) ? { value } : outOfRange(spec);
};

const decimalFault: Label = [
  '请输入正确的金额（最多两位小数）',
  'Enter a valid amount (at most two decimals)',
];

/** An amount as people type or paste it: `￥１,２３４.５０ 元` is `1234.50`. Commas have to part thousands. */
const tidied = (text: string, { type }: DecimalSpec): string => {
  const plainText = text.normalize('NFKC').replace(/\s/g, '');
  if (type !== 'money') return plainText;
  const bare = plainText.replace(/^[¥]/, '').replace(/元$/, '');
  return /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(bare) ? bare.replaceAll(',', '') : bare;
};

/** Digits only: the text is never turned into a float, and its bounds hold to the last digit. */
const parseDecimal = (input: unknown, spec: DecimalSpec): ParsedValue => {
  const text = typeof input === 'number' ? String(input) : input;
  const { scale } = spec;
  const decimal = typeof text === 'string' ? readDecimal(tidied(text, spec)) : null;
  const units = decimal && decimalUnits(decimal, scale);
  if (units === null) return spec.type === 'money' ? { fault: decimalFault } : malformed(spec);
  const { least, most } = spec;
  if (least !== undefined && units < boundUnits(least, scale)) return outOfRange(spec);
  if (most !== undefined && units > boundUnits(most, scale)) return outOfRange(spec);
  return { value: decimalText(units, scale) };
};

/** True for a day that exists; months and years alone count as their first day (domain papersapp.publishDate). */
const parseDate = (input: unknown, spec: SpecOf<'date' | 'time'>): ParsedValue => {
  const match =
    typeof input === 'string'
      ? /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?:[ T].*)?$/.exec(input.trim())
      : null;
  if (!match) return malformed(spec);
  const [, year = '', month = '', day = '1'] = match;
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${value}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
  return exists && Number(year) >= 1000 ? { value } : malformed(spec);
};

const parseTime = (input: unknown, spec: SpecOf<'time'>): ParsedValue => {
  const match =
    typeof input === 'string'
      ? /^(\d{4}-\d{2}-\d{2})(?:[ T]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?)?$/.exec(input.trim())
      : null;
  if (!match) return malformed(spec);
  const day = parseDate(match[1], spec);
  if ('fault' in day) return day;
  const isDay = match[2] === undefined;
  if (isDay && spec.closes) return { value: `${day.value} 23:59:59` };
  return { value: `${day.value} ${match[2] ?? '00'}:${match[3] ?? '00'}:${match[4] ?? '00'}` };
};

const badCode = (spec: CodeSpec): ParsedValue => ({
  fault: fill(['【{label}】取值无效', '{label} has an unknown value'], { label: spec.label }),
});

const parseCode = (input: unknown, spec: CodeSpec): ParsedValue => {
  const code = typeof input === 'number' ? String(input) : input;
  if (typeof code !== 'string') return malformed(spec);
  // While the entries are on their way to the page, any code will do: the server decides.
  if (!isSupplied(spec.dictionary)) {
    return /^[\w.-]{1,32}$/.test(code) ? { value: code } : badCode(spec);
  }
  const entry = entryOf(spec.dictionary, code);
  return entry && (!entry.heading || spec.branches) ? { value: code } : badCode(spec);
};

const parseCodes = (input: unknown, spec: SpecOf<'dicts'>): ParsedValue => {
  const codes: unknown[] = typeof input === 'string' ? input.split(',') : (input as unknown[]);
  if (!Array.isArray(codes)) return malformed(spec);
  const unique = [...new Set(codes.filter((code) => code !== ''))];
  for (const code of unique) {
    const parsed = parseCode(code, spec);
    if ('fault' in parsed) return parsed;
  }
  return { value: unique.length === 0 ? null : unique.map(String) };
};

const parseRef = (input: unknown, spec: SpecOf<'ref'>): ParsedValue => {
  const id = typeof input === 'number' ? String(input) : input;
  return typeof id === 'string' && isId(id.trim())
    ? { value: plainId(id.trim()) }
    : malformed(spec);
};

/** A list of ids, or ids with commas between them. */
const parseRefs = (input: unknown, spec: SpecOf<'refs'>): ParsedValue => {
  const given: unknown = typeof input === 'string' ? input.split(',') : input;
  if (!Array.isArray(given)) return malformed(spec);
  const ids = given
    .map((id) => (typeof id === 'string' ? id.trim() : id))
    .filter((id) => id !== '');
  if (!ids.every(isId)) return malformed(spec);
  const value = [...new Set(ids.map(plainId))];
  if (value.length > (spec.max ?? 200)) {
    return {
      fault: fill(['【{label}】最多选择 {max} 项', 'Choose at most {max} for {label}'], {
        label: spec.label,
        max: spec.max ?? 200,
      }),
    };
  }
  return { value: value.length === 0 ? null : value };
};

/** Files are put by the upload call; a row only says which of them stay, and in which category. */
const parseFiles = (input: unknown, spec: SpecOf<'files'>): ParsedValue => {
  if (!Array.isArray(input)) return malformed(spec);
  const ids = input.map((file) => (typeof file === 'string' ? file : file?.id));
  return ids.every(isId) ? { value: input } : malformed(spec);
};

/** Sub-tables are walked by `validate`, which knows paths; here only the outer shape is checked. */
const parseRows = (input: unknown, spec: SpecOf<'rows'>): ParsedValue =>
  Array.isArray(input) && input.length <= (spec.max ?? 1000) ? { value: input } : malformed(spec);

/** A pattern with blanks before the sign would look at a run of blanks from each of them. */
const withoutPercent = (text: string): string => {
  const number = text.trimEnd();
  return /[%％]$/.test(number) ? number.slice(0, -1).trimEnd() : text;
};

const plain = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);

/** 河北省石家庄市: without the headings on the way, which name no place. */
const pathText = (dictionary: Dictionary, code: string, language: Language): string => {
  const path = entryPathOf(dictionary, code);
  const named = path.filter((entry, index) => !entry.heading || index === path.length - 1);
  return named.map(({ label }) => say(label, language)).join('') || code;
};

const codeText = (value: unknown, spec: CodeSpec, language: Language): string => {
  if (spec.dictionary.path) return pathText(spec.dictionary, plain(value), language);
  const entry = entryOf(spec.dictionary, plain(value));
  return entry ? say(entry.label, language) : plain(value);
};

/** 1234567.00 → 1,234,567.00 */
export const groupDigits = (value: string): string => {
  const [whole = '', tail] = value.split('.');
  return whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',') + (tail === undefined ? '' : `.${tail}`);
};

/** `0.06` → `6%` where a share of one is shown as a share of 100. */
const shareText = (value: unknown, spec: FieldSpec): string =>
  spec.inPercent && plain(value) !== ''
    ? `${times(plain(value), '100')
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '')}%`
    : plain(value);

const textual = { parse: parseText, text: plain, align: 'left', filter: 'contains' } as const;
/** The least number may stand for something else, and is called so. */
const wholeText = (value: unknown, spec: WholeSpec, language: Language): string =>
  spec.leastMeans && value === spec.least ? say(spec.leastMeans, language) : plain(value);
const whole = { parse: parseWhole, text: wholeText, align: 'right', filter: 'equals' } as const;

const table: { readonly [K in FieldType]: FieldTypeMeaning<SpecOf<K>> } = {
  text: textual,
  note: textual,
  rich: textual,
  integer: whole,
  year: whole,
  decimal: { parse: parseDecimal, text: shareText, align: 'right', filter: 'equals' },
  money: {
    parse: parseDecimal,
    text: (value) => groupDigits(plain(value)),
    align: 'right',
    filter: 'equals',
  },
  percent: {
    parse: (input, spec) =>
      parseDecimal(typeof input === 'string' ? withoutPercent(input) : input, spec),
    text: (value) => plain(value) && `${value}%`,
    align: 'right',
    filter: 'equals',
  },
  date: { parse: parseDate, text: plain, align: 'left', filter: 'equals' },
  time: { parse: parseTime, text: plain, align: 'left', filter: 'equals' },
  dict: { parse: parseCode, text: codeText, align: 'left', filter: 'anyOf' },
  dicts: {
    parse: parseCodes,
    text: (value, spec, language) =>
      ((value as string[] | null) ?? [])
        .map((code) => codeText(code, spec, language))
        .join(language === 'zh' ? '、' : ', '),
    align: 'left',
    filter: 'anyOf',
  },
  ref: { parse: parseRef, text: plain, align: 'left', filter: 'anyOf' },
  refs: { parse: parseRefs, text: plain, align: 'left', filter: 'anyOf' },
  rows: {
    parse: parseRows,
    text: (value, _spec, language) => {
      const count = Array.isArray(value) ? value.length : 0;
      return language === 'zh' ? `${count} 行` : englishQuantity(count, 'row');
    },
    align: 'left',
    filter: 'none',
  },
  files: {
    parse: parseFiles,
    text: (value) => ((value as AttachedFile[] | null) ?? []).map((file) => file.name).join('、'),
    align: 'left',
    filter: 'none',
  },
};

/** The one table of field types; a new type does not compile until it is complete here. */
export const fieldTypeTable: Readonly<Record<FieldType, FieldTypeMeaning>> = table;
