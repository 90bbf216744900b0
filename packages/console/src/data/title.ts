import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { currentLanguage } from '../i18n/language.ts';

/** The field by which people know the record: that of the page's language, where the record has a title in both. */
export const titleFieldOf = ({ title, englishTitle }: Resource, row: RowLike): string =>
  currentLanguage() === 'en' && englishTitle && row[englishTitle] ? englishTitle : title;

/** Title of a record. */
export const titleOf = (resource: Resource, row: RowLike): string =>
  String(row[titleFieldOf(resource, row)] ?? '');
