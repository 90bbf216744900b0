import { everyScope, member, withCode } from '@keyan/kernel/access/scope.ts';
import { f, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import type { Action } from '@keyan/kernel/definition/life/actions.ts';
import type { RecordMessage } from '@keyan/kernel/definition/life/tell.ts';
import type { ActionContext } from '@keyan/kernel/definition/resource.ts';
import type { RegisteredKind } from '../common/access.ts';
import { memberAnswer } from '../common/dictionaries.ts';
import { memberFields } from '../common/parts.ts';

/** Codes of the dictionary `memberAnswer`. */
export const memberAnswerCodes = { awaited: '0', agreed: '1', declined: '2' } as const;

type MemberAnswer = (typeof memberAnswerCodes)[keyof typeof memberAnswerCodes];

/** Members of a declaration with their answers. */
export const declaredMembers = () => ({
  ...memberFields(),
  answer: f.dict(['本人确认', 'Own confirmation'], memberAnswer).computed(),
});

type MemberLine = RowOf<ReturnType<typeof declaredMembers>>;

/** Fields of a member on which the answer depends. */
export type MemberToAsk = Pick<MemberLine, 'userId' | 'memberRole' | 'answer'> & {
  readonly id?: unknown;
};

interface Declaration {
  readonly members: MemberLine[] | null;
  readonly programName: string | null;
  readonly programKind: RegisteredKind | null;
}

const titled = ({ programName }: Pick<Declaration, 'programName'>) => ({
  title: programName ?? '',
});

/** Scope that lets asked members read an unsubmitted declaration. */
export const scopeOfAskedMember = everyScope(withCode('isAsked', '1'), member('members', 'userId'));

/**
 * Members with their answers: staff named by another account must answer, and an answer
 * stays valid while the role is unchanged.
 * @param writer account that writes the declaration and need not answer
 * @param asks true if the university asks members at all
 */
export const membersWithAnswers = <Line extends MemberToAsk>(
  members: readonly Line[],
  earlier: readonly MemberToAsk[],
  writer: string | null,
  asks: boolean,
): readonly Line[] =>
  members.map((line) => {
    if (!asks || line.userId === null) return { ...line, answer: null };
    if (line.userId === writer) return { ...line, answer: memberAnswerCodes.agreed };
    const known = earlier.filter(
      ({ userId, memberRole }) => userId === line.userId && memberRole === line.memberRole,
    );
    // Keeps the answer only for lines that were stored before.
    const said = known.some(({ id }) => id !== undefined && id === line.id) ? line.answer : null;
    return { ...line, answer: said ?? known[0]?.answer ?? memberAnswerCodes.awaited };
  });

/** Members of an unsubmitted declaration with their answers, and whether anyone must answer. */
export const membersToAskIn = <Line extends MemberToAsk>(
  members: readonly Line[] | null,
  earlier: readonly MemberToAsk[],
  writer: string,
  asks: boolean,
) => {
  const lines = membersWithAnswers(members ?? [], earlier, writer, asks);
  const isAsked = lines.some(({ answer }) => answer !== null);
  return { members: members && [...lines], isAsked: isAsked ? ('1' as const) : null };
};

/** Accounts with an outstanding answer. */
export const awaitedAccountsIn = (members: readonly MemberToAsk[] | null): readonly string[] =>
  (members ?? []).flatMap(({ userId, answer }) =>
    userId && answer === memberAnswerCodes.awaited ? [userId] : [],
  );

/** Page on which a named member sees the declaration. */
export const askedMembersPage = (row: {
  readonly id: string;
  readonly programKind: string | null;
}): string => `/program/${row.programKind}/declareInfo/detail?id=${row.id}`;

/** Message that asks members to confirm their participation. */
export const askMembersMessages: RecordMessage<Declaration> = {
  type: '01',
  title: ['请确认是否参与项目申报', 'Please confirm whether you join a project application'],
  content: [
    '{actor}在项目申报《{title}》中将您列为成员，请查看后确认。',
    '{actor} listed you as a member of the project application “{title}”. Please check and confirm.',
  ],
  words: titled,
  to: [{ newly: ({ members }) => awaitedAccountsIn(members) }],
  link: { of: askedMembersPage },
};

/** States before submission and after a return. */
const open = ['0', '80', '81'] as const;

/** Action by which a member answers in their own line; changeable until submission. */
const answering = (
  answer: MemberAnswer,
): Pick<
  Action<Declaration, 'members', ActionContext>,
  'from' | 'by' | 'guard' | 'set' | 'answers'
> => ({
  from: open,
  by: scopeOfAskedMember,
  guard: {
    fields: ['members'],
    check: ({ members }, { actor }) =>
      (members ?? []).some(
        (line) => line.userId === actor && line.answer !== null && line.answer !== answer,
      )
        ? null
        : ['没有待您确认的内容', 'Nothing here awaits your confirmation'],
  },
  answers: askMembersMessages,
  set: ({ members }, _input, { actor }) => ({
    members: (members ?? []).map((line) =>
      line.userId === actor && line.answer !== null ? { ...line, answer } : line,
    ),
  }),
});

/** Actions of members on declarations that name them. */
export const memberActions = {
  agreeMember: {
    ...answering(memberAnswerCodes.agreed),
    label: ['同意参与', 'Agree to join'],
    ask: ['同意作为成员参与该申报？', 'Join this application as a member?'],
    tells: [
      {
        type: '99',
        title: ['成员同意参与申报', 'A member agreed to join an application'],
        content: [
          '{actor}同意参与项目申报《{title}》。',
          '{actor} agreed to join the project application “{title}”.',
        ],
        words: titled,
        to: ['writer'],
      },
    ],
    done: ['已同意参与', 'You have agreed to join'],
  },
  declineMember: {
    ...answering(memberAnswerCodes.declined),
    label: ['不参与', 'Decline'],
    form: { reason: f.reason(['原因', 'Reason']) },
    tells: [
      {
        type: '99',
        title: ['成员不参与申报', 'A member declined to join an application'],
        content: [
          '{actor}不参与项目申报《{title}》，原因见该申报的历史记录。',
          '{actor} declined to join the project application “{title}”; see its history for the reason.',
        ],
        words: titled,
        to: ['writer'],
      },
    ],
    done: ['已告知申报人', 'The applicant has been notified'],
    danger: true,
  },
} as const satisfies Readonly<Record<string, Action<Declaration, 'members', ActionContext>>>;
