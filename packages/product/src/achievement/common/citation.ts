/**
 * Citation rules as data of a definition. Types and variables are those of CSL (https://docs.citationstyles.org), the
 * language of citation styles.
 */

import type { RowLike } from '@keyan/kernel/values/row.ts';

/** CSL type of a work. */
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

/** CSL variable of a text. */
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

/** Field with the text; of several the first non-empty one. */
export type CitationSource = string | readonly string[];

/** Mapping of a record to a cited work. The title is that of the record. */
export interface CitationRule {
  /** Type of the work: constant, or by the code in a field. */
  readonly type:
    | WorkType
    | {
        readonly by: string;
        readonly codes: Readonly<Record<string, WorkType>>;
        readonly else: WorkType;
      };
  readonly texts?: Readonly<Partial<Record<CitationText, CitationSource>>>;
  /** Field with the responsible bodies, if the citation names them instead of the authors. */
  readonly bodies?: CitationSource;
  /** Codes of `authorType` for translators, and for authors who are not named. */
  readonly translators?: readonly string[];
  readonly unnamed?: readonly string[];
  /** Date of publication; if omitted, the date of the achievement. */
  readonly issued?: CitationSource;
  /** Date of online access. */
  readonly accessed?: CitationSource;
  /** Date of the conference. */
  readonly held?: CitationSource;
}

/** Returns the field names of a source. */
const namesOf = (source: CitationSource | undefined): readonly string[] =>
  source === undefined ? [] : [source].flat();

/** Returns every field that a citation reads, without duplicates. */
export const citedFields = (citation: CitationRule): readonly string[] => {
  const { type, texts = {}, bodies, issued, accessed, held } = citation;
  const sources = [...Object.values(texts), bodies, issued, accessed, held];
  return [
    ...new Set([...(typeof type === 'string' ? [] : [type.by]), ...sources.flatMap(namesOf)]),
  ];
};

/** Returns the first non-empty field of a source. */
export const firstFilledOf = (
  row: RowLike,
  source: CitationSource | undefined,
): string | undefined =>
  namesOf(source).find((name) => row[name] !== null && row[name] !== undefined && row[name] !== '');
