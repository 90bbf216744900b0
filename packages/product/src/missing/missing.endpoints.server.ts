import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { fill } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { fillMissing, missingOverview, missingRows } from './answering.server.ts';
import {
  missingCode,
  missingRemindCode,
  missingService,
  missingTopics,
  ownMissingCode,
} from './missing.ts';
import { remindOfMissing } from './reminding.server.ts';

const topic = Type.Union(missingTopics.map((one) => Type.Literal(one)));
const whose = Type.Union([Type.Literal('own'), Type.Literal('all')]);
const key = Type.String({ minLength: 1, maxLength: 60 });
const filter = { kind: Type.Optional(key), dept: Type.Optional(idParam) };
const readers = [missingCode, ownMissingCode];

/** Calls of 部门缺项 and 待我补全. */
export const missingEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: `${missingService}/overview`,
    auth: 'user',
    permissions: readers,
    perMinute: 60,
    summary: ['部门缺项：各类与各院系的条数', 'Missing items: counts by topic and college'],
    input: Type.Object({ whose }),
    run: ({ whose: of }, call) => missingOverview(call, of),
  }),
  endpoint({
    method: 'GET',
    path: `${missingService}/list`,
    auth: 'user',
    permissions: readers,
    perMinute: 120,
    summary: ['部门缺项：缺项的记录', 'Missing items: records of a topic'],
    input: Type.Object({
      topic,
      whose,
      ...filter,
      current: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    run: ({ topic: asked, whose: of, current = 1, size = 20, ...narrowed }, call) =>
      missingRows(call, asked, of, { ...narrowed, current, size }),
  }),
  endpoint({
    method: 'POST',
    path: `${missingService}/fill`,
    auth: 'user',
    permissions: readers,
    perMinute: 60,
    summary: ['部门缺项：批量补填', 'Missing items: fill in several records'],
    input: Type.Object({
      topic,
      whose,
      records: Type.Array(
        Type.Object({
          resource: key,
          id: idParam,
          version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
          values: Type.Record(Type.String({ maxLength: 60 }), Type.Unknown()),
        }),
        { minItems: 1, maxItems: 200 },
      ),
    }),
    run: ({ topic: asked, whose: of, records }, call) => fillMissing(call, asked, of, records),
  }),
  endpoint({
    method: 'POST',
    path: `${missingService}/remind`,
    auth: 'user',
    permissions: [missingRemindCode],
    perMinute: 20,
    summary: ['部门缺项：提醒补填', 'Missing items: remind people'],
    input: Type.Object({
      topic,
      ...filter,
      records: Type.Optional(
        Type.Array(Type.Object({ resource: key, id: idParam }), { minItems: 1, maxItems: 200 }),
      ),
    }),
    run: async ({ topic: asked, ...of }, call) => {
      const done = await remindOfMissing(call, asked, of);
      return new Reply(
        done,
        fill(['已提醒 {people} 人', 'People reminded: {people}'], { people: done.people }),
      );
    },
  }),
];
