/** Values that may be stored in the browser's storage. */
export type Storable =
  | string
  | number
  | boolean
  | null
  | readonly Storable[]
  | { readonly [key: string]: Storable | undefined };

/** Wrapper around every stored value. */
export interface StoredValue {
  /** `typeof` the content, as BladeX clients write it. */
  readonly dataType: 'string' | 'number' | 'boolean' | 'object';
  readonly content: Storable;
  /** `session` for session storage; absent for local storage. */
  readonly type?: 'session';
  /** Time of storing, milliseconds since the epoch. */
  readonly datetime: number;
}

/** Returns the text to store. */
export const toStored = (content: Storable, datetime: number, type?: 'session'): string => {
  const dataType = typeof content as StoredValue['dataType'];
  return JSON.stringify({ dataType, content, type, datetime } satisfies StoredValue);
};

/**
 * Parses a stored text. Returns undefined for anything that is not a wrapper, or whose content is
 * not of the declared type (written by another program, or incompletely).
 */
export const fromStored = (text: string | null | undefined): StoredValue | undefined => {
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isStored(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const isStored = (value: unknown): value is StoredValue =>
  typeof value === 'object' &&
  value !== null &&
  'content' in value &&
  'dataType' in value &&
  'datetime' in value &&
  typeof value.datetime === 'number' &&
  typeof value.content === value.dataType;
