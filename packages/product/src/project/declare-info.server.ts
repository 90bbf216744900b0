import {
  behave,
  type StoredRow,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { id } from '@keyan/engine/wire/inputs.ts';
import { isSystem } from '@keyan/kernel/access/actor.ts';
import { fill, say } from '@keyan/kernel/label.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { collegeOf } from '../shared/college.server.ts';
import { declaredKinds, sections } from './access.ts';
import { declareInfo } from './declare-info.ts';
import { newlyAsked, withAnswers } from './declare-members.ts';
import { answerFaults, departmentFaults, teamFindings } from './declare-rules.server.ts';
import { type MemberPlace, memberFaults } from './parts.ts';

type Declared = StoredRow<typeof declareInfo.fields>;

/** The page on which whoever is named in a declaration sees it. */
const pageOf = (row: Declared): string =>
  `${declareInfo.views[row.programKind ?? '']?.path}/detail?id=${row.id}`;

/** members learn that they are named, and are asked whether they take part. */
const askMembers = async (
  row: Declared,
  { engine, tx, actor, before }: TransactionContext & { readonly before: Declared | null },
): Promise<void> => {
  const to = newlyAsked(row.members, before?.members ?? null);
  if (to.length === 0) return;
  const names = {
    writer: isSystem(actor) ? actor.system : actor.name,
    title: row.programName ?? '',
  };
  await engine.messages.send(tx, [
    {
      type: '01',
      title: ['请确认是否参与项目申报', 'Do you take part in a declaration?'],
      content: fill(
        [
          '{writer}在项目申报《{title}》中将您列为成员，请查看后确认。',
          '{writer} named you as a member of the declaration “{title}”. Look at it and answer.',
        ],
        names,
      ),
      business: { resource: declareInfo.key, id: row.id },
      link: pageOf(row),
      to,
    },
  ]);
};

/** A member who answered is asked no more. */
const answered = (row: Declared, { engine, tx, actor }: TransactionContext): void => {
  if (isSystem(actor)) return;
  engine.messages.settle(tx, {
    business: row.id,
    links: [pageOf(row)],
    receiver: actor.id,
    to: [actor.id],
  });
};

/** What declarations do with the database: they use the quota of a college, and their people are judged. */
export const declareInfoBehaviour = behave<typeof declareInfo.fields>(declareInfo, {
  complete: async ({ planId, departmentId, members }, { tx, actor, before, facts }) => {
    const writer = before?.createUser ?? (isSystem(actor) ? null : actor.id);
    const lines = withAnswers(members ?? [], before?.members ?? [], writer, facts.asks === '1');
    const collegeId = departmentId ? await collegeOf(tx, departmentId) : null;
    const isSame = before?.planId === planId && before?.collegeId === collegeId;
    return {
      collegeId,
      isReported: isSame ? (before?.isReported ?? null) : null,
      members: members && [...lines],
      isAsked: lines.some(({ answer }) => answer !== null) ? '1' : null,
    };
  },
  check: async (row, { tx, engine }) => [
    ...(await answerFaults(tx, row.members)),
    ...(await teamFindings(tx, row, dayText(engine.clock()))),
    ...(await departmentFaults(tx, row)),
  ],
  saved: askMembers,
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
