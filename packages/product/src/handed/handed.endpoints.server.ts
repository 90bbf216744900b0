import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { Type } from 'typebox';
import { changesBetween, contentAnswer, differenceAnswer, explainRow } from './comparing.server.ts';
import { handedCode, handedService } from './handed-out.ts';

const row = Type.String({ minLength: 1, maxLength: 200 });

/** Calls about submissions that do not derive from the resource. */
export const handedEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: `${handedService}/content`,
    auth: 'user',
    permissions: [handedCode],
    summary: ['报出台账：报出的内容', 'Reported data: content'],
    input: Type.Object({
      id: idParam,
      current: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    run: ({ id: of, current = 1, size = 20 }, call) => contentAnswer(call, of, { current, size }),
  }),
  endpoint({
    method: 'GET',
    path: `${handedService}/difference`,
    auth: 'user',
    permissions: [handedCode],
    summary: ['报出台账：与另一次的差异', 'Reported data: differences from another entry'],
    input: Type.Object({ id: idParam, other: Type.Optional(idParam) }),
    run: ({ id: of, other }, call) => differenceAnswer(call, of, other),
  }),
  endpoint({
    method: 'GET',
    path: `${handedService}/changes`,
    auth: 'user',
    permissions: [handedCode],
    summary: ['报出台账：两次之间记录的变动', 'Reported data: changes of a record in between'],
    input: Type.Object({ id: idParam, other: idParam, row }),
    run: ({ id: of, ...given }, call) => changesBetween(call, of, given),
  }),
  endpoint({
    method: 'POST',
    path: `${handedService}/explain`,
    auth: 'user',
    permissions: [`${handedCode}_edit`],
    perMinute: 60,
    summary: ['报出台账：说明一行差异', 'Reported data: explain the difference of a row'],
    input: Type.Object({
      id: idParam,
      other: idParam,
      row,
      text: Type.String({ minLength: 2, maxLength: 500 }),
    }),
    run: async ({ id: of, ...given }, call) => {
      await explainRow(call, of, given);
      return new Reply(true, [
        '已说明，下次比较时仍会显示',
        'Explained; it is shown again next time',
      ]);
    },
  }),
];
