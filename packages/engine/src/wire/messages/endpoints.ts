import { nobody } from '@keyan/kernel/access/actor.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import { Type } from 'typebox';
import type { LivePages } from '../../messages/live.ts';
import type { MessageRow, MessageService } from '../../messages/service.ts';
import { openEventStream } from '../../messages/stream.ts';
import { type ActorCall, type Endpoint, endpoint, RawAnswer } from '../endpoint.ts';
import { dateParam, endOfDay, idList, idParam, startOfDay } from '../inputs.ts';

const listOf = (ids: string | undefined): readonly string[] | null =>
  ids === undefined ? null : ids.split(',');

/**
 * Returns messages as an administrator who views somebody's pages may read them: for a record that the administrator
 * may not read, such as a review, without title and text.
 */
const seenBy = async (
  engine: ActorCall['engine'],
  actor: ActorCall['actor'],
  rows: readonly MessageRow[],
): Promise<readonly MessageRow[]> => {
  if (actor.viewedBy === undefined) return rows;
  const seen: MessageRow[] = [];
  for (const row of rows) {
    const kind = engine.resources.get(row.bizKind);
    const isOpen =
      !kind ||
      (await engine
        .as(actor)
        .read(kind, row.bizId)
        .then(
          () => true,
          () => false,
        ));
    seen.push(isOpen ? row : { ...row, msgTitle: '', msgContent: '', bizId: '', link: '' });
  }
  return seen;
};

/** Calls that list messages, mark them as read and delete them. */
const listEndpoints = (messages: MessageService): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'kh-edu-research/message/list',
    auth: 'user',
    summary: ['我的消息', 'My messages'],
    input: Type.Object({
      current: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      status: Type.Optional(Type.String({ pattern: '^[01]$' })),
      msgType: Type.Optional(Type.String({ maxLength: 8 })),
      msgTitle: Type.Optional(Type.String({ maxLength: 100 })),
      createTime_datege: Type.Optional(dateParam),
      createTime_dategt: Type.Optional(dateParam),
      createTime_datele: Type.Optional(dateParam),
      createTime_datelt: Type.Optional(dateParam),
    }),
    run: async (input, { actor, engine, language }) => {
      const { current = 1, size = 10 } = input;
      const from = input.createTime_datege ?? input.createTime_dategt;
      const to = input.createTime_datele ?? input.createTime_datelt;
      const page = await engine.database.read(actor.tenantId, (session) =>
        messages.list(session, actor.id, language, {
          current,
          size,
          ...(input.status === undefined ? {} : { status: input.status }),
          ...(input.msgType === undefined ? {} : { msgType: input.msgType }),
          ...(input.msgTitle === undefined ? {} : { search: input.msgTitle }),
          ...(from === undefined ? {} : { from: startOfDay(from) }),
          ...(to === undefined ? {} : { to: endOfDay(to) }),
        }),
      );
      const records = await seenBy(engine, actor, page.records);
      return { ...page, records, current, size, pages: Math.ceil(page.total / size) };
    },
  }),
  endpoint({
    method: 'POST',
    path: 'kh-edu-research/message/read',
    auth: 'user',
    summary: ['标为已读', 'Mark as read'],
    input: Type.Object({ ids: Type.Optional(idList), id: Type.Optional(idList) }),
    run: async (input, { actor, engine }) => {
      const chosen = listOf(input.ids ?? input.id) ?? [];
      await engine.database.read(actor.tenantId, (session) =>
        messages.read(session, actor.id, chosen),
      );
      return true;
    },
  }),
  endpoint({
    method: 'POST',
    path: 'kh-edu-research/message/readAll',
    auth: 'user',
    summary: ['全部标为已读', 'Mark all as read'],
    input: Type.Object({}),
    run: async (_input, { actor, engine }) => {
      await engine.database.read(actor.tenantId, (session) =>
        messages.read(session, actor.id, null),
      );
      return true;
    },
  }),
  endpoint({
    method: 'POST',
    path: 'kh-edu-research/message/clearAll',
    aliases: ['kh-edu-research/message/remove'],
    auth: 'user',
    summary: ['清空消息', 'Clear messages'],
    input: Type.Object({ ids: Type.Optional(idList) }),
    run: async ({ ids }, { actor, engine }) => {
      await engine.database.read(actor.tenantId, (session) =>
        messages.clear(session, actor.id, listOf(ids)),
      );
      return true;
    },
  }),
];

/** Call of the event stream of a page. */
const streamEndpoints = (messages: MessageService, live: LivePages): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'kh-edu-research/message/stream',
    auth: 'user',
    summary: ['消息的实时推送', 'Messages as they arrive'],
    input: Type.Object({ lastEventId: Type.Optional(idParam) }),
    run: async ({ lastEventId }, { actor, engine, language, header, present }) => {
      const given = header('last-event-id') ?? lastEventId ?? '';
      const stream = openEventStream(
        { database: engine.database, messages, live },
        {
          tenantId: actor.tenantId,
          // An administrator who views somebody's pages gets no live messages; the list leaves out what they may not
          // read.
          receiver: actor.viewedBy === undefined ? actor.id : nobody,
          language,
          after: isId(given) ? given : null,
          present,
        },
      );
      return new RawAnswer(stream, {
        headers: {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-cache, no-transform',
          'x-accel-buffering': 'no',
        },
      });
    },
  }),
];

/** Returns the calls of the bell and of the message page; the stream is for the console only. */
export const messageEndpoints = (
  messages: MessageService,
  live: LivePages,
): readonly Endpoint[] => [...listEndpoints(messages), ...streamEndpoints(messages, live)];
