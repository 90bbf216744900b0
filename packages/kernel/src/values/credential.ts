import type { Label } from '../label.ts';

/**
 * How the secret of a service is stored: sealed, where it is told to the service again; or as a digest, where somebody
 * else's is compared with it.
 */
export type Credential = SealedCredential | { readonly as: 'digest' };

/** A secret that opens for its use in its own university only. */
export interface SealedCredential {
  readonly as: 'sealed';
  /** Purpose of the secret; never changed once released, since stored values open for nothing else. */
  readonly use: string;
  /** Fields that say whom it is told: it has to be typed again for others. */
  readonly toldTo: readonly string[];
  /** Says that it has to be typed again. */
  readonly again: Label;
}

const dot = '•';

/** Text that people read in place of a credential that is kept: it says that there is one, and nothing of it. */
export const credentialPlaceholder = dot.repeat(6);

/** Is it that text, or what is left of it after some typing? */
export const isCredentialPlaceholder = (value: unknown): boolean =>
  typeof value === 'string' && value.includes(dot);
