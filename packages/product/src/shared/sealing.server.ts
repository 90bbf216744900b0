import { isSealed, type Secrets } from '@keyan/engine/base/secrets.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';

/** A field that is kept sealed, and what decides where its text is sent. */
export interface Sealing<Name extends string> {
  readonly secrets: Secrets;
  /** What it is sealed for: it opens for no other university. */
  readonly purpose: string;
  readonly field: Name;
  /** Fields that say whom the secret is told. */
  readonly toldTo: readonly Name[];
  /** Says that it has to be typed again. */
  readonly again: Label;
}

/**
 * The secret of a row as it may be stored: sealed, or none. Clients send a sealed one back as they got it,
 * which is good for the same row and the same address only; elsewhere it would tell the secret, which nobody
 * may read, to a host of the writer's choice.
 * @throws Invalid where it has to be typed again
 */
export const sealedSecret = <Name extends string>(
  row: { readonly [name in Name]: string | number | null },
  before: { readonly [name in Name]: string | number | null } | null,
  { secrets, purpose, field, toldTo, again }: Sealing<Name>,
): string | null => {
  const secret = row[field];
  if (secret === null) return null;
  const text = String(secret);
  if (!isSealed(text)) return secrets.seal(text, purpose);
  const isOwn = before !== null && before[field] === text;
  // What opens with no key of ours is nobody's secret.
  const isKept = isOwn
    ? toldTo.every((name) => row[name] === before[name])
    : !secrets.open(text, purpose);
  if (isKept) return text;
  throw new Invalid([{ path: field, message: again }]);
};
