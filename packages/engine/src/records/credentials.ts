import type { Field } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import type { SealedCredential } from '@keyan/kernel/values/credential.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { hashSecret, isSealed, isSecretDigest, type Secrets } from '../base/secrets.ts';
import type { TransactionContext } from './behaviour.ts';

/** Typed secret and the row that contains it. */
interface Typed {
  readonly field: string;
  readonly text: string;
  readonly row: RowLike;
  readonly before: RowLike | null;
  readonly tenantId: string;
}

/** Properties of a transaction that storing credentials needs. */
interface KeepingContext {
  readonly engine: Pick<TransactionContext['engine'], 'secrets'>;
  readonly tx: Pick<TransactionContext['tx'], 'tenantId'>;
}

/**
 * Returns the purpose with which a secret is encrypted: it cannot be decrypted for another use or another university.
 */
const purposeOf = ({ use }: SealedCredential, tenantId: string): string => `${use} ${tenantId}`;

/**
 * Returns the encrypted text. A client sends an encrypted text back as received, which is accepted only for the same
 * row and the same address; otherwise the writer could have the secret, which nobody may read, sent to another host.
 * @throws Invalid if the secret must be typed again
 */
const sealed = (
  secrets: Secrets,
  credential: SealedCredential,
  { field, text, row, before, tenantId }: Typed,
): string => {
  const purpose = purposeOf(credential, tenantId);
  if (!isSealed(text)) return secrets.seal(text, purpose);
  const isOwn = before !== null && before[field] === text;
  // A text that no key of the installation decrypts is no stored secret.
  const isKept = isOwn
    ? credential.toldTo.every((name) => row[name] === before[name])
    : !secrets.open(text, purpose);
  if (isKept) return text;
  throw new Invalid([{ path: field, message: credential.again }]);
};

/**
 * Returns the row with its credentials encrypted.
 * @param before stored row, if any
 * @throws Invalid if a credential must be typed again
 */
export const withKeptCredentials = <R extends RowLike>(
  { engine: { secrets }, tx: { tenantId } }: KeepingContext,
  { fields }: Pick<Resource, 'fields'>,
  row: R,
  before: RowLike | null,
): R => {
  const kept: Record<string, string> = {};
  for (const [field, { spec }] of Object.entries(fields)) {
    const { credential } = spec;
    const text = row[field];
    if (!credential || text === null || text === undefined) continue;
    const typed = { field, text: String(text), row, before, tenantId };
    if (credential.as === 'sealed') kept[field] = sealed(secrets, credential, typed);
    else kept[field] = isSecretDigest(typed.text) ? typed.text : hashSecret(typed.text);
  }
  return { ...row, ...kept };
};

/**
 * Decrypts the secret of a stored row for a service; null if it was not encrypted here for this use.
 * @throws Error for a field that is no credential
 */
export const openCredential = (
  secrets: Secrets,
  { spec: { label, credential } }: Field<unknown>,
  tenantId: string,
  kept: string,
): string | null => {
  if (credential?.as !== 'sealed') throw new Error(`${label[1]} is no sealed credential`);
  return secrets.open(kept, purposeOf(credential, tenantId));
};
