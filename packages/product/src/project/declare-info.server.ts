import { behave } from '@keyan/engine/records/behaviour.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { id } from '@keyan/engine/wire/inputs.ts';
import { say } from '@keyan/kernel/label.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { collegeOf } from '../shared/college.server.ts';
import { declaredKinds, sections } from './access.ts';
import { declareInfo } from './declare-info.ts';
import { departmentFaults, teamFindings } from './declare-rules.server.ts';
import { type MemberPlace, memberFaults } from './parts.ts';

/** What declarations do with the database: they use the quota of a college, and their people are judged. */
export const declareInfoBehaviour = behave<typeof declareInfo.fields>(declareInfo, {
  complete: async ({ departmentId }, { tx }) => ({
    collegeId: departmentId ? await collegeOf(tx, departmentId) : null,
  }),
  check: async (row, { tx, engine }) => [
    ...(await teamFindings(tx, row, dayText(engine.clock()))),
    ...(await departmentFaults(tx, row)),
  ],
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
    const order = (memberFaults('members', lines, leaderId) ?? []).map((fault) => ({
      ...fault,
      rule: 'R-102.7',
      person: '',
    }));
    const today = dayText(engine.clock());
    const people = await engine.database.read(actor.tenantId, (session) =>
      teamFindings(session, team, today),
    );
    const items = [...order, ...people].map(({ path, rule, person, message }) => ({
      level: 'error',
      path,
      rule,
      person,
      message: say(message, language),
    }));
    return { pass: items.length === 0, items };
  },
});

/** The calls of declarations beside those of any resource. */
export const declareEndpoints: readonly Endpoint[] = [validateMember];
