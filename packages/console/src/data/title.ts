import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { currentLanguage } from '../i18n/language.ts';

/**
 * Returns the name of the title field: that of the page's language if the record has a title in
 * both.
 */
export const titleFieldOf = ({ title, englishTitle }: Resource, row: RowLike): string =>
  currentLanguage() === 'en' && englishTitle && row[englishTitle] ? englishTitle : title;

/** Returns the title of a record. */
export const titleOf = (resource: Resource, row: RowLike): string =>
  String(row[titleFieldOf(resource, row)] ?? '');
