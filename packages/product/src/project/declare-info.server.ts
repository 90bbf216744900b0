import {
  behave,
  type StoredRow,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { judgedNow } from '@keyan/engine/records/facts.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { id } from '@keyan/engine/wire/inputs.ts';
import { isSystem } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { say } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { declaredKinds, sections } from './access.ts';
import { declareInfo } from './declare-info.ts';
import { likenessFinding } from './declare-likeness.server.ts';
import { askedPage } from './declare-members.ts';
import { findingsOf } from './declare-people.ts';
import type { MemberPlace } from './parts.ts';

type Declared = StoredRow<typeof declareInfo.fields>;

/** A member who answered is asked no more. */
const answered = (row: Declared, { engine, tx, actor }: TransactionContext): void => {
  if (isSystem(actor)) return;
  engine.messages.settle(tx, {
    business: row.id,
    links: [askedPage(row)],
    receiver: actor.id,
    to: [actor.id],
  });
};

/** What declarations do with the database: their members are asked. */
export const declareInfoBehaviour = behave<typeof declareInfo.fields>(declareInfo, {
  checked: { likeness: likenessFinding },
  performed: { agreeMember: answered, declineMember: answered },
});

const member = Type.Object({
  userId: Type.Optional(id),
  memberRole: Type.Optional(Type.String({ maxLength: 10 })),
  name: Type.Optional(Type.String({ maxLength: 100 })),
  unit: Type.Optional(Type.String({ maxLength: 100 })),
  sort: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
});

/** R-102 before anything is handed in: what would stand against these people. */
const validateMember = endpoint({
  method: 'POST',
  path: `${declareInfo.path}/validateMember`,
  auth: 'user',
  permissions: declaredKinds.map((kind) => `${sections[kind].letter}_declare_submit`),
  summary: ['校验申报成员', 'Check the members of a declaration'],
  input: Type.Object({
    planId: id,
    leaderId: id,
    members: Type.Array(member, { maxItems: 1000 }),
  }),
  run: async ({ planId, leaderId, members }, { engine, actor, language }) => {
    const lines = members.map(
      (line): MemberPlace => ({
        sort: line.sort ?? null,
        userId: line.userId ?? null,
        name: line.name ?? null,
        unit: line.unit ?? null,
        memberRole: (line.memberRole as MemberPlace['memberRole']) ?? null,
      }),
    );
    const team = { planId, programLeader: leaderId, members: lines };
    const context = { engine, actor };
    const { facts, today } = await engine.database.read(actor.tenantId, (session) =>
      judgedNow(context, session, declareInfo as unknown as Resource, team, null),
    );
    const items = findingsOf(team, facts as never, today).map(({ message, ...found }) => ({
      ...{ level: 'error', ...found, message: say(message, language) },
    }));
    return { pass: items.length === 0, items };
  },
});

/** The calls of declarations beside those of any resource. */
export const declareEndpoints: readonly Endpoint[] = [validateMember];
