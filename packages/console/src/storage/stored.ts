/** Values that may be kept in the browser's storage. */
export type Storable =
  | string
  | number
  | boolean
  | null
  | readonly Storable[]
  | { readonly [key: string]: Storable | undefined };

/** The wrapper around every stored value. */
export interface StoredValue {
  /** `typeof` the content, as the clients of this family write it. */
  readonly dataType: 'string' | 'number' | 'boolean' | 'object';
  readonly content: Storable;
  /** With a type the value is in session storage, without one in local storage. */
  readonly type?: 'session';
  /** When it was written, milliseconds since the epoch. */
  readonly datetime: number;
}

/** The text to put into storage. */
export const toStored = (content: Storable, datetime: number, type?: 'session'): string => {
  const dataType = typeof content as StoredValue['dataType'];
  return JSON.stringify({ dataType, content, type, datetime } satisfies StoredValue);
};

/**
 * Reads a stored text back. Anything that is not a wrapper, or whose content is not of the type it
 * claims (another program wrote it, a half-written value), is no value at all.
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
