import { plainUserId } from '@keyan/kernel/workflow/directory.ts';
import { Type } from 'typebox';
import { listCopies, readCopies } from '../../workflow/runtime/copied.ts';
import type { Runtime } from '../../workflow/runtime/runtime.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { idParam } from '../inputs.ts';
import { opinionParameter, pageEnvelope, pagingParameters, peopleParameter } from './inputs.ts';
import { copyRow } from './presenters.ts';

const words = Type.String({ maxLength: 100 });

/** Calls for copies of records for information (抄送): sending and reading them. */
export const copyEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'blade-flow/work/cc-task',
    aliases: ['blade-flow/work-ext/cc-task'],
    auth: 'user',
    summary: ['抄送', 'Send copies of a task’s record'],
    input: Type.Object({
      taskId: idParam,
      userIds: peopleParameter,
      comment: Type.Optional(opinionParameter),
    }),
    run: async ({ taskId, userIds, comment = '' }, { actor, engine }) => {
      const to = userIds.split(',').filter(Boolean).map(plainUserId);
      await runtime.execute(engine, actor, {
        on: { task: taskId },
        command: { is: 'cc', task: taskId, to, comment },
      });
      return true;
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-flow/work/cc-list',
    aliases: ['blade-flow/work-ext/cc-list'],
    auth: 'user',
    summary: ['抄送我的', 'Records that were copied to me'],
    input: Type.Object({
      ...pagingParameters,
      kind: Type.Optional(words),
      businessName: Type.Optional(words),
      unread: Type.Optional(Type.Boolean()),
    }),
    run: async (input, { actor, engine, language }) => {
      const { items, total } = await engine.database.read(actor.tenantId, (session) =>
        listCopies(engine, session, actor, {
          current: input.current ?? 1,
          size: input.size ?? 10,
          kind: input.kind,
          title: input.businessName,
          unread: input.unread,
        }),
      );
      return pageEnvelope(
        items.map((item) => copyRow(item, language)),
        total,
        input,
      );
    },
  }),
  endpoint({
    method: 'POST',
    path: 'blade-flow/work/cc-read',
    aliases: ['blade-flow/work-ext/cc-read'],
    auth: 'user',
    summary: ['抄送标为已读', 'Mark copies as read'],
    input: Type.Object({
      /** Process whose copies are meant; left out, all copies of the caller. */
      processInstanceId: Type.Optional(idParam),
    }),
    run: async ({ processInstanceId }, { actor, engine }) => {
      await engine.database.transaction(actor.tenantId, (tx) =>
        readCopies(tx, actor.id, processInstanceId, engine.clock()),
      );
      return true;
    },
  }),
];
