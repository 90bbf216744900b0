import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';

/** A label inside a sentence: English nouns in small letters. */
export const inSentence = ([zh, en]: Label): Label => [zh, en.toLowerCase()];

/** The title of a record, as messages name it. */
export const titleOf = (kind: Resource, row: Readonly<Record<string, unknown>>): string =>
  String(row[kind.title] ?? '');

/** The record with its timeline, for everybody who may read it. */
export const recordPage = (kind: Resource, row: Readonly<Record<string, unknown>>): string =>
  `/mywork/process/${kind.kindOf(row)}/detail/0/${row.processInstanceId}/${row.id}`;
