import type { StoredRow, TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { behaveMixin } from '@keyan/engine/records/mixed-behaviour.ts';
import type { Endpoint } from '@keyan/engine/wire/endpoint.ts';
import { isSystem } from '@keyan/kernel/access/actor.ts';
import { type Status, statuses } from '@keyan/kernel/access/status.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { isNotSecret } from '@keyan/kernel/definition/secrecy.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { achievementMixin } from './achievement.ts';
import { authorshipRequestsEndpoint } from './asked.server.ts';
import { type AuthorRow, authorLabel, pluralLabel } from './authors.ts';
import {
  authorDepartmentsAtApproval,
  completeAuthors,
  confirmEndpoint,
  peopleAlreadyAsked,
  questionMessageType,
  unconfirmedAuthors,
} from './confirmation.server.ts';
import { duplicateFaults, duplicateFindings, duplicatesEndpoint } from './duplicates.server.ts';
import { peopleEndpoint } from './people.server.ts';
import { remindEndpoints } from './remind.server.ts';
import { inSentence, recordPage, recordTitleOf } from './words.ts';

type AchievementRow = StoredRow & {
  readonly authors: readonly AuthorRow[] | null;
  readonly fkDeptId: string | null;
  readonly authorDepts: readonly string[] | null;
};

const sendTo = async (
  kind: Resource,
  row: AchievementRow,
  { engine, tx }: TransactionContext,
  message: {
    readonly type: '01' | '02';
    readonly title: Label;
    readonly content: Label;
    readonly to: readonly string[];
  },
): Promise<void> => {
  // only handlers are notified about a secret record.
  if (message.to.length === 0 || !isNotSecret(kind, row)) return;
  const business = { resource: kind.key, id: row.id };
  await engine.messages.send(tx, [{ ...message, business, link: recordPage(kind, row) }]);
};

const nameOf = ({ actor }: TransactionContext): string =>
  isSystem(actor) ? actor.system : actor.name;

/**
 * asks staff named by another account whether they agree. One message per question: submitting again does not
 * repeat an unanswered question.
 * @param writer account that named them, if not the actor
 */
export const askCoAuthorsToConfirm = async (
  kind: Resource,
  row: AchievementRow,
  context: TransactionContext,
  writer = nameOf(context),
) => {
  const waiting = await peopleAlreadyAsked(context.tx, row.id, unconfirmedAuthors(row.authors));
  const { people = authorLabel } = achievementMixin.optionsOf(kind) ?? {};
  const names = {
    writer,
    kind: inSentence(kind.label),
    people: inSentence(pluralLabel(people)),
    title: recordTitleOf(kind, row),
  };
  return sendTo(kind, row, context, {
    type: questionMessageType,
    title: fill(['请确认{kind}署名', 'Please confirm your authorship'], names),
    content: fill(
      [
        '{writer}登记了{kind}《{title}》，将您列为{people}。请核对排名与贡献率后确认，或提出异议。',
        '{writer} registered the {kind} “{title}” and listed you among its {people}. Check your rank and contribution, then confirm or dispute.',
      ],
      names,
    ),
    to: unconfirmedAuthors(row.authors).filter((id) => !waiting.has(id)),
  });
};

type News = readonly [title: Label, content: Label];

const inLibrary: News = [
  ['{kind}已入库', 'Your {kind} is in the library'],
  [
    '您署名的{kind}《{title}》已通过审核，进入{kind}库。',
    'The {kind} “{title}”, of which you are an author, has passed review and is in the library.',
  ],
];

/** Messages at the approval of a record that enters no library. */
const passed: News = [
  ['{kind}已通过', 'Your {kind} is approved'],
  [
    '您署名的{kind}《{title}》已通过审核。',
    'The {kind} “{title}”, in which you are named, has passed review.',
  ],
];

/** Notifies the authors when the process ends; the applicant gets the message of the process. */
const notifyAuthors = (kind: Resource, row: AchievementRow, context: TransactionContext) => {
  const names = { kind: inSentence(kind.label), title: recordTitleOf(kind, row) };
  const [title, content] = kind.views.lib ? inLibrary : passed;
  return sendTo(kind, row, context, {
    type: '02',
    title: fill(title, names),
    content: fill(content, names),
    to: (row.authors ?? []).flatMap(({ userId }) =>
      userId && userId !== row.createUser ? [userId] : [],
    ),
  });
};

type Send = (kind: Resource, row: AchievementRow, context: TransactionContext) => Promise<void>;

const messages: Readonly<Partial<Record<Status, Send>>> = {
  [statuses.inApproval]: askCoAuthorsToConfirm,
  [statuses.approved]: notifyAuthors,
};

/**
 * Rules of every achievement: authors take over values of their accounts, duplicates are refused, co-authors are asked
 * and notified.
 */
export const achievementBehaviour = behaveMixin(achievementMixin, (kind) => ({
  complete: async (row, { tx, actor, before }) => {
    const writer = before?.createUser ?? (isSystem(actor) ? null : actor.id);
    const { authors, fkDeptId } = row as Pick<AchievementRow, 'authors' | 'fkDeptId'>;
    const known = before as AchievementRow | null;
    return authors
      ? completeAuthors(tx, authors, {
          earlier: known?.authors ?? [],
          department: fkDeptId,
          kept: known ? authorDepartmentsAtApproval(known) : new Map(),
          writer,
          asks: isNotSecret(kind, row),
        })
      : {};
  },
  check: (row, { tx, actor }) => duplicateFaults(tx, actor, kind, row),
  checked: {
    duplicates: (rows, { session, actor }) => duplicateFindings(session, actor, kind, rows),
  },
  entering: Object.fromEntries(
    Object.entries(messages).map(([status, send]) => [
      status,
      (row: StoredRow, context: TransactionContext) => send(kind, row as AchievementRow, context),
    ]),
  ),
}));

/** Calls of every achievement, in addition to those derived from the definition. */
export const achievementEndpoints = (kind: Resource): readonly Endpoint[] => [
  peopleEndpoint(kind),
  confirmEndpoint(kind),
  authorshipRequestsEndpoint(kind),
  ...remindEndpoints(kind),
  ...duplicatesEndpoint(kind),
];
