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

/** Days after the end of a review for which its links are good. */
const daysAfter = 7;
const day = 86_400_000;

/** Refusal of a wrong link, an expired one and a revoked one alike: nobody learns which it is. */
export const deadLinkRefusal: Label = [
  '链接已失效，请联系科研处重新发送',
  'This link is no longer valid: ask the research office to send a new one',
];

/** Characters of a link behind the tenant: 132 bits. */
const length = 22;

/**
 * The link of an invitation: the tenant, which says where to look, and a secret that follows from the key of the
 * installation. The database holds its digest alone, and whoever has a copy of the database cannot compute it.
 */
export const linkTokenOf = (
  secrets: Pick<Secrets, 'derive'>,
  tenantId: string,
  { id, issue }: Pick<StoredInvitation, 'id' | 'issue'>,
): string =>
  `${tenantId}-${secrets.derive(`review invitation ${tenantId} ${id} ${issue ?? 1}`).slice(0, length)}`;

const tokenShape = tokenOfTenant(length);

/** An invitation whose link is good, with the review and the expert. */
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

const invited = `select i.id::text, s.id::text as set, s.set_name as "setName", coalesce(s.guide, '') as guide,
    e.id::text as expert, e.user_id::text as "userId", e.name, e.phone, e.email, i.issue
  from review_invitation i
  join review_set s on s.tenant_id = i.tenant_id and s.id = i.set_id and s.is_deleted = 0
  join expert e on e.tenant_id = i.tenant_id and e.id = i.expert_id and e.is_deleted = 0
 where i.tenant_id = $1 and i.is_deleted = 0 and i.status = any($2) and i.valid_until > $3
   and e.status = '1' and e.user_id = i.user_id
   and (e.valid_date is null or e.valid_date >= ($3::timestamptz at time zone 'Asia/Shanghai')::date)`;

type Looking = Pick<Engine, 'database' | 'clock' | 'secrets'>;

/** The invitation that a link belongs to. @throws Missing, alike for every link that does not work */
export const invitationByLink = async (
  { database, clock, secrets }: Looking,
  token: string,
): Promise<InvitedExpert> => {
  const tenantId = tokenShape.exec(token)?.[1];
  const [found] = tenantId
    ? await database.read(tenantId, (session) =>
        session.query<Omit<InvitedExpert, 'tenantId'>>(`${invited} and i.link_hash = $4`, [
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

/** Finds an invitation by its id, for a visit that has begun. @throws Missing */
export const invitationById = async (
  { database, clock }: Looking,
  tenantId: string,
  id: string,
): Promise<InvitedExpert> => {
  const [found] = await database.read(tenantId, (session) =>
    session.query<Omit<InvitedExpert, 'tenantId'>>(`${invited} and i.id = $4`, [
      tenantId,
      openInvitationCodes,
      clock(),
      id,
    ]),
  );
  if (!found) throw new Missing(deadLinkRefusal);
  return { ...found, tenantId };
};

/** Time until which the links of a review are valid. */
const validUntil = ({ endTime }: StoredSet, now: Date): string => {
  const end = endTime === null ? now : new Date(`${endTime.replace(' ', 'T')}+08:00`);
  return timeText(new Date(Math.max(end.getTime(), now.getTime()) + daysAfter * day));
};

/**
 * The invitation of an expert to a review, made where there is none, with the digest of its link and its end as they
 * are now. The caller holds no lock.
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
