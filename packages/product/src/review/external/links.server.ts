import { hashSecret, type Secrets } from '@keyan/engine/base/secrets.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import type { StoredRow, TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { RowOf } from '@keyan/kernel/definition/field/field.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { tokenOfTenant } from '@keyan/kernel/values/tenant.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { changeRow, createRow } from '../../shared/mechanisms/rows.server.ts';
import { type StoredSet, setKind, untypedKind } from '../rows.server.ts';
import { invitationStatusCodes, openInvitationCodes } from './dictionaries.ts';
import { reviewInvitation } from './invitation.ts';

export const invitationKind = untypedKind(reviewInvitation);

export type StoredInvitation = StoredRow & RowOf<typeof reviewInvitation.fields>;

/** Days after the end of a review for which links remain valid. */
const validDaysAfterEnd = 7;
const day = 86_400_000;

/** Refusal for wrong, expired and revoked links alike, so that the reason is not disclosed. */
export const deadLinkRefusal: Label = [
  '链接已失效，请联系科研处重新发送',
  'This link is no longer valid: ask the research office to send a new one',
];

/** Number of random characters in a token: 132 bits. */
const length = 22;

/**
 * Token of an invitation’s link: the tenant, and a secret derived from the installation’s key. The
 * database stores only a digest, from which the token cannot be computed.
 */
export const linkTokenOf = (
  secrets: Pick<Secrets, 'derive'>,
  tenantId: string,
  { id, issue }: Pick<StoredInvitation, 'id' | 'issue'>,
): string =>
  `${tenantId}-${secrets.derive(`review invitation ${tenantId} ${id} ${issue ?? 1}`).slice(0, length)}`;

const tokenShape = tokenOfTenant(length);

/** Valid invitation with its review and expert. */
export interface InvitedExpert {
  readonly tenantId: string;
  readonly id: string;
  readonly set: string;
  readonly setName: string;
  readonly guide: string;
  readonly expert: string;
  readonly userId: string;
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly issue: number;
}

const invitedSql = `select i.id::text, s.id::text as set, s.set_name as "setName", coalesce(s.guide, '') as guide,
    e.id::text as expert, e.user_id::text as "userId", e.name, e.phone, e.email, i.issue
  from review_invitation i
  join review_set s on s.tenant_id = i.tenant_id and s.id = i.set_id and s.is_deleted = 0
  join expert e on e.tenant_id = i.tenant_id and e.id = i.expert_id and e.is_deleted = 0
 where i.tenant_id = $1 and i.is_deleted = 0 and i.status = any($2) and i.valid_until > $3
   and e.status = '1' and e.user_id = i.user_id
   and (e.valid_date is null or e.valid_date >= ($3::timestamptz at time zone 'Asia/Shanghai')::date)`;

type Looking = Pick<Engine, 'database' | 'clock' | 'secrets'>;

/**
 * Invitation of a link token.
 * @throws Missing for every invalid link
 */
export const invitationByLink = async (
  { database, clock, secrets }: Looking,
  token: string,
): Promise<InvitedExpert> => {
  const tenantId = tokenShape.exec(token)?.[1];
  const [found] = tenantId
    ? await database.read(tenantId, (session) =>
        session.query<Omit<InvitedExpert, 'tenantId'>>(`${invitedSql} and i.link_hash = $4`, [
          tenantId,
          openInvitationCodes,
          clock(),
          hashSecret(token),
        ]),
      )
    : [];
  if (!tenantId || !found || linkTokenOf(secrets, tenantId, found) !== token) {
    throw new Missing(deadLinkRefusal);
  }
  return { ...found, tenantId };
};

/**
 * Invitation by id, for a visit in progress.
 * @throws Missing if no longer valid
 */
export const invitationById = async (
  { database, clock }: Looking,
  tenantId: string,
  id: string,
): Promise<InvitedExpert> => {
  const [found] = await database.read(tenantId, (session) =>
    session.query<Omit<InvitedExpert, 'tenantId'>>(`${invitedSql} and i.id = $4`, [
      tenantId,
      openInvitationCodes,
      clock(),
      id,
    ]),
  );
  if (!found) throw new Missing(deadLinkRefusal);
  return { ...found, tenantId };
};

/** Expiry time of a review’s links. */
const validUntil = ({ endTime }: StoredSet, now: Date): string => {
  const end = endTime === null ? now : new Date(`${endTime.replace(' ', 'T')}+08:00`);
  return timeText(new Date(Math.max(end.getTime(), now.getTime()) + validDaysAfterEnd * day));
};

/**
 * Invitation of an expert to a review, created if missing, with current digest and expiry. The
 * caller must hold no lock.
 */
export const issueInvitation = async (
  transaction: TransactionContext,
  set: string,
  expert: string,
): Promise<StoredInvitation | undefined> => {
  const { tx, engine, now } = transaction;
  const review = (await lockRow(transaction, setKind, set)) as StoredSet;
  const [known] = await tx.query<{ id: string }>(
    `select id::text from review_invitation
      where tenant_id = $1 and set_id = $2 and expert_id = $3 and is_deleted = 0 order by id limit 1`,
    [tx.tenantId, set, expert],
  );
  const [person] = await tx.query<{ name: string; unit: string; userId: string }>(
    `select name, unit, user_id::text as "userId" from expert
      where tenant_id = $1 and id = $2 and is_deleted = 0 and user_id is not null`,
    [tx.tenantId, expert],
  );
  if (!person) return undefined;
  const row = (
    known
      ? await lockRow(transaction, invitationKind, known.id)
      : await createRow(transaction, invitationKind, { ...person, setId: set, expertId: expert })
  ) as StoredInvitation;
  if (row.status === invitationStatusCodes.revoked) return undefined;
  return (await changeRow(transaction, invitationKind, row, 'issued', {
    userId: person.userId,
    linkHash: hashSecret(linkTokenOf(engine.secrets, tx.tenantId, row)),
    validUntil: validUntil(review, now),
    ...(row.status === invitationStatusCodes.expired && { status: invitationStatusCodes.toSend }),
  })) as StoredInvitation;
};
