import { isSystem } from '@keyan/kernel/access/actor.ts';
import { type Status, statuses } from '@keyan/kernel/access/status.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { isNotSecret } from '@keyan/kernel/definition/secrecy.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { concernedBy } from '@keyan/kernel/records/concerned.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';

import type { StoredRow, TransactionContext } from './behaviour.ts';

type Ending = 'backDraft' | 'abolish';

const wordings: Readonly<Record<Ending, { readonly title: Label; readonly content: Label }>> = {
  backDraft: {
    title: ['已退回草稿：{title}', 'Reverted to draft: {title}'],
    content: [
      '{actor}将{kind}《{title}》退回草稿。{reason}',
      '{actor} reverted the {kind} “{title}” to a draft. {reason}',
    ],
  },
  abolish: {
    title: ['已作废：{title}', 'Voided: {title}'],
    content: [
      '{actor}将{kind}《{title}》作废：{reason}',
      '{actor} voided the {kind} “{title}”: {reason}',
    ],
  },
};

/** Statuses in which the approval itself notifies the applicant of its end. */
const running: readonly Status[] = [statuses.inApproval, statuses.returned];

/**
 * Notifies people that a record was made a draft again or declared void (ruling 48): its writer and, unless the record
 * is secret, the people whom it names. The actor gets no message.
 * @param row row before the change
 */
export const notifyOfEnding = async (
  { tx, engine, actor }: TransactionContext,
  resource: Resource,
  row: StoredRow,
  ending: Ending,
  reason: string,
): Promise<void> => {
  const others = isNotSecret(resource, row) ? [...concernedBy(resource, row)] : [];
  const writer = running.includes(row.auditStatus) ? [] : [row.createUser];
  const actorId = isSystem(actor) ? null : actor.id;
  const to = [...new Set([...writer, ...others])].filter(
    (id) => id !== actorId && (id !== row.createUser || writer.length > 0),
  );
  if (to.length === 0) return;
  const { title, content } = wordings[ending];
  const [zh, en] = resource.label;
  const said = {
    actor: isSystem(actor) ? actor.system : actor.name,
    kind: [zh, en.toLowerCase()] as const,
    title: String((row as RowLike)[resource.title] ?? ''),
    reason,
  };
  const kind = resource.kindOf(row);
  await engine.messages.send(tx, [
    {
      type: '03',
      title: fill(title, said),
      content: fill(content, said),
      business: { resource: resource.key, id: row.id },
      ...(row.processInstanceId
        ? { link: `/mywork/process/${kind}/detail/0/${row.processInstanceId}/${row.id}` }
        : {}),
      to,
    },
  ]);
};
