import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { changeRow } from '../../shared/mechanisms/rows.server.ts';
import { invitationStatusCodes } from './dictionaries.ts';
import { handOverCall, type LinkHandedOver } from './external.ts';
import { handOverCode, reviewInvitation } from './invitation.ts';
import {
  invitationKind,
  issueInvitation,
  linkTokenOf,
  type StoredInvitation,
} from './links.server.ts';
import { codeLifetimes, makeVisitCode } from './visits.server.ts';

/**
 * Call that returns link and code for handing over in person; the invitation’s history records the
 * actor.
 */
export const handOverEndpoint: Endpoint = endpoint({
  method: 'POST',
  path: handOverCall,
  auth: 'user',
  permissions: [handOverCode],
  perMinute: 30,
  summary: ['当面交付评审链接与口令', 'Hand over a review link and code in person'],
  input: Type.Object({ id: idParam }),
  run: async (input, { engine, actor }): Promise<LinkHandedOver> => {
    const { row } = await engine.as(actor).read(reviewInvitation, input.id);
    return engine.database.transaction(actor.tenantId, async (tx) => {
      const transaction = behaviourTransaction({ engine, actor }, tx);
      const issued = await issueInvitation(transaction, row.setId ?? '', row.expertId ?? '');
      if (!issued)
        throw new Refused([
          '邀请已撤回，请先重新发送',
          'The invitation was revoked: send it again first',
        ]);
      const code = await makeVisitCode(transaction, issued.id, codeLifetimes.handed);
      const before = (await lockRow(transaction, invitationKind, issued.id)) as StoredInvitation;
      await changeRow(transaction, invitationKind, before, 'handedOver', {
        status:
          before.status === invitationStatusCodes.opened
            ? before.status
            : invitationStatusCodes.sent,
        sentTo: (reviewInvitation.actions?.handedOver?.label ?? [''])[0],
        sentTime: timeText(transaction.now),
        fault: null,
      });
      const until = timeText(new Date(transaction.now.getTime() + codeLifetimes.handed));
      return {
        name: before.name ?? '',
        token: linkTokenOf(engine.secrets, actor.tenantId, before),
        code,
        until,
      };
    });
  },
});
