import { passwordFault } from '@keyan/kernel/access/password.ts';
import type { Label } from '@keyan/kernel/label.ts';

export type PasswordStrength = 'weak' | 'fair' | 'strong';

/** Minimum length in characters of a strong password. */
const strongFrom = 12;

const texts = {
  fair: ['强度：中，再长一些更安全', 'Medium; longer is safer'],
  strong: ['强度：强', 'Strong'],
} as const satisfies Record<string, Label>;

/** Returns the strength of a password and hints to improve it, shown while typing. */
export const passwordStrengthOf = (
  password: string,
  account: string,
): { readonly level: PasswordStrength; readonly text: Label } => {
  const fault = passwordFault(password, account);
  if (fault) return { level: 'weak', text: fault };
  const level = [...password].length >= strongFrom ? 'strong' : 'fair';
  return { level, text: texts[level] };
};
