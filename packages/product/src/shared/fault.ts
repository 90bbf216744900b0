import type { Label } from '@keyan/kernel/label.ts';

/** The message of a rule that does not hold; null when it does. */
export const faultIfNot = (holds: boolean, message: Label): Label | null =>
  holds ? null : message;
