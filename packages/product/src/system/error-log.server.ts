import { oneLine } from '@keyan/engine/identity/events.ts';
import { type Endpoint, endpoint, Told } from '@keyan/engine/wire/endpoint.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { columnsOf } from './bulk.server.ts';

const most = 100;
const text = Type.Optional(Type.String());

const sent: Label = ['发送成功!', 'Sent'];

/** Line breaks belong into a stack; everything else that steers a terminal does not. */
const printable = (given: string, longest: number): string =>
  given.replace(/[^\P{C}\n\t]+/gu, ' ').slice(0, longest);

/**
 * What went wrong in a browser, sent by the log viewer (spec §2; the path is the client family's).
 * The text is whatever the sender says: it is kept as text, cut to size, and shown as such.
 */
export const errorLogEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: 'blade-auth/oauth/logout',
    door: 'actor',
    summary: ['上传前端错误日志', 'Upload errors of the page'],
    input: Type.Object({
      body: Type.Optional(
        Type.Array(
          Type.Object({
            type: text,
            url: text,
            message: text,
            stack: text,
            info: text,
            time: text,
          }),
          { maxItems: most },
        ),
      ),
    }),
    perMinute: 20,
    run: async ({ body = [] }, call) => {
      const { actor, engine } = call;
      const rows = body.map((entry) => ({
        id: engine.ids.next(),
        type: oneLine(entry.type ?? '', 100),
        url: oneLine(entry.url ?? '', 500),
        message: oneLine(entry.message ?? '', 1000),
        stack: printable(entry.stack ?? '', 8000),
        info: printable(entry.info ?? '', 2000),
        time: oneLine(entry.time ?? '', 40),
      }));
      await engine.database.transaction(actor.tenantId, (tx) =>
        tx.query(
          `insert into error_log (tenant_id, user_id, address, user_agent, create_time, id, type,
             url, message, stack, info, happened_at)
           select $1, $2, $3, $4, $5, * from unnest($6::bigint[], $7::text[], $8::text[],
             $9::text[], $10::text[], $11::text[], $12::text[])`,
          [
            actor.tenantId,
            actor.id,
            call.ip,
            oneLine(call.header('user-agent') ?? '', 300),
            engine.clock(),
            ...columnsOf(rows, ['id', 'type', 'url', 'message', 'stack', 'info', 'time']),
          ],
        ),
      );
      return new Told(true, sent);
    },
  }),
];
