import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { language } from '../i18n/language.ts';
import type { Values } from './values.ts';

/** The field by which people know the record: that of the page's language, where the record has a title in both. */
export const titleFieldOf = ({ title, englishTitle }: Resource, row: Values): string =>
  language() === 'en' && englishTitle && row[englishTitle] ? englishTitle : title;

/** By what people know the record. */
export const titleOf = (resource: Resource, row: Values): string =>
  String(row[titleFieldOf(resource, row)] ?? '');
