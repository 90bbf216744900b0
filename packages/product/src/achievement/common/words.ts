import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';

/** A label inside a sentence: English nouns in small letters. */
export const inSentence = ([zh, en]: Label): Label => [zh, en.toLowerCase()];

/** The title of a record, as messages name it. */
export const titleOf = (kind: Resource, row: Readonly<Record<string, unknown>>): string =>
  String(row[kind.title] ?? '');
