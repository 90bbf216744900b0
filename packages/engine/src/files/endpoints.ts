import { Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { type Endpoint, endpoint, RawAnswer, Told } from '../wire/endpoint.ts';
import { disposition } from './disposition.ts';
import type { FileService, Opened } from './service.ts';

/** The drawer of files that name none (spec §9). */
const defaultCatalogue = '99';

/** Content from people is never sniffed, never run, never kept by shared caches. */
const answer = (opened: Opened, how: 'inline' | 'attachment'): RawAnswer =>
  new RawAnswer(opened.stream, {
    headers: {
      'content-type': opened.mime,
      'content-length': String(opened.file.size),
      'content-disposition': disposition(how, opened.file.name),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cache-control': 'private, max-age=300',
    },
  });

const noPreview: Label = [
  '此类型的文件不能预览,请下载',
  'This type cannot be shown here; download it',
];

/** The calls of spec §7 on files; `url` is a file's id, never an address that we fetch. */
export const fileEndpoints = (files: FileService): readonly Endpoint[] => {
  const ofTicketOrActor = Type.Object({
    url: Type.String({ maxLength: 40 }),
    name: Type.Optional(Type.String({ maxLength: 300 })),
    token: Type.Optional(Type.String({ maxLength: 1000 })),
  });
  const open = async (
    input: { url: string; token?: string },
    call: Parameters<Endpoint<typeof ofTicketOrActor, 'public'>['run']>[1],
  ): Promise<Opened> => {
    if (call.actor) return files.open(call.engine, call.actor, input.url);
    return files.openByTicket(call.engine, input.token ?? '');
  };

  return [
    endpoint({
      method: 'POST',
      path: 'blade-resource/oss/endpoint/ext/put-file',
      aliases: [
        'blade-resource/oss/endpoint/put-file',
        'blade-resource/oss/endpoint/put-file-attach',
      ],
      door: 'actor',
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
            catalog: input.catalog || defaultCatalogue,
          });
          return new Told(
            {
              ...file,
              attachId: file.id,
              originalName: file.name,
              domain: '',
              businessId: input.businessId ?? '',
            },
            [`【${file.name}】上传成功!`, `${file.name} was uploaded`],
          );
        }
        throw new Refused(['请选择要上传的文件', 'Choose a file to upload']);
      },
    }),
    endpoint({
      method: 'POST',
      path: 'blade-resource/oss/endpoint/ext/remove-files-by-ids',
      aliases: ['blade-resource/attachment/attachment/remove'],
      door: 'actor',
      summary: ['移除文件', 'Remove files'],
      input: Type.Object({ ids: Type.String({ minLength: 1, maxLength: 20_000 }) }),
      async run(input, call) {
        await files.remove(call.actor, input.ids.split(',').filter(Boolean));
        return true;
      },
    }),
    endpoint({
      method: 'GET',
      path: 'blade-resource/common/file/download',
      aliases: ['common/file/download'],
      door: 'public',
      summary: ['下载文件', 'Download a file'],
      input: ofTicketOrActor,
      run: async (input, call) => answer(await open(input, call), 'attachment'),
    }),
    endpoint({
      method: 'GET',
      path: 'blade-resource/common/file/preview',
      aliases: ['common/file/preview'],
      door: 'public',
      summary: ['预览文件', 'Show a file in the page'],
      input: ofTicketOrActor,
      async run(input, call) {
        const opened = await open(input, call);
        if (opened.file.preview) return answer(opened, 'inline');
        opened.stream.destroy();
        throw new Refused(noPreview);
      },
    }),
    endpoint({
      method: 'GET',
      path: 'blade-resource/common/file/token',
      door: 'actor',
      summary: ['取文件的短期链接令牌', 'A short-lived token for one file'],
      input: Type.Object({ url: Type.String({ maxLength: 40 }) }),
      run: async (input, call) => ({
        token: await files.ticket(call.engine, call.actor, input.url),
      }),
    }),
    endpoint({
      method: 'POST',
      path: 'blade-resource/attachment/attachment/download',
      aliases: ['attachment/attachment/download'],
      door: 'actor',
      summary: ['下载附件', 'Download an attachment'],
      input: Type.Object({ url: Type.String({ maxLength: 40 }) }),
      run: async (input, call) =>
        answer(await files.open(call.engine, call.actor, input.url), 'attachment'),
    }),
    endpoint({
      method: 'GET',
      path: 'blade-resource/attachment/catalogues',
      door: 'actor',
      summary: ['附件目录', 'Attachment catalogues of a resource'],
      input: Type.Object({ resource: Type.String({ maxLength: 60 }) }),
      async run(input, call) {
        const resource = call.engine.resources.get(input.resource);
        if (!resource) return [];
        const list = await call.engine.database.read(call.actor.tenantId, (session) =>
          files.catalogues.of(session, resource),
        );
        return list.map((item) => ({
          catalog: item.code,
          name: item.label[0],
          nameEn: item.label[1],
          required: item.required,
          limit: item.limit,
        }));
      },
    }),
  ];
};
