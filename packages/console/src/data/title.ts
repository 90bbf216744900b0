import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { language } from '../i18n/language.ts';
import type { Values } from './values.ts';

/** By what people know a record, in the language of the page where it has a title in both. */
export const titleOf = ({ title, englishTitle }: Resource, row: Values): string =>
  String((language() === 'en' && englishTitle && row[englishTitle]) || (row[title] ?? ''));
