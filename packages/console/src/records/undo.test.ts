import { f } from '@keyan/kernel/definition/field/field.ts';
import { expect, test, vi } from 'vitest';
import type { Client } from '../client/client.ts';
import { ApiFault } from '../client/fault.ts';
import { toastSource } from '../components/toast.ts';
import { madeUpResource } from '../testing/thing.ts';
import { undoAction } from './undo.ts';

const thing = madeUpResource({ name: f.text(['名称', 'Name']) });

test('undoing a submission recalls the records that nobody has handled', async () => {
  const post = vi.fn(async (_path: string, { id }: { readonly id: string }) => {
    if (id === '2') throw new ApiFault('已被处理', { kind: 'refused' });
    return true;
  });
  const finish = vi.fn();
  const { recallAll } = undoAction({ post } as unknown as Client, thing as never, finish);
  await recallAll(['1', '2', '3']);
  expect(finish).toHaveBeenCalledExactlyOnceWith(['已撤回 2 条', '2 recalled'], ['1', '3']);
  expect(toastSource.get().map(({ text }) => text)).toEqual(['已被处理']);
});
