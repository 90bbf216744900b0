import type { RowLike } from '@keyan/kernel/values/row.ts';
import { cleanLine, withoutMarkup } from '../../achievement/bibliography/text.ts';
import { Unread } from './source.ts';

/** JSON object in a response. */
export type JsonObject = RowLike;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectsOf = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** Nested object under the given names; empty if missing. */
export const objectInside = (from: JsonObject, ...names: readonly string[]): JsonObject =>
  names.reduce<JsonObject>((value, name) => {
    const next = Object.hasOwn(value, name) ? value[name] : undefined;
    return isObject(next) ? next : {};
  }, from);

/** Text or number under a name, without markup; empty if missing. */
export const textIn = (from: JsonObject, name: string): string => {
  const given = Object.hasOwn(from, name) ? from[name] : undefined;
  const value: unknown = Array.isArray(given) ? given[0] : given;
  return typeof value === 'string' || typeof value === 'number'
    ? cleanLine(withoutMarkup(String(value)))
    : '';
};

/**
 * Parses a JSON object.
 * @throws Unread for any other text, including truncated JSON
 */
export const readJson = (text: string): JsonObject => {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Syntax errors are reported by the throw below.
  }
  throw new Unread([
    '应答不是完整的 JSON，请核对入口地址，或稍后重试',
    'The response is not complete JSON: check the base URL, or try again later',
  ]);
};
