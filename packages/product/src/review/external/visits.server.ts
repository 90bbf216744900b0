import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { TooManyCalls } from '@keyan/engine/base/rate-limit.ts';
import { hashSecret } from '@keyan/engine/base/secrets.ts';
import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { currentActorOf } from '@keyan/engine/identity/rights.ts';
import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { Actor, SystemActor } from '@keyan/kernel/access/actor.ts';
import { Denied, Missing } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { tokenOfTenant } from '@keyan/kernel/values/tenant.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { changeRow, createRow } from '../../shared/mechanisms/rows.server.ts';
import { untypedKind } from '../rows.server.ts';
import { invitationStatusCodes, type VisitAct } from './dictionaries.ts';
import {
  deadLinkRefusal,
  type InvitedExpert,
  invitationById,
  invitationKind,
  type StoredInvitation,
} from './links.server.ts';
import { reviewVisit } from './visit.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Lifetimes of a sent code and of a code handed over in person, in milliseconds. */
export const codeLifetimes = { sent: 5 * minute, handed: day } as const;

/** Duration of a visit in hours. */
const visitHours = 8;

/** Maximum number of attempts per code. */
const maxTriesPerCode = 5;

/** Maximum number of codes per invitation in a minute, and in 24 hours (`maxCodesPerDay`). */
const maxCodesPerMinute = 1;
const maxCodesPerDay = 10;

/** Rights of an external expert: only their own tasks. */
const rights: ReadonlySet<string> = new Set(['mytask', 'mytask_decline']);

const visitKind = untypedKind(reviewVisit);

/** External expert signed in by link and code. */
export interface VisitingExpert {
  readonly invited: InvitedExpert;
  readonly actor: Actor;
}

const hashOf = (engine: Pick<Engine, 'secrets'>, invitation: string, code: string): Buffer =>
  createHmac('sha256', engine.secrets.derive('review code'))
    .update(`${invitation} ${code}`)
    .digest();

/** Actor for calls before the code is entered. */
const actorBeforeCode = (tenantId: string): SystemActor => ({
  system: reviewVisit.label[0],
  tenantId,
});

const within = <T>(
  engine: Engine,
  actor: Actor | SystemActor,
  act: (transaction: TransactionContext) => Promise<T>,
): Promise<T> =>
  engine.database.transaction(actor.tenantId, (tx) =>
    act(behaviourTransaction({ engine, actor }, tx)),
  );

/** Logs a use of a link. */
export const noteVisit = (
  engine: Engine,
  { tenantId, id, set, expert, name }: InvitedExpert,
  act: VisitAct,
  address: string,
  subject = '',
): Promise<void> =>
  within(engine, actorBeforeCode(tenantId), async (transaction) => {
    await createRow(transaction, visitKind, {
      name,
      setId: set,
      invitationId: id,
      expertId: expert,
      act,
      subject: [...subject].slice(0, 300).join(''),
      visitTime: timeText(transaction.now),
      address,
    });
  });

/**
 * Creates a six-digit code for an invitation and invalidates earlier ones; only its hash is stored.
 * @param lasts lifetime in milliseconds
 */
export const makeVisitCode = async (
  { tx, engine, now }: TransactionContext,
  invitation: string,
  lasts: number,
): Promise<string> => {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await tx.query(
    `delete from review_pass where tenant_id = $1 and invitation_id = $2 and expires_at < $3`,
    [tx.tenantId, invitation, new Date(now.getTime() - day)],
  );
  await tx.query(
    `update review_pass set tries = $3 where tenant_id = $1 and invitation_id = $2 and pass is null`,
    [tx.tenantId, invitation, maxTriesPerCode],
  );
  await tx.query(
    `insert into review_pass (tenant_id, id, invitation_id, code, tries, create_time, expires_at)
     values ($1, $2, $3, $4, 0, $5, $6)`,
    [
      tx.tenantId,
      engine.ids.next(),
      invitation,
      hashOf(engine, invitation, code),
      now,
      new Date(now.getTime() + lasts),
    ],
  );
  return code;
};

/**
 * Creates a code to be sent.
 * @throws TooManyCalls for a second code within a minute, or an eleventh within a day
 */
export const requestCode = (engine: Engine, { tenantId, id }: InvitedExpert): Promise<string> =>
  within(engine, actorBeforeCode(tenantId), async (transaction) => {
    const { tx, now } = transaction;
    // Locks the invitation, so that concurrent requests respect the limits.
    await lockRow(transaction, invitationKind, id);
    const [made] = await tx.query<{ minute: number; day: number }>(
      `select count(*) filter (where create_time > $3)::int as minute, count(*)::int as day
         from review_pass where tenant_id = $1 and invitation_id = $2 and create_time > $4`,
      [tenantId, id, new Date(now.getTime() - minute), new Date(now.getTime() - day)],
    );
    if ((made?.minute ?? 0) >= maxCodesPerMinute) throw new TooManyCalls(minute / 1000);
    if ((made?.day ?? 0) >= maxCodesPerDay) throw new TooManyCalls(hour / 1000);
    return makeVisitCode(transaction, id, codeLifetimes.sent);
  });

/** Ends all visits of an invitation. */
export const endVisits = async (
  { tx }: Pick<TransactionContext, 'tx'>,
  invitation: string,
): Promise<void> => {
  await tx.query('delete from review_pass where tenant_id = $1 and invitation_id = $2', [
    tx.tenantId,
    invitation,
  ]);
};

const wrongCodeText: Label = ['验证码错误或已失效', 'The code is wrong or has expired'];

/**
 * Checks the newest code.
 * @returns visit token, or null for a wrong or expired code and after five attempts
 */
const redeemCode = (
  engine: Engine,
  { tenantId, id }: InvitedExpert,
  code: string,
): Promise<string | null> =>
  within(engine, actorBeforeCode(tenantId), async (transaction) => {
    const { tx, now } = transaction;
    const invitation = (await lockRow(transaction, invitationKind, id)) as StoredInvitation;
    const [row] = await tx.query<{ id: string; code: Buffer }>(
      `update review_pass set tries = tries + 1
        where tenant_id = $1 and id = (
          select id from review_pass where tenant_id = $1 and invitation_id = $2 and pass is null
             and tries < $3 and expires_at > $4 order by id desc limit 1)
        returning id::text, code`,
      [tenantId, id, maxTriesPerCode, now],
    );
    if (!row || !timingSafeEqual(row.code, hashOf(engine, id, code.trim()))) return null;
    const pass = randomBytes(24).toString('base64url');
    await tx.query(
      `update review_pass set pass = $3, tries = $4, expires_at = $5 where tenant_id = $1 and id = $2`,
      [
        tenantId,
        row.id,
        hashSecret(pass),
        maxTriesPerCode,
        new Date(now.getTime() + visitHours * hour),
      ],
    );
    const time = timeText(now);
    await changeRow(transaction, invitationKind, invitation, 'opened', {
      status: invitationStatusCodes.opened,
      openedTime: invitation.openedTime ?? time,
      lastTime: time,
    });
    return `${tenantId}-${pass}`;
  });

/**
 * Starts a visit by link and code.
 * @returns visit token
 * @throws Denied for a wrong code
 */
export const enterReviewByCode = async (
  engine: Engine,
  invited: InvitedExpert,
  code: string,
  address: string,
): Promise<string> => {
  const pass = await redeemCode(engine, invited, code);
  await noteVisit(engine, invited, pass === null ? 'refused' : 'enter', address);
  if (pass === null) throw new Denied(wrongCodeText);
  return pass;
};

const passShape = tokenOfTenant(32);

/** Ends a visit. */
export const endVisit = async (engine: Engine, pass: string): Promise<void> => {
  const [, tenantId, secret] = passShape.exec(pass) ?? [];
  if (!tenantId || !secret) return;
  await engine.database.transaction(tenantId, (tx) =>
    tx.query('delete from review_pass where tenant_id = $1 and pass = $2', [
      tenantId,
      hashSecret(secret),
    ]),
  );
};

/**
 * Expert of a visit, with rights to their own tasks only.
 * @throws Missing for an ended visit or an invalid invitation
 */
export const expertOfVisit = async (engine: Engine, pass: string): Promise<VisitingExpert> => {
  const [, tenantId, secret] = passShape.exec(pass) ?? [];
  if (!tenantId || !secret) throw new Missing(deadLinkRefusal);
  const [found] = await engine.database.read(tenantId, (session) =>
    session.query<{ invitation: string }>(
      `select invitation_id::text as invitation from review_pass
        where tenant_id = $1 and pass = $2 and expires_at > $3`,
      [tenantId, hashSecret(secret), engine.clock()],
    ),
  );
  if (!found) throw new Missing(deadLinkRefusal);
  const invited = await invitationById(engine, tenantId, found.invitation);
  const account = await currentActorOf(engine, { id: invited.userId, tenantId, roles: [] });
  if (!account) throw new Missing(deadLinkRefusal);
  const permissions = new Set([...account.permissions].filter((code) => rights.has(code)));
  return {
    invited,
    actor: { ...account, permissions, departments: [], within: [], departmentScope: [] },
  };
};
