import {
  behave,
  type StoredRow,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { judgedNow } from '@keyan/engine/records/facts.ts';
import type { Session } from '@keyan/engine/store/database.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { id } from '@keyan/engine/wire/inputs.ts';
import { isSystem } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import { fill, type Label, say } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { collegeOf } from '../shared/college.server.ts';
import { declaredKinds, sections } from './access.ts';
import { declareInfo } from './declare-info.ts';
import { likenessFinding } from './declare-likeness.server.ts';
import { newlyAsked } from './declare-members.ts';
import { teamFindings } from './declare-people.ts';
import { type MemberPlace, memberFaults } from './parts.ts';

type Declared = StoredRow<typeof declareInfo.fields>;

const declareKind = declareInfo as unknown as Resource;

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

/** A plan for some departments takes no declaration of another. */
const departmentFaults = async (
  { planId, departmentId, collegeId }: Declared,
  session: Session,
): Promise<readonly FieldFault[]> => {
  const [found] = await session.query<{ invited: boolean }>(
    `select coalesce(cardinality(dept_ids), 0) = 0 or dept_ids && $3::bigint[] as invited
       from declare_plan where tenant_id = $1 and id = $2`,
    [session.tenantId, planId, [departmentId, collegeId].filter((one) => one !== null)],
  );
  const message: Label = ['该计划不面向本院系', 'This plan is not for this department'];
  return found?.invited === false ? [{ path: 'departmentId', message }] : [];
};

/** What declarations do with the database: they use the quota of a college, and their members are asked. */
export const declareInfoBehaviour = behave<typeof declareInfo.fields>(declareInfo, {
  complete: async ({ planId, departmentId }, { tx, before }) => {
    const collegeId = departmentId ? await collegeOf(tx, departmentId) : null;
    const isSame = before?.planId === planId && before?.collegeId === collegeId;
    return { collegeId, isReported: isSame ? (before?.isReported ?? null) : null };
  },
  check: (row, { tx }) => departmentFaults(row, tx),
  checked: { likeness: likenessFinding },
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
    const people = await engine.database.read(actor.tenantId, async (session) => {
      const context = { engine, actor };
      const judged = await judgedNow(context, session, declareKind, team, null);
      return teamFindings(team, judged.facts as never, judged.today);
    });
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
