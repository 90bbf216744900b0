import { contentDisposition } from '@keyan/engine/files/disposition.ts';
import type { FileService } from '@keyan/engine/files/service.ts';
import { mimeOf, suffixOf } from '@keyan/engine/files/types.ts';
import { type Endpoint, endpoint, RawAnswer, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { fill } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { handingParameters } from '../handed/handing.server.ts';
import { answerQuestion, questionAnswer } from './answering.server.ts';
import { askPeople, remindPeople } from './asking.server.ts';
import { fillCode, fillService } from './fill-table.ts';
import { layoutAnswer } from './filling.server.ts';
import { handOutTable } from './handing-out.server.ts';
import { cellsAnswer, enterFillCell, fileOf, fillAnswer } from './reading.server.ts';
import { previewOf, runFill } from './rows.server.ts';

const placeSchema = Type.Integer({ minimum: 0, maximum: 100_000 });
const maybePlace = Type.Optional(placeSchema);

const target = Type.Union([
  Type.Object({
    is: Type.Literal('field'),
    field: Type.String({ minLength: 1, maxLength: 60 }),
    unit: Type.Union([Type.Literal(1), Type.Literal(1000), Type.Literal(10_000)]),
  }),
  Type.Object({ is: Type.Literal('serial') }),
  Type.Object({ is: Type.Literal('fixed'), text: Type.String({ maxLength: 200 }) }),
  Type.Object({ is: Type.Literal('ask') }),
  Type.Object({ is: Type.Literal('blank') }),
]);

const layout = {
  id: idParam,
  table: placeSchema,
  bottom: placeSchema,
  targets: Type.Array(Type.Object({ column: placeSchema, target }), { maxItems: 200 }),
  source: Type.Optional(Type.Union([Type.Literal('list'), Type.Literal('file')])),
};

/** Calls about filled tables that do not derive from the resource. Long because it is one list. */
export const fillEndpoints = (files: FileService): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: `${fillService}/standing`,
    auth: 'user',
    permissions: [fillCode],
    summary: ['反向填报：概况', 'Requested table: progress'],
    input: Type.Object({ id: idParam }),
    run: (input, call) => fillAnswer({ ...call, files }, input.id),
  }),
  endpoint({
    method: 'GET',
    path: `${fillService}/layout`,
    auth: 'user',
    permissions: [`${fillCode}_edit`],
    perMinute: 60,
    summary: ['反向填报：表头与列的对应', 'Requested table: its headings with a field for each'],
    input: Type.Object({ id: idParam, table: maybePlace, bottom: maybePlace }),
    run: ({ id: of, ...given }, call) => layoutAnswer({ ...call, files }, of, given),
  }),
  endpoint({
    method: 'POST',
    path: `${fillService}/preview`,
    auth: 'user',
    permissions: [`${fillCode}_edit`],
    perMinute: 60,
    onlyReads: true,
    summary: ['反向填报：预览前几行', 'Requested table: its first rows as they would be filled'],
    input: Type.Object(layout),
    run: ({ id: of, ...given }, call) => previewOf({ ...call, files }, of, given),
  }),
  endpoint({
    method: 'POST',
    path: `${fillService}/run`,
    auth: 'user',
    permissions: [`${fillCode}_edit`],
    perMinute: 20,
    summary: ['反向填报：按对应填报', 'Requested table: fill it by a mapping'],
    input: Type.Object(layout),
    run: async ({ id: of, ...given }, call) => {
      await runFill({ ...call, files }, of, given);
      return new Reply(true, ['已按对应填好', 'Filled']);
    },
  }),
  endpoint({
    method: 'GET',
    path: `${fillService}/cells`,
    auth: 'user',
    permissions: [fillCode],
    summary: ['反向填报：填好的行', 'Requested table: its rows'],
    input: Type.Object({
      id: idParam,
      mark: Type.Optional(Type.String({ maxLength: 10 })),
      current: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    run: ({ id: of, mark, current = 1, size = 20 }, call) =>
      cellsAnswer({ ...call, files }, of, { mark, current, size }),
  }),
  endpoint({
    method: 'POST',
    path: `${fillService}/enter`,
    auth: 'user',
    permissions: [`${fillCode}_edit`],
    perMinute: 120,
    summary: ['反向填报：手填一格', 'Requested table: enter a cell'],
    input: Type.Object({
      id: idParam,
      row: placeSchema,
      column: placeSchema,
      text: Type.Optional(Type.String({ maxLength: 2000 })),
    }),
    run: async ({ id: of, text = '', ...at }, call) => {
      await enterFillCell({ ...call, files }, of, { ...at, text });
      return new Reply(true, ['已保存', 'Saved']);
    },
  }),
  endpoint({
    method: 'POST',
    path: `${fillService}/ask`,
    auth: 'user',
    permissions: [`${fillCode}_edit`],
    perMinute: 20,
    summary: ['反向填报：向本人或秘书提问', 'Requested table: ask people for what is unknown'],
    input: Type.Object({
      id: idParam,
      to: Type.Optional(Type.Enum(['person', 'secretary'])),
      dueDate: Type.Optional(Type.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' })),
    }),
    run: async ({ id: of, to = 'person', dueDate }, call) => {
      const count = await askPeople({ ...call, files }, of, {
        to: to === 'secretary' ? 'secretary' : 'person',
        dueDate: dueDate || null,
      });
      return new Reply(
        count,
        fill(['已向 {count} 人提问，各一条消息', '{count} people were asked'], { count }),
      );
    },
  }),
  endpoint({
    method: 'POST',
    path: `${fillService}/remind`,
    auth: 'user',
    permissions: [`${fillCode}_edit`],
    perMinute: 10,
    summary: ['反向填报：催办', 'Requested table: remind people'],
    input: Type.Object({ id: idParam }),
    run: async (input, call) => {
      const count = await remindPeople({ ...call, files }, input.id);
      return new Reply(
        count,
        fill(['已催办 {count} 人', '{count} people were reminded'], { count }),
      );
    },
  }),
  endpoint({
    method: 'POST',
    path: `${fillService}/hand-out`,
    auth: 'user',
    permissions: [`${fillCode}_edit`],
    perMinute: 20,
    summary: ['反向填报：登记报出', 'Requested table: record it as reported'],
    input: Type.Object({ id: idParam, ...handingParameters }),
    run: async ({ id: of, ...act }, call) =>
      new Reply({ id: await handOutTable({ ...call, files }, of, act) }, [
        '已登记到报出台账',
        'Recorded in the register of reported data',
      ]),
  }),
  endpoint({
    method: 'GET',
    path: `${fillService}/file`,
    auth: 'user',
    permissions: [fillCode],
    perMinute: 30,
    linked: true,
    summary: ['反向填报：下载填好的文件', 'Requested table: the file, filled'],
    input: Type.Object({ id: idParam }),
    run: async (input, call) => {
      const { content, name } = await fileOf({ ...call, files }, input.id);
      return new RawAnswer(content, {
        headers: {
          'content-type': mimeOf(suffixOf(name)),
          'content-disposition': contentDisposition('attachment', name),
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        },
      });
    },
  }),
  endpoint({
    method: 'GET',
    path: `${fillService}/question`,
    auth: 'user',
    permissions: ['myfill'],
    summary: ['填报提问：请本人填写的格', 'Question about a table: what the caller is asked for'],
    input: Type.Object({ id: idParam }),
    run: (input, call) => questionAnswer({ ...call, files }, input.id),
  }),
  endpoint({
    method: 'POST',
    path: `${fillService}/answer`,
    auth: 'user',
    permissions: ['myfill'],
    perMinute: 60,
    summary: ['填报提问：答复', 'Question about a table: answers'],
    input: Type.Object({
      id: idParam,
      answers: Type.Array(
        Type.Object({ row: placeSchema, column: placeSchema, value: Type.Unknown() }),
        {
          minItems: 1,
          maxItems: 200,
        },
      ),
    }),
    run: ({ id: of, answers }, call) => answerQuestion({ ...call, files }, of, answers),
  }),
];
