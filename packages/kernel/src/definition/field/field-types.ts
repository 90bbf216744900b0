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

/** Value of a parsed input, or the fault of the input. */
export type ParsedValue = { readonly value: unknown } | { readonly fault: Label };

/** Alignment of the text of a value in a table. */
export type TextAlign = 'left' | 'right';

/**
 * Functions of a field type: how its values are parsed and shown. `parse` receives non-empty wire
 * input.
 */
export interface FieldTypeMeaning<S = FieldSpec> {
  parse(input: unknown, spec: S): ParsedValue;
  /** Returns the value as people read it; only dictionaries are looked up. */
  text(value: unknown, spec: S, language: Language): string;
  readonly align: TextAlign;
  /** Comparison of a filter that names none (ruling 12). */
  readonly filter: 'contains' | 'equals' | 'anyOf' | 'none';
}

type TypedSpec = SpecOf<'text' | 'note' | 'rich'>;
type WholeSpec = SpecOf<'integer' | 'year'>;
type DecimalSpec = SpecOf<'decimal' | 'money' | 'percent'>;
type CodeSpec = SpecOf<'dict' | 'dicts'>;

/** Replaces the dictionary of a field by the tenant's edited one. */
export const specIn = (spec: FieldSpec, dictionaries: Dictionaries): FieldSpec => {
  if (spec.type !== 'dict' && spec.type !== 'dicts') return spec;
  const dictionary = dictionaries(spec.dictionary);
  return dictionary === spec.dictionary ? spec : { ...spec, dictionary };
};

const malformedFault = (spec: FieldSpec): ParsedValue => ({
  fault: fill(['【{label}】格式不正确（{form}）', '{label} is malformed: expected {form}'], {
    label: spec.label,
    form: fill(expectedInputLabels[spec.type], { scale: spec.scale ?? 0 }),
  }),
});

const tooLongFault = (spec: TypedSpec): ParsedValue => ({
  fault: opinionTooLong(spec.label, spec.max ?? 0),
});

/** Control characters except tab and line breaks; removed from texts. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Invisible characters, which are copied along with numbers and addresses from web pages. */
const invisibleCharacters = /[\u200b-\u200f\u2060\ufeff]/g;

/** Joins the lines of a text with blanks. */
const joinLines = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');

/** Blanks between Chinese characters: lists pad names of two characters, `张　三` is 张三. */
const blanksInHan = /(?<=\p{Script=Han})[\s\u3000]+(?=\p{Script=Han})/gu;

const parseText = (input: unknown, spec: TypedSpec): ParsedValue => {
  if (typeof input !== 'string' && typeof input !== 'number') return malformedFault(spec);
  // Trimmed before any pattern is applied. Line breaks become blanks; a character outside the basic
  // plane counts once.
  const sent = String(input).trim();
  if (spec.max !== undefined && sent.length > 2 * spec.max + 1000) return tooLongFault(spec);
  const hidden = spec.personName && personNameFault(sent, spec.label);
  if (hidden) return { fault: hidden };
  let value = sent.toWellFormed().replace(controlCharacters, '').trim();
  if (spec.type === 'text' && /[\r\n]/.test(value)) value = joinLines(value);
  if (spec.personName) value = value.replace(blanksInHan, '');
  if (spec.format) value = value.replace(invisibleCharacters, '');
  if (spec.format?.tidy) value = spec.format.tidy(value);
  if (spec.max !== undefined && [...value].length > spec.max) return tooLongFault(spec);
  if (value !== '' && spec.min !== undefined && [...value].length < spec.min) {
    return { fault: opinionTooShort(spec.label, spec.min) };
  }
  if (value !== '' && spec.format && !spec.format.test(value))
    return { fault: spec.format.explain?.(value) ?? spec.format.message };
  return { value: value === '' ? null : value };
};

const rangeFault = (spec: WholeSpec | DecimalSpec): ParsedValue => ({
  fault: fill(
    ['【{label}】应在 {least} 到 {most} 之间', '{label} must be between {least} and {most}'],
    { label: spec.label, least: spec.least ?? 0, most: spec.most ?? 0 },
  ),
});

const isInRange = (value: number, spec: WholeSpec): boolean =>
  (spec.least === undefined || value >= spec.least) &&
  (spec.most === undefined || value <= spec.most);

const parseWhole = (input: unknown, spec: WholeSpec): ParsedValue => {
  const text = typeof input === 'number' ? String(input) : input;
  if (typeof text !== 'string' || !/^-?\d{1,12}$/.test(text.trim())) return malformedFault(spec);
  const value = Number(text);
  return isInRange(value, spec) ? { value } : rangeFault(spec);
};

const decimalFault: Label = [
  '请输入正确的金额（最多两位小数）',
  'Enter a valid amount (at most two decimals)',
];

/**
 * Converts full-width digits of a number; of an amount of money, also removes currency signs and
 * thousands separators: `￥１,２３４.５０ 元` becomes `1234.50`. Commas that do not part thousands stay.
 */
const normaliseAmount = (text: string, { type }: DecimalSpec): string => {
  const plainText = text.normalize('NFKC').replace(/\s/g, '');
  if (type !== 'money') return plainText;
  const bare = plainText.replace(/^[¥]/, '').replace(/元$/, '');
  return /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(bare) ? bare.replaceAll(',', '') : bare;
};

/** Parses a decimal as text, never as a float, so that its bounds are compared exactly. */
const parseDecimal = (input: unknown, spec: DecimalSpec): ParsedValue => {
  const text = typeof input === 'number' ? String(input) : input;
  const { scale } = spec;
  const decimal = typeof text === 'string' ? readDecimal(normaliseAmount(text, spec)) : null;
  const units = decimal && decimalUnits(decimal, scale);
  if (units === null) return spec.type === 'money' ? { fault: decimalFault } : malformedFault(spec);
  const { least, most } = spec;
  if (least !== undefined && units < boundUnits(least, scale)) return rangeFault(spec);
  if (most !== undefined && units > boundUnits(most, scale)) return rangeFault(spec);
  return { value: decimalText(units, scale) };
};

/**
 * Parses an existing day; a month or year alone means its first day (domain papersapp.publishDate).
 */
const parseDate = (input: unknown, spec: SpecOf<'date' | 'time'>): ParsedValue => {
  const match =
    typeof input === 'string'
      ? /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?:[ T].*)?$/.exec(input.trim())
      : null;
  if (!match) return malformedFault(spec);
  const [, year = '', month = '', day = '1'] = match;
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${value}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
  return exists && Number(year) >= 1000 ? { value } : malformedFault(spec);
};

const parseTime = (input: unknown, spec: SpecOf<'time'>): ParsedValue => {
  const match =
    typeof input === 'string'
      ? /^(\d{4}-\d{2}-\d{2})(?:[ T]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?)?$/.exec(input.trim())
      : null;
  if (!match) return malformedFault(spec);
  const day = parseDate(match[1], spec);
  if ('fault' in day) return day;
  const isDay = match[2] === undefined;
  if (isDay && spec.closes) return { value: `${day.value} 23:59:59` };
  return { value: `${day.value} ${match[2] ?? '00'}:${match[3] ?? '00'}:${match[4] ?? '00'}` };
};

const unknownCodeFault = (spec: CodeSpec): ParsedValue => ({
  fault: fill(['【{label}】取值无效', '{label} has an unknown value'], { label: spec.label }),
});

const parseCode = (input: unknown, spec: CodeSpec): ParsedValue => {
  const code = typeof input === 'number' ? String(input) : input;
  if (typeof code !== 'string') return malformedFault(spec);
  // While the page is still loading the entries, every code is accepted here; the server checks it.
  if (!isSupplied(spec.dictionary)) {
    return /^[\w.-]{1,32}$/.test(code) ? { value: code } : unknownCodeFault(spec);
  }
  const entry = entryOf(spec.dictionary, code);
  return entry && (!entry.heading || spec.branches) ? { value: code } : unknownCodeFault(spec);
};

const parseCodes = (input: unknown, spec: SpecOf<'dicts'>): ParsedValue => {
  const codes: unknown[] = typeof input === 'string' ? input.split(',') : (input as unknown[]);
  if (!Array.isArray(codes)) return malformedFault(spec);
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
    : malformedFault(spec);
};

/** Parses a list of ids, or a text of ids with commas. */
const parseRefs = (input: unknown, spec: SpecOf<'refs'>): ParsedValue => {
  const given: unknown = typeof input === 'string' ? input.split(',') : input;
  if (!Array.isArray(given)) return malformedFault(spec);
  const ids = given
    .map((id) => (typeof id === 'string' ? id.trim() : id))
    .filter((id) => id !== '');
  if (!ids.every(isId)) return malformedFault(spec);
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

/**
 * Parses the list of files that remain, with their categories. New files come through the upload
 * call only.
 */
const parseFiles = (input: unknown, spec: SpecOf<'files'>): ParsedValue => {
  if (!Array.isArray(input)) return malformedFault(spec);
  const ids = input.map((file) => (typeof file === 'string' ? file : file?.id));
  return ids.every(isId) ? { value: input } : malformedFault(spec);
};

/** Checks that the value is a list of lines; `validate` checks the lines with their paths. */
const parseRows = (input: unknown, spec: SpecOf<'rows'>): ParsedValue =>
  Array.isArray(input) && input.length <= (spec.max ?? 1000)
    ? { value: input }
    : malformedFault(spec);

/**
 * Removes a final percent sign without a regular expression, which would be slow for long runs of
 * blanks.
 */
const withoutPercent = (text: string): string => {
  const number = text.trimEnd();
  return /[%％]$/.test(number) ? number.slice(0, -1).trimEnd() : text;
};

const plainText = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);

/** Returns the path of an entry without headings that name no place: 河北省石家庄市. */
const pathText = (dictionary: Dictionary, code: string, language: Language): string => {
  const path = entryPathOf(dictionary, code);
  const named = path.filter((entry, index) => !entry.heading || index === path.length - 1);
  return named.map(({ label }) => say(label, language)).join('') || code;
};

const codeText = (value: unknown, spec: CodeSpec, language: Language): string => {
  if (spec.dictionary.path) return pathText(spec.dictionary, plainText(value), language);
  const entry = entryOf(spec.dictionary, plainText(value));
  return entry ? say(entry.label, language) : plainText(value);
};

/** Inserts thousands separators: 1234567.00 → 1,234,567.00 */
export const groupDigits = (value: string): string => {
  const [wholePart = '', tail] = value.split('.');
  return wholePart.replace(/\B(?=(\d{3})+(?!\d))/g, ',') + (tail === undefined ? '' : `.${tail}`);
};

/** Text of a number, as a percentage if its field is shown in percent: `0.06` → `6%`. */
const shareText = (value: unknown, spec: FieldSpec): string =>
  spec.inPercent && plainText(value) !== ''
    ? `${times(plainText(value), '100')
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '')}%`
    : plainText(value);

const textFunctions = {
  parse: parseText,
  text: plainText,
  align: 'left',
  filter: 'contains',
} as const;
/** Text of a whole number; the minimum may have a special meaning, such as “no limit”. */
const wholeText = (value: unknown, spec: WholeSpec, language: Language): string =>
  spec.leastMeans && value === spec.least ? say(spec.leastMeans, language) : plainText(value);
const whole = { parse: parseWhole, text: wholeText, align: 'right', filter: 'equals' } as const;

const table: { readonly [K in FieldType]: FieldTypeMeaning<SpecOf<K>> } = {
  text: textFunctions,
  note: textFunctions,
  rich: textFunctions,
  integer: whole,
  year: whole,
  decimal: { parse: parseDecimal, text: shareText, align: 'right', filter: 'equals' },
  money: {
    parse: parseDecimal,
    text: (value) => groupDigits(plainText(value)),
    align: 'right',
    filter: 'equals',
  },
  percent: {
    parse: (input, spec) =>
      parseDecimal(typeof input === 'string' ? withoutPercent(input) : input, spec),
    text: (value) => plainText(value) && `${value}%`,
    align: 'right',
    filter: 'equals',
  },
  date: { parse: parseDate, text: plainText, align: 'left', filter: 'equals' },
  time: { parse: parseTime, text: plainText, align: 'left', filter: 'equals' },
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
  ref: { parse: parseRef, text: plainText, align: 'left', filter: 'anyOf' },
  refs: { parse: parseRefs, text: plainText, align: 'left', filter: 'anyOf' },
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

/** Functions of every field type; a new type does not compile until it is complete here. */
export const fieldTypeTable: Readonly<Record<FieldType, FieldTypeMeaning>> = table;
