import type { Label } from '../label.ts';

/**
 * Storage of a service's secret: encrypted if it must be sent to the service again; as a digest if
 * a received secret is compared with it.
 */
export type Credential = SealedCredential | { readonly as: 'digest' };

/** Encrypted secret, which can be decrypted only for its purpose in its tenant. */
export interface SealedCredential {
  readonly as: 'sealed';
  /**
   * Purpose of the secret; never changed once released, since stored values can be decrypted for no
   * other.
   */
  readonly use: string;
  /**
   * Fields with the recipient of the secret (such as host and account): if they change, the secret
   * must be typed again.
   */
  readonly toldTo: readonly string[];
  /** Message that the secret must be typed again. */
  readonly again: Label;
}

const dot = '•';

/** Text shown instead of a stored credential, independent of its length. */
export const credentialPlaceholder = dot.repeat(6);

/** True if the value is that text, or a remainder of it after edits. */
export const isCredentialPlaceholder = (value: unknown): boolean =>
  typeof value === 'string' && value.includes(dot);
