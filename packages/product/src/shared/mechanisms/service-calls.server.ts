import { anyVersion } from '@keyan/engine/records/versions.ts';
import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idsParam } from '@keyan/engine/wire/inputs.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';

/** Identity of a record saved by a BladeX client, which sends no version. */
export const identityToSave = (id: string | undefined): object =>
  id ? { id, version: anyVersion } : {};

/** Response to such a save: id, and whether the record is new. */
export const savedReply = (id: string, isNew: boolean): Reply =>
  new Reply({ id }, isNew ? ['新增成功', 'Created'] : ['更新成功', 'Updated']);

/**
 * Call of a platform service that deletes records like the resource’s own call, with the same
 * permission code.
 */
export const platformRemoveCall = (
  resource: Resource,
  call: { readonly path: string; readonly permission: string; readonly summary: Label },
): Endpoint =>
  endpoint({
    method: 'POST',
    path: call.path,
    auth: 'user',
    permissions: [call.permission],
    summary: call.summary,
    input: Type.Object({ ids: idsParam(200) }),
    run: async ({ ids }, { actor, engine }) => {
      await engine.as(actor).remove(resource, ids);
      return new Reply(true, ['删除成功', 'Deleted']);
    },
  });
