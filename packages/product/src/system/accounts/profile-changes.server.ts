import type { Engine } from '@keyan/engine/engine.ts';
import type { Tx } from '@keyan/engine/store/connection/database.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Conflict, Invalid, Missing } from '@keyan/kernel/errors.ts';
import { changesBetween } from '@keyan/kernel/records/diff.ts';
import { type OwnProfileInput, realNameHint } from './profile.ts';
import { user } from './user.ts';
import { changeAccount } from './user-rows.server.ts';

const profileColumns = ['avatar', 'name', 'realName', 'phone', 'email'] as const;

/** Stored values of a person's own account; null for an empty field. */
type StoredProfile = Record<(typeof profileColumns)[number], string | null>;

/** Returns the new value of a text: null for an empty text, the stored value if the text is omitted. */
const chosen = (given: string | undefined, before: string | null): string | null =>
  given === undefined ? before : given.trim() || null;

/** Requested changes of the caller's account; omitted values stay unchanged. */
type RequestedChanges = { readonly [K in keyof StoredProfile]?: string } & {
  /** Version that the client read; another stored version is refused with Conflict. */
  readonly version?: number;
};

const change = async (
  tx: Tx,
  engine: Engine,
  actor: Actor,
  id: string,
  wanted: (before: StoredProfile) => RequestedChanges,
): Promise<void> => {
  const [stored] = await tx.query<StoredProfile & { version: number }>(
    `select avatar, name, real_name as "realName", phone, email, version from users
      where tenant_id = $1 and id = $2 and is_deleted = 0 for update`,
    [tx.tenantId, id],
  );
  if (!stored) throw new Missing();
  const { version, ...before } = stored;
  const given = wanted(before);
  const after = Object.fromEntries(
    profileColumns.map((name) => [name, chosen(given[name], before[name])]),
  ) as StoredProfile;
  const changes = changesBetween(user, before, after);
  if (changes.length === 0) return;
  if (given.version !== undefined && given.version !== version) {
    throw new Conflict({ ...before, version }, changesBetween(user, after, before));
  }
  await changeAccount(tx, engine, actor, id, { fields: after });
};

/**
 * Changes one's own account. The unchanged real name is accepted, since clients send their whole form.
 * @throws Missing; Conflict; Invalid for another real name (ruling 46)
 */
export const updateOwnAccount = (
  tx: Tx,
  engine: Engine,
  actor: Actor,
  given: OwnProfileInput & Pick<RequestedChanges, 'avatar' | 'realName' | 'version'>,
): Promise<void> =>
  change(tx, engine, actor, actor.id, ({ realName }) => {
    if (given.realName !== undefined && given.realName.trim() !== realName) {
      throw new Invalid([{ path: 'realName', message: realNameHint }]);
    }
    return given;
  });

/** Changes an account's real name, and the user name if both were equal. @throws Missing; Conflict */
export const renameUser = (
  tx: Tx,
  engine: Engine,
  actor: Actor,
  {
    id,
    realName,
    version,
  }: { readonly id: string } & Pick<RequestedChanges, 'realName' | 'version'>,
): Promise<void> =>
  change(tx, engine, actor, id, (before) => ({
    realName,
    version,
    ...(before.name === before.realName ? { name: realName } : {}),
  }));
