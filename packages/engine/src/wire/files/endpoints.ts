import { finished } from 'node:stream/promises';
import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { AttachmentCategoryRow } from '@keyan/kernel/wire/files.ts';
import { Type } from 'typebox';
import { contentDisposition } from '../../files/disposition.ts';
import type { FileService, OpenedFile } from '../../files/service.ts';
import { type Endpoint, endpoint, type IncomingFile, RawAnswer, Reply } from '../endpoint.ts';
import { closedPolicy } from '../headers.ts';
import { idParam, recordsParameter } from '../inputs.ts';

const downloadPath = 'blade-resource/common/file/download';

/** Returns the address of an attachment. */
export const fileLink = (id: string, name: string): string =>
  `/api/${downloadPath}?url=${id}&name=${encodeURIComponent(name)}`;

/** Category of files that name none. */
const defaultCategory = '99';

/** Returns an answer with an uploaded file: never sniffed, never run, never stored by shared caches. */
export const fileAnswer = (opened: OpenedFile, how: 'inline' | 'attachment'): RawAnswer =>
  new RawAnswer(opened.stream, {
    headers: {
      'content-type': opened.mime,
      'content-length': String(opened.file.size),
      'content-disposition': contentDisposition(how, opened.file.name),
      'x-content-type-options': 'nosniff',
      ...closedPolicy('self', "style-src 'unsafe-inline'", 'sandbox'),
      'cache-control': 'private, max-age=300',
    },
  });

const noPreview: Label = ['此类型的文件不能预览，请下载', 'No preview for this type; download it'];

const noFile: Label = ['请选择要上传的文件', 'Choose a file to upload'];

/** Returns the answer to an upload, for BladeX clients too. */
const uploaded = (file: AttachedFile, businessId = ''): Reply =>
  new Reply({ ...file, attachId: file.id, originalName: file.name, domain: '', businessId }, [
    `【${file.name}】上传成功!`,
    `${file.name} was uploaded`,
  ]);

const ofUpload = Type.Object({ id: idParam });

/** Calls for uploads in parts: begin, parts in order, finish or cancel. */
const chunkEndpoints = ({ chunks }: FileService): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'blade-resource/oss/endpoint/ext/begin-upload',
    auth: 'user',
    perMinute: 600,
    summary: ['开始分片上传', 'Start a chunked upload'],
    input: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 300 }),
      size: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      catalog: Type.Optional(Type.String({ maxLength: 40 })),
    }),
    run: ({ name, size, catalog }, call) =>
      chunks.begin(call.actor, { fileName: name, size, catalog: catalog || defaultCategory }),
  }),
  endpoint({
    method: 'POST',
    path: 'blade-resource/oss/endpoint/ext/put-part',
    auth: 'user',
    files: true,
    perMinute: 1200,
    summary: ['上传一个分片', 'Upload one chunk'],
    input: Type.Object({
      id: idParam,
      offset: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    }),
    async run({ id, offset }, call) {
      for await (const { stream } of call.files) return chunks.put(call.actor, id, offset, stream);
      throw new Refused(noFile);
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-resource/oss/endpoint/ext/upload-progress',
    auth: 'user',
    summary: ['分片上传的进度', 'Progress of a chunked upload'],
    input: ofUpload,
    run: ({ id }, call) => chunks.progress(call.actor, id),
  }),
  endpoint({
    method: 'POST',
    path: 'blade-resource/oss/endpoint/ext/finish-upload',
    auth: 'user',
    summary: ['完成分片上传', 'Finish a chunked upload'],
    input: Type.Object({
      id: idParam,
      businessId: Type.Optional(Type.String({ maxLength: 40 })),
    }),
    run: async ({ id, businessId }, call) =>
      uploaded(await chunks.finish(call.actor, id, businessId), businessId),
  }),
  endpoint({
    method: 'POST',
    path: 'blade-resource/oss/endpoint/ext/drop-upload',
    auth: 'user',
    summary: ['放弃分片上传', 'Cancel a chunked upload'],
    input: ofUpload,
    run: async ({ id }, call) => {
      await chunks.drop(call.actor, id);
    },
  }),
];

/** Id of a file, or the address of an attachment. */
const url = Type.String({ maxLength: 1500 });

const fileOf = (given: string): string => /[?&]url=(\d+)/.exec(given)?.[1] ?? given;

const ofTicketOrActor = Type.Object({
  url,
  name: Type.Optional(Type.String({ maxLength: 300 })),
  /** Ticket for this file, or an access token, which was checked before. */
  token: Type.Optional(Type.String({ maxLength: 4000 })),
});

const open = async (
  files: FileService,
  input: { url: string; token?: string },
  call: Parameters<Endpoint<typeof ofTicketOrActor, 'public'>['run']>[1],
): Promise<OpenedFile> => {
  if (call.actor) return files.open(call.engine, call.actor, fileOf(input.url));
  return files.openByTicket(call.engine, input.token ?? '');
};

/** Returns a field of an upload, cut to the length that `put-file` accepts. */
const sentText = (sent: RowLike, name: string): string | undefined => {
  const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
  return typeof value === 'string' && value !== '' && value.length <= 40 ? value : undefined;
};

/** Returns the form fields after the file: clients write fields in any order. Further files are discarded. */
const behind = async (
  files: AsyncIterable<IncomingFile>,
  sent: RowLike,
): Promise<{ readonly catalog?: string; readonly meantFor?: string }> => {
  for await (const { stream } of files) await finished(stream.resume());
  const [catalog, meantFor] = [sentText(sent, 'catalog'), sentText(sent, 'businessId')];
  return { ...(catalog && { catalog }), ...(meantFor && { meantFor }) };
};

/** Calls for uploads in one request, and for unattached files. */
const uploadEndpoints = (files: FileService): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'blade-resource/oss/endpoint/ext/put-file',
    aliases: [
      'blade-resource/oss/endpoint/put-file',
      'blade-resource/oss/endpoint/put-file-attach',
    ],
    auth: 'user',
    files: true,
    perMinute: 600,
    summary: ['上传文件', 'Upload a file'],
    input: Type.Object({
      catalog: Type.Optional(Type.String({ maxLength: 40 })),
      businessId: Type.Optional(Type.String({ maxLength: 40 })),
    }),
    async run(input, call) {
      for await (const incoming of call.files) {
        const file = await files.put(call.actor, {
          fileName: incoming.fileName,
          stream: incoming.stream,
          catalog: input.catalog || defaultCategory,
          meantFor: input.businessId,
          told: () => behind(call.files, call.sent),
        });
        return uploaded(file, input.businessId ?? sentText(call.sent, 'businessId'));
      }
      throw new Refused(noFile);
    },
  }),
  ...chunkEndpoints(files),
  endpoint({
    method: 'POST',
    path: 'blade-resource/oss/endpoint/ext/remove-files-by-ids',
    auth: 'user',
    summary: ['移除文件', 'Remove files'],
    input: Type.Object({ ids: recordsParameter }),
    async run({ ids }, call) {
      await files.remove(call.actor, ids);
      return true;
    },
  }),
];

/** Calls for downloads, previews and their short-lived links. */
const downloadEndpoints = (files: FileService): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: downloadPath,
    aliases: ['common/file/download'],
    auth: 'public',
    linked: true,
    pictured: true,
    summary: ['下载文件', 'Download a file'],
    input: ofTicketOrActor,
    run: async (input, call) => fileAnswer(await open(files, input, call), 'attachment'),
  }),
  endpoint({
    method: 'GET',
    path: 'blade-resource/common/file/preview',
    aliases: ['common/file/preview'],
    auth: 'public',
    linked: true,
    pictured: true,
    summary: ['预览文件', 'Preview a file'],
    input: ofTicketOrActor,
    async run(input, call) {
      const opened = await open(files, input, call);
      if (opened.file.preview) return fileAnswer(opened, 'inline');
      opened.stream.destroy();
      throw new Refused(noPreview);
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-resource/common/file/token',
    auth: 'user',
    summary: ['取文件的短期链接令牌', 'A short-lived token for one file'],
    input: Type.Object({ url }),
    run: async (input, call) => ({
      token: await files.ticket(call.engine, call.actor, fileOf(input.url)),
    }),
  }),
  endpoint({
    method: 'POST',
    path: 'blade-resource/attachment/attachment/download',
    aliases: ['attachment/attachment/download'],
    auth: 'user',
    summary: ['下载附件', 'Download an attachment'],
    input: Type.Object({ url }),
    run: async (input, call) =>
      fileAnswer(await files.open(call.engine, call.actor, fileOf(input.url)), 'attachment'),
  }),
];

/** Call for the attachment categories of a resource. */
const categoryEndpoints = (files: FileService): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'blade-resource/attachment/catalogues',
    auth: 'user',
    summary: ['附件目录', 'Attachment categories of a resource'],
    input: Type.Object({ resource: Type.String({ maxLength: 60 }) }),
    async run(input, call) {
      const resource = call.engine.resources.get(input.resource);
      if (!resource) return [];
      const list = await call.engine.database.read(call.actor.tenantId, (session) =>
        files.categories.of(session, resource),
      );
      const maxMegabytes = await files.largest(call.actor);
      return list.map(
        (item): AttachmentCategoryRow => ({
          catalog: item.code,
          name: item.label[0],
          nameEn: item.label[1],
          required: item.required,
          limit: item.limit,
          megabytes: Math.min(item.megabytes ?? maxMegabytes, maxMegabytes),
        }),
      );
    },
  }),
];

/** Returns the calls on files; `url` names a file of this server and is never fetched. */
export const fileEndpoints = (files: FileService): readonly Endpoint[] => [
  ...uploadEndpoints(files),
  ...downloadEndpoints(files),
  ...categoryEndpoints(files),
];
