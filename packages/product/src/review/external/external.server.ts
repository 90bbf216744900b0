import { randomBytes } from 'node:crypto';
import {
  type Behaviour,
  defineBehaviour,
  type StoredRow,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { changeRow, createRow } from '../../shared/mechanisms/rows.server.ts';
import { outsideExpertType } from '../../system/accounts/dictionaries.ts';
import { user } from '../../system/accounts/user.ts';
import { assertBelowAccountLimit } from '../../system/accounts/user-behaviour.server.ts';
import { universityExpertType } from '../dictionaries.ts';
import { expert } from '../expert.ts';
import { writeLetter } from '../tasks.server.ts';
import { invitationStatusCodes, openInvitationCodes } from './dictionaries.ts';
import { reviewInvitation } from './invitation.ts';
import { invitationKind, type StoredInvitation } from './links.server.ts';
import { endVisits } from './visits.server.ts';

type StoredExpert = StoredRow<typeof expert.fields>;

/**
 * Creates the account of an external expert, without password, phone or department, so that sign-in
 * is impossible; tasks are opened by link and code.
 */
const accountFor = async (transaction: TransactionContext, name: string): Promise<string> => {
  await assertBelowAccountLimit(transaction.tx);
  const { id } = await createRow(transaction, untypedResource(user), {
    account: `expert_${randomBytes(6).toString('hex')}`,
    name,
    realName: name,
    userType: outsideExpertType,
    roles: ['expert'],
  });
  return id;
};

/** Invalidates links sent to an expert’s old address and sends new ones. */
const sendAnew = async (transaction: TransactionContext, expertId: string): Promise<void> => {
  const { tx } = transaction;
  const live = await tx.query<{ id: string; set: string }>(
    `select id::text, set_id::text as set from review_invitation
      where tenant_id = $1 and expert_id = $2 and is_deleted = 0 and status = any($3) order by id`,
    [tx.tenantId, expertId, openInvitationCodes],
  );
  for (const { id, set } of live) {
    const row = (await lockRow(transaction, invitationKind, id)) as StoredInvitation;
    await changeRow(transaction, invitationKind, row, 'renew', {
      status: invitationStatusCodes.toSend,
      issue: (row.issue ?? 1) + 1,
    });
    await endVisits(transaction, id);
    writeLetter(transaction, { set, expert: expertId });
  }
};

/**
 * Behaviour of experts: creates accounts of external experts and resends links after a changed
 * address.
 */
export const expertBehaviour: Behaviour = defineBehaviour<typeof expert.fields>(expert, {
  complete: async (row, transaction) =>
    row.expertType === universityExpertType || row.userId !== null
      ? {}
      : { userId: await accountFor(transaction, row.name ?? '') },
  saved: async (row, transaction) => {
    const before: StoredExpert | null = transaction.before;
    if (before === null || (before.phone === row.phone && before.email === row.email)) return;
    await sendAnew(transaction, row.id);
  },
});

/** Behaviour of invitations: renewing and revoking links. */
export const invitationBehaviour: Behaviour = defineBehaviour<typeof reviewInvitation.fields>(
  reviewInvitation,
  {
    performed: {
      renew: async ({ id, setId, expertId }, transaction) => {
        await endVisits(transaction, id);
        writeLetter(transaction, { set: setId ?? '', expert: expertId ?? '' });
      },
      revoke: ({ id }, transaction) => endVisits(transaction, id),
    },
  },
);
