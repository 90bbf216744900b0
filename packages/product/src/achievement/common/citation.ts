/**
 * How records of a kind are cited, as data of its definition. Types and variables are those of CSL
 * (https://docs.citationstyles.org), the language in which citation styles are written.
 */

import type { RowLike } from '@keyan/kernel/values/row.ts';

/** Type of a work. */
export type WorkType =
  | 'article-journal'
  | 'article-newspaper'
  | 'paper-conference'
  | 'book'
  | 'chapter'
  | 'thesis'
  | 'patent'
  | 'standard'
  | 'report'
  | 'software'
  | 'webpage'
  | 'graphic'
  | 'musical_score'
  | 'document';

/** A text of a citation, by the word of CSL for it. */
export type CitationText =
  | 'container-title'
  | 'collection-title'
  | 'volume'
  | 'issue'
  | 'page'
  | 'number'
  | 'edition'
  | 'version'
  | 'genre'
  | 'publisher'
  | 'publisher-place'
  | 'event-title'
  | 'event-place'
  | 'DOI'
  | 'URL'
  | 'ISSN'
  | 'ISBN'
  | 'abstract';

/** The field that holds a text; of several the first that is filled in. */
export type CitationSource = string | readonly string[];

/** How a record becomes a work that is cited. Its title is that of the record. */
export interface CitationRule {
  /** Type of the work: always the same, or given by the code in a field. */
  readonly type:
    | WorkType
    | {
        readonly by: string;
        readonly codes: Readonly<Record<string, WorkType>>;
        readonly else: WorkType;
      };
  readonly texts?: Readonly<Partial<Record<CitationText, CitationSource>>>;
  /** The field with the bodies that answer for the work, where the standard names them, not the authors. */
  readonly bodies?: CitationSource;
  /** Codes of `authorType`: authors in these roles translated the work, or are not named. */
  readonly translators?: readonly string[];
  readonly unnamed?: readonly string[];
  /** The date of publication; left out, that of the achievement. */
  readonly issued?: CitationSource;
  /** The day on which somebody looked at it online. */
  readonly accessed?: CitationSource;
  /** The date of the meeting. */
  readonly held?: CitationSource;
}

/** The fields that a source names. */
const namesOf = (source: CitationSource | undefined): readonly string[] =>
  source === undefined ? [] : [source].flat();

/** Every field of its own that a citation reads, once. */
export const citedFields = (citation: CitationRule): readonly string[] => {
  const { type, texts = {}, bodies, issued, accessed, held } = citation;
  const sources = [...Object.values(texts), bodies, issued, accessed, held];
  return [
    ...new Set([...(typeof type === 'string' ? [] : [type.by]), ...sources.flatMap(namesOf)]),
  ];
};

/** The first of the source's fields that is filled in. */
export const firstFilledOf = (
  row: RowLike,
  source: CitationSource | undefined,
): string | undefined =>
  namesOf(source).find((name) => row[name] !== null && row[name] !== undefined && row[name] !== '');
