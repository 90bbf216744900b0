import { Invalid, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';

/** Returns the message if the rule does not hold; null otherwise. */
export const faultIfNot = (holds: boolean, message: Label): Label | null =>
  holds ? null : message;

/** Converts a refusal to a fault of a field; other errors are returned unchanged. */
export const asFieldFault = (path: string, error: unknown): unknown =>
  error instanceof Refused ? new Invalid([{ path, message: error.label }]) : error;
