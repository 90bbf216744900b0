import { Readable } from 'node:stream';
import type { Engine } from '@keyan/engine/engine.ts';
import type { FileService } from '@keyan/engine/files/service.ts';
import { suffixOf } from '@keyan/engine/files/types.ts';
import type { Identity } from '@keyan/engine/identity/identity.ts';
import {
  type ActorCall,
  type Endpoint,
  endpoint,
  RawAnswer,
  Reply,
} from '@keyan/engine/wire/endpoint.ts';
import { closedPolicy } from '@keyan/engine/wire/headers.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { taskOwnerOf } from '@keyan/engine/workers/person.ts';
import { defineTask } from '@keyan/engine/workers/task.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { type FieldFault, Invalid, Missing } from '@keyan/kernel/errors.ts';
import { tenantIdShape } from '@keyan/kernel/values/tenant.ts';
import { Type } from 'typebox';
import { avatarFaults, avatarRules } from '../accounts/profile.ts';
import { updateOwnAccount } from '../accounts/profile-changes.server.ts';
import { user } from '../accounts/user.ts';

const catalog = 'avatar';

/** Returns the URL of a picture: unguessable, and valid while an account uses the picture. */
const linkOf = (tenantId: string, fileId: string): string =>
  `/api/blade-user/avatar?tenantId=${encodeURIComponent(tenantId)}&id=${fileId}`;

const refuse = (message: FieldFault['message']): Invalid =>
  new Invalid([{ path: 'file', message }]);

/** Reads a small file. @throws Invalid as soon as it exceeds the limit */
const readSmall = async (stream: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > avatarRules.bytes) throw refuse(avatarFaults.size);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Task in a worker process: a 500 kB invalid jpg takes 60 ms of CPU time. */
const measurePicture = defineTask<typeof import('./avatar-task.server.ts'), 'measurePicture'>({
  what: ['头像图片', 'The picture'],
  module: new URL('./avatar-task.server.ts', import.meta.url),
  run: 'measurePicture',
  bounds: { inputBytes: 1e6, outputBytes: 1000, milliseconds: 5000, megabytes: 256 },
});

/** Checks that every browser can draw the picture. @throws Invalid */
const judge = async (content: Buffer, fileName: string, call: ActorCall): Promise<void> => {
  if (!avatarRules.suffixes.includes(suffixOf(fileName))) throw refuse(avatarFaults.type);
  const size = await call.engine.workers.run(measurePicture, content, {
    person: taskOwnerOf(call.actor),
  });
  if (!size) throw refuse(avatarFaults.type);
  if (Math.max(size.width, size.height) > avatarRules.edge) throw refuse(avatarFaults.edge);
};

/** Sets the actor's picture; the sweep job deletes the previous one. */
const wear = (engine: Engine, actor: Actor, fileId: string, avatar: string): Promise<void> =>
  engine.database.transaction(actor.tenantId, async (tx) => {
    await updateOwnAccount(tx, engine, actor, { avatar });
    await tx.query(
      `update attachment set business_id = null, is_deleted = 1
        where tenant_id = $1 and resource = $2 and business_id = $3 and catalog = $4`,
      [tx.tenantId, user.key, actor.id, catalog],
    );
    await tx.query(
      `update attachment set resource = $2, business_id = $3
        where tenant_id = $1 and id = $4 and create_user = $3 and business_id is null`,
      [tx.tenantId, user.key, actor.id, fileId],
    );
  });

interface Picture {
  readonly fileName: string;
  readonly content: Buffer;
}

/** Stores a picture and sets it as the actor's. @returns its URL */
export const saveAvatar = async (
  files: FileService,
  engine: Engine,
  actor: Actor,
  { fileName, content }: Picture,
): Promise<string> => {
  const file = await files.put(actor, { fileName, stream: Readable.from([content]), catalog });
  const avatar = linkOf(actor.tenantId, file.id);
  await wear(engine, actor, file.id, avatar);
  return avatar;
};

const uploaded = /\/common\/file\/(?:preview|download)\?(?:.*&)?url=(\d+)/;

/**
 * Reads an uploaded file as the actor's picture, of which the caller stores a copy. BladeX clients upload pictures as
 * normal files, which others could not read.
 * @returns null for the URL of anything else
 * @throws Missing for a file that the actor may not read; Invalid if the file is not a picture
 */
export const avatarFromFile = async (
  files: FileService,
  call: ActorCall,
  address = '',
): Promise<Picture | null> => {
  const [, fileId] = uploaded.exec(address) ?? [];
  if (fileId === undefined) return null;
  const { file, stream } = await files.open(call.engine, call.actor, fileId);
  const picture = { fileName: file.name, content: await readSmall(stream) };
  await judge(picture.content, picture.fileName, call);
  return picture;
};

/** Reads the account that uses the picture. @throws Missing if no account does */
const bearerOf = async (engine: Engine, tenantId: string, fileId: string): Promise<string> => {
  const [row] = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string }>(
      `select u.id from attachment a
         join users u on u.tenant_id = a.tenant_id and u.id = a.business_id
        where a.tenant_id = $1 and a.id = $2 and a.resource = $3 and a.catalog = $4
          and a.is_deleted = 0 and u.is_deleted = 0 and u.avatar = $5`,
      [tenantId, fileId, user.key, catalog, linkOf(tenantId, fileId)],
    ),
  );
  if (!row) throw new Missing();
  return row.id;
};

/**
 * Calls for pictures of people. An `<img>` sends no token, so a picture is public under an unguessable URL (63 random
 * bits), while an account uses it.
 */
export const avatarEndpoints = (files: FileService, identity: Identity): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'blade-user/avatar',
    auth: 'user',
    files: true,
    perMinute: 20,
    summary: ['更换头像', 'Change my picture'],
    input: Type.Object({}),
    run: async (_input, call) => {
      const { actor, engine } = call;
      for await (const { fileName, stream } of call.files) {
        const content = await readSmall(stream);
        await judge(content, fileName, call);
        const avatar = await saveAvatar(files, engine, actor, { fileName, content });
        identity.forget(actor.tenantId, [actor.id]);
        return new Reply({ avatar }, ['更新成功', 'Updated']);
      }
      throw refuse(['请选择要上传的文件', 'Choose a file to upload']);
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-user/avatar',
    auth: 'public',
    summary: ['头像图片', 'An account’s picture'],
    input: Type.Object({ tenantId: Type.String({ pattern: tenantIdShape.source }), id: idParam }),
    run: async (input, { engine }) => {
      const businessId = await bearerOf(engine, input.tenantId, input.id);
      const owner = { resource: user.key, businessId };
      const { file, mime, stream } = await files.openOf(input.tenantId, owner, input.id);
      return new RawAnswer(stream, {
        headers: {
          'content-type': mime,
          'content-length': String(file.size),
          'content-disposition': 'inline',
          ...closedPolicy('self', 'sandbox'),
          'cross-origin-resource-policy': 'same-origin',
          // Another picture has another URL.
          'cache-control': 'private, max-age=31536000, immutable',
        },
      });
    },
  }),
];
