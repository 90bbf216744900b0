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

/** A day, a month or a year: `[[2024, 5, 12]]`. */
export interface WorkDate {
  readonly 'date-parts': readonly [readonly number[]];
}

/** A work in CSL-JSON. What is not known is absent. */
export interface Work extends Readonly<Partial<Record<CitationText, string>>> {
  readonly id: string;
  readonly type: WorkType;
  readonly title: string;
  /** Language of the work, told by its title: a citation speaks of it in this language. */
  readonly language: 'zh-CN' | 'en-US';
  readonly author?: readonly WorkName[];
  readonly translator?: readonly WorkName[];
  /** Makers of it, where a body answers for it: inventors, drafters of a standard. */
  readonly contributor?: readonly WorkName[];
  readonly issued?: WorkDate;
  readonly accessed?: WorkDate;
  readonly 'event-date'?: WorkDate;
}

/** How records of a kind are cited; nothing where they are nobody's output. */
export const citationOf = (kind: Pick<Resource, 'with'>): CitationRule | undefined =>
  achievementMixin.optionsOf(kind)?.citation;

/** The fields that a citation of the kind needs of a record. */
export const fieldsForCiting = (kind: Resource): readonly string[] => {
  const options = achievementMixin.optionsOf(kind);
  if (!options?.citation) return [];
  const own = [kind.title, 'authors', 'statYear', 'secretLevel', ...options.dates];
  return [...new Set([...own, ...citedFields(options.citation)])];
};

/** `2024`, `2024-05` or `2024-05-12` as CSL has it. */
export const cslDateParts = (text: string | undefined): WorkDate | undefined => {
  const parts = text?.split('-').map(Number) ?? [];
  return parts.length > 0 && parts.every((part) => part > 0)
    ? { 'date-parts': [parts] }
    : undefined;
};

/** The parts that are there. */
const present = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) =>
        value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  ) as Partial<T>;

/** Content of a field, in words: codes by their labels. */
const wordsOf = (value: unknown, spec: FieldSpec | undefined, language: Language): string => {
  if (!spec || spec.type === 'text' || spec.type === 'note') return String(value).trim();
  return fieldTypeTable[spec.type].text(value, spec, language).trim();
};

/** Names of bodies that stand in one text, parted as people part them. */
const bodiesIn = (text: string): readonly WorkName[] =>
  text
    .split(/[、;；]|[,，](?!\s*(?:Inc|Ltd|LLC|Co)\b)/u)
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((literal) => ({ literal }));

/** English names of people by the account or the file that a line names. */
export type EnglishNames = ReadonlyMap<string, string>;

/** The authors of a record by what they did; a work in English calls them by the names that it knows of them. */
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

/** The edition as styles want it: a number from the second on, other words as they are. */
const editionOf = (text: string | undefined): string | undefined => {
  const number = text?.match(/\d+/)?.[0];
  if (!number) return text;
  return Number(number) > 1 ? number : undefined;
};

/** Pages with plain hyphens and no label. */
const pagesOf = (text: string | undefined): string | undefined =>
  text
    ?.replace(/^(?:pp?\.|第)\s*/i, '')
    .replace(/\s*[–—~～至-]+\s*/gu, '-')
    .replace(/页$/, '');

/**
 * A record of a kind, with its author lines, as a work.
 * @param english the English names of our authors, for works in English
 */
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
