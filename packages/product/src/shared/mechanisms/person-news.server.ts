import type { StoredRow, TransactionContext } from '@keyan/engine/records/behaviour.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { concernedBy } from '@keyan/kernel/records/concerned.ts';

/**
 * Hook that notifies the person concerned of an approved record that another person registered; the
 * writer is notified by the process.
 */
export const notifyPerson =
  (resource: unknown) =>
  async (row: StoredRow, { engine, tx }: TransactionContext): Promise<void> => {
    const kind = resource as Resource;
    const to = [...concernedBy(kind, { ...row })].filter((id) => id !== row.createUser);
    if (to.length === 0 || row.processInstanceId === null) return;
    const [zh, en] = kind.label;
    const names = {
      kind: [zh, en.toLowerCase()] as const,
      title: String({ ...row }[kind.title as keyof StoredRow] ?? ''),
    };
    await engine.messages.send(tx, [
      {
        type: '02',
        title: fill(['{kind}已通过', 'Your {kind} is approved'], names),
        content: fill(
          [
            '为您登记的{kind}《{title}》已通过审核。',
            'The {kind} “{title}”, which was registered for you, has passed review.',
          ],
          names,
        ),
        business: { resource: kind.key, id: row.id },
        link: `/mywork/process/${kind.kindOf(row)}/detail/0/${row.processInstanceId}/${row.id}`,
        to,
      },
    ]);
  };
