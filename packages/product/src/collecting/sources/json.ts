import type { RowLike } from '@keyan/kernel/values/row.ts';
import { cleanLine, withoutMarkup } from '../../achievement/bibliography/text.ts';
import { Unread } from './source.ts';

/** An object of an answer in JSON. */
export type JsonObject = RowLike;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectsOf = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** The object of this name; an empty one where there is none. */
export const objectInside = (from: JsonObject, ...names: readonly string[]): JsonObject =>
  names.reduce<JsonObject>((value, name) => {
    const next = Object.hasOwn(value, name) ? value[name] : undefined;
    return isObject(next) ? next : {};
  }, from);

/** The text or number of this name, without markup; empty where there is none. */
export const textIn = (from: JsonObject, name: string): string => {
  const given = Object.hasOwn(from, name) ? from[name] : undefined;
  const value: unknown = Array.isArray(given) ? given[0] : given;
  return typeof value === 'string' || typeof value === 'number'
    ? cleanLine(withoutMarkup(String(value)))
    : '';
};

/** The object that the text is. @throws Unread for any other text, also one that breaks off */
export const readJson = (text: string): JsonObject => {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Said below.
  }
  throw new Unread([
    '应答不是完整的 JSON，请核对入口地址，或稍后重试',
    'The response is not complete JSON: check the base URL, or try again later',
  ]);
};
