import type { Field } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import type { SealedCredential } from '@keyan/kernel/values/credential.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { hashSecret, isSealed, isSecretDigest, type Secrets } from '../base/secrets.ts';
import type { TransactionContext } from './behaviour.ts';

/** A typed secret and the row that it was typed into. */
interface Typed {
  readonly field: string;
  readonly text: string;
  readonly row: RowLike;
  readonly before: RowLike | null;
  readonly tenantId: string;
}

/** Parts of a transaction that keeping them needs. */
interface KeepingContext {
  readonly engine: Pick<TransactionContext['engine'], 'secrets'>;
  readonly tx: Pick<TransactionContext['tx'], 'tenantId'>;
}

/** Purpose of a sealed secret: it opens for no other use, and for no other university. */
const purposeOf = ({ use }: SealedCredential, tenantId: string): string => `${use} ${tenantId}`;

/**
 * The sealed text. Clients send a sealed one back as they got it, which is good for the same row and the same address
 * only; elsewhere it would tell the secret, which nobody may read, to a host of the writer's choice.
 * @throws Invalid where it has to be typed again
 */
const sealed = (
  secrets: Secrets,
  credential: SealedCredential,
  { field, text, row, before, tenantId }: Typed,
): string => {
  const purpose = purposeOf(credential, tenantId);
  if (!isSealed(text)) return secrets.seal(text, purpose);
  const isOwn = before !== null && before[field] === text;
  // A text that no key of the installation opens is nobody's secret.
  const isKept = isOwn
    ? credential.toldTo.every((name) => row[name] === before[name])
    : !secrets.open(text, purpose);
  if (isKept) return text;
  throw new Invalid([{ path: field, message: credential.again }]);
};

/**
 * The row with what is stored in place of its credentials.
 * @param before the row as it is stored, where it is
 * @throws Invalid where one has to be typed again
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
 * Opens the secret of a stored row for a service that uses it; null where this server did not seal it for this use.
 * @throws Error for a field that seals none
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
