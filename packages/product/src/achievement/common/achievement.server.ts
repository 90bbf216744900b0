import {
  type Behaviour,
  behave,
  type StoredRow,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import type { Endpoint } from '@keyan/engine/wire/endpoint.ts';
import { isSystem } from '@keyan/kernel/access/actor.ts';
import { type Status, statuses } from '@keyan/kernel/access/status.ts';
import type { Fields, RowOf } from '@keyan/kernel/definition/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { AuthorRow } from './authors.ts';
import { completeAuthors, confirmEndpoint, unconfirmed } from './confirmation.server.ts';
import { peopleEndpoint } from './people.server.ts';
import { inSentence, titleOf } from './words.ts';

/** Fields of a kind that has the common ones. */
export type AchievementFields = Fields & {
  readonly authors: { readonly value: readonly AuthorRow[] };
};

type AchievementRow = StoredRow & { readonly authors: readonly AuthorRow[] | null };

/** The record with its timeline, for everybody who may read it. */
const detailPage = (kind: Resource, row: StoredRow): string =>
  `/mywork/process/${kind.kindOf(row)}/detail/0/${row.processInstanceId}/${row.id}`;

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
  if (message.to.length === 0) return;
  const business = { resource: kind.key, id: row.id };
  await engine.messages.send(tx, [{ ...message, business, link: detailPage(kind, row) }]);
};

/** staff whom another account named are asked whether they agree. */
const askCoAuthors = (kind: Resource, row: AchievementRow, context: TransactionContext) => {
  const { actor } = context;
  const writer = isSystem(actor) ? actor.system : actor.name;
  const names = { writer, kind: inSentence(kind.label), title: titleOf(kind, row) };
  return sendTo(kind, row, context, {
    type: '01',
    title: fill(['请确认{kind}署名', 'Please confirm your authorship'], names),
    content: fill(
      [
        '{writer}登记了{kind}《{title}》，将您列为作者。请核对排名与贡献率后确认，或提出异议。',
        '{writer} registered the {kind} “{title}” and named you as an author. Check your rank and contribution, then confirm or object.',
      ],
      names,
    ),
    to: unconfirmed(row.authors),
  });
};

/** At the end the authors get a message, too; the applicant gets that of the process. */
const notifyAuthors = (kind: Resource, row: AchievementRow, context: TransactionContext) => {
  const names = { kind: inSentence(kind.label), title: titleOf(kind, row) };
  return sendTo(kind, row, context, {
    type: '02',
    title: fill(['{kind}已入库', 'Your {kind} is in the library'], names),
    content: fill(
      [
        '您署名的{kind}《{title}》已通过审核，进入{kind}库。',
        'The {kind} “{title}”, of which you are an author, has passed review and is in the library.',
      ],
      names,
    ),
    to: (row.authors ?? []).flatMap(({ userId }) =>
      userId && userId !== row.createUser ? [userId] : [],
    ),
  });
};

const messages: Readonly<Partial<Record<Status, typeof askCoAuthors>>> = {
  [statuses.inApproval]: askCoAuthors,
  [statuses.approved]: notifyAuthors,
};

/**
 * What every kind of achievement does with the database: authors take over what their accounts say,
 * co-authors are asked and notified. Values that follow from the row are computed once more behind
 * that.
 *
 * @param own what this kind does besides; its values go before those of the authors
 */
export const achievementBehaviour = <F extends AchievementFields>(
  kind: Resource<F>,
  own: Omit<Behaviour<F>, 'resource'> = {},
): Behaviour => {
  const resource = kind as unknown as Resource;
  const entering = (status: Status) => async (row: StoredRow<F>, context: TransactionContext) => {
    await messages[status]?.(resource, row as unknown as AchievementRow, context);
    await own.entering?.[status]?.(row, context);
  };
  return behave<F>(kind, {
    ...own,
    beforeSave: async (row, context) => {
      const { tx, actor, before } = context;
      const writer = before?.createUser ?? (isSystem(actor) ? null : actor.id);
      const lines = row.authors as readonly AuthorRow[] | null;
      const earlier = (before?.authors ?? []) as readonly AuthorRow[];
      const [values, authors] = await Promise.all([
        own.beforeSave?.(row, context),
        lines && completeAuthors(tx, lines, earlier, writer),
      ]);
      const changed = { ...row, ...values, authors } as RowOf<F>;
      return { ...changed, ...kind.compute?.(changed, before ?? undefined) };
    },
    entering: Object.fromEntries(
      [...Object.keys(messages), ...Object.keys(own.entering ?? {})].map((status) => [
        status,
        entering(status as Status),
      ]),
    ),
  });
};

/** The calls that every kind of achievement has beside those of any resource. */
export const achievementEndpoints = (kind: Resource): readonly Endpoint[] => [
  peopleEndpoint(kind),
  confirmEndpoint(kind),
];
