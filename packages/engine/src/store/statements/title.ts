import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { sql } from 'kysely';
import { shapeOf } from '../schema/shape.ts';
import type { Sql } from './compile.ts';

/**
 * Returns SQL for the title of a row `alias`, in the language of the reader if it has a title in both; undefined if its
 * title is no column.
 */
export const titleInLanguageSql = (resource: Resource, alias: string): Sql | undefined => {
  const { column } = shapeOf(resource);
  const title = column(resource.title);
  const english = resource.englishTitle && column(resource.englishTitle);
  if (!title) return undefined;
  const own = sql.ref(`${alias}.${title.column}`);
  return english ? sql`said(${own}, ${sql.ref(`${alias}.${english.column}`)})` : own;
};
