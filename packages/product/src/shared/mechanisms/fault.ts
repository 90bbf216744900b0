import { Invalid, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';

/** The message of a rule that does not hold; null when it does. */
export const faultIfNot = (holds: boolean, message: Label): Label | null =>
  holds ? null : message;

/** A refusal as the fault of the field that it is about; any other error as it is. */
export const asFieldFault = (path: string, error: unknown): unknown =>
  error instanceof Refused ? new Invalid([{ path, message: error.label }]) : error;
