import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import { fieldTypeTable, specIn } from '@keyan/kernel/definition/field/field-types.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Language } from '@keyan/kernel/label.ts';
import type { Dictionaries } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { hasHan } from '../bibliography/text.ts';
import { achievementMixin } from '../common/achievement.ts';
import { type AuthorRow, byRank, personIdOf } from '../common/authors.ts';
import {
  type CitationRule,
  type CitationSource,
  type CitationText,
  citedFields,
  firstFilledOf,
  type WorkType,
} from '../common/citation.ts';
import { citedNameOf, type WorkName } from './name.ts';

/** Date with day, month or year precision: `[[2024, 5, 12]]`. */
export interface WorkDate {
  readonly 'date-parts': readonly [readonly number[]];
}

/** Work in CSL-JSON; unknown values are absent. */
export interface Work extends Readonly<Partial<Record<CitationText, string>>> {
  readonly id: string;
  readonly type: WorkType;
  readonly title: string;
  /** Language of the work, derived from its title; the citation is in this language. */
  readonly language: 'zh-CN' | 'en-US';
  readonly author?: readonly WorkName[];
  readonly translator?: readonly WorkName[];
  /** People who made a work of a responsible body: inventors, drafters of a standard. */
  readonly contributor?: readonly WorkName[];
  readonly issued?: WorkDate;
  readonly accessed?: WorkDate;
  readonly 'event-date'?: WorkDate;
}

/** Returns the citation definition of a resource; undefined if its records are not outputs. */
export const citationOf = (kind: Pick<Resource, 'with'>): CitationRule | undefined =>
  achievementMixin.optionsOf(kind)?.citation;

/** Returns the fields of a record that its citation reads. */
export const fieldsForCiting = (kind: Resource): readonly string[] => {
  const options = achievementMixin.optionsOf(kind);
  if (!options?.citation) return [];
  const own = [kind.title, 'authors', 'statYear', 'secretLevel', ...options.dates];
  return [...new Set([...own, ...citedFields(options.citation)])];
};

/** Converts `2024`, `2024-05` or `2024-05-12` to CSL date parts. */
export const cslDateParts = (text: string | undefined): WorkDate | undefined => {
  const parts = text?.split('-').map(Number) ?? [];
  return parts.length > 0 && parts.every((part) => part > 0)
    ? { 'date-parts': [parts] }
    : undefined;
};

/** Returns the entries with a value. */
const present = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) =>
        value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  ) as Partial<T>;

/** Returns the text of a field value; codes become labels. */
const wordsOf = (value: unknown, spec: FieldSpec | undefined, language: Language): string => {
  if (!spec || spec.type === 'text' || spec.type === 'note') return String(value).trim();
  return fieldTypeTable[spec.type].text(value, spec, language).trim();
};

/** Splits a text into names of organisations. */
const bodiesIn = (text: string): readonly WorkName[] =>
  text
    .split(/[、;；]|[,，](?!\s*(?:Inc|Ltd|LLC|Co)\b)/u)
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((literal) => ({ literal }));

/** English names by account or personnel file of an author line. */
export type EnglishNames = ReadonlyMap<string, string>;

/** Returns the authors of a record by role; works in English use their English names. */
const peopleOf = (
  row: RowLike,
  { translators = [], unnamed = [] }: CitationRule,
  english: EnglishNames,
) => {
  const lines = byRank(row.authors as readonly AuthorRow[] | null).filter(
    (line) => line.name && !unnamed.includes(String(line.authorType)),
  );
  const translates = (line: AuthorRow): boolean => translators.includes(String(line.authorType));
  const names = (some: readonly AuthorRow[]): readonly WorkName[] =>
    some.map((line) => citedNameOf(english.get(personIdOf(line) ?? '') ?? line.name ?? ''));
  return {
    author: names(lines.filter((line) => !translates(line))),
    translator: names(lines.filter(translates)),
  };
};

/** Returns the edition for CSL: a number from the second edition on; other words unchanged. */
const editionOf = (text: string | undefined): string | undefined => {
  const number = text?.match(/\d+/)?.[0];
  if (!number) return text;
  return Number(number) > 1 ? number : undefined;
};

/** Returns pages with plain hyphens and without label. */
const pagesOf = (text: string | undefined): string | undefined =>
  text
    ?.replace(/^(?:pp?\.|第)\s*/i, '')
    .replace(/\s*[–—~～至-]+\s*/gu, '-')
    .replace(/页$/, '');

/** Converts a record with its author lines to a work. @param english English names of staff, for works in English */
export const citedWorkOf = (
  kind: Resource,
  row: RowLike,
  dictionaries: Dictionaries,
  english: EnglishNames = new Map(),
): Work => {
  const options = achievementMixin.optionsOf(kind);
  const citation = options?.citation;
  if (!citation) throw new Error(`${kind.key} is not cited`);
  const title = String(row[kind.title] ?? '').trim();
  const language = hasHan(title) ? 'zh' : 'en';
  const text = (source: CitationSource | undefined): string | undefined => {
    const name = firstFilledOf(row, source);
    const spec = name === undefined ? undefined : kind.fields[name]?.spec;
    return name === undefined
      ? undefined
      : wordsOf(row[name], spec && specIn(spec, dictionaries), language);
  };
  const { type, texts = {}, bodies } = citation;
  const variables = Object.fromEntries(
    Object.entries(texts).map(([variable, source]) => [variable, text(source)]),
  );
  const named = text(bodies);
  const people = peopleOf(row, citation, language === 'en' ? english : new Map());
  const year = row.statYear ? String(row.statYear) : undefined;
  return {
    id: String(row.id),
    type: typeof type === 'string' ? type : (type.codes[String(row[type.by])] ?? type.else),
    title,
    language: language === 'zh' ? 'zh-CN' : 'en-US',
    ...present({
      ...variables,
      edition: editionOf(variables.edition),
      page: pagesOf(variables.page),
      ...(named ? { author: bodiesIn(named), contributor: people.author } : people),
      issued: cslDateParts(text(citation.issued ?? options.dates) ?? year),
      accessed: cslDateParts(text(citation.accessed)),
      'event-date': cslDateParts(text(citation.held)),
    }),
  };
};
