/** Where record ids come from: 64-bit, ordered by time, 19 digits as text. */
export interface Ids {
  next(): string;
}
