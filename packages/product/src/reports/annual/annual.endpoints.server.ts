import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idList, idParam } from '@keyan/engine/wire/inputs.ts';
import { workbookAnswer } from '@keyan/engine/wire/workbooks/endpoints.ts';
import { Denied, Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { annualPages, annualRights, reportKinds } from './annual-report.ts';
import { annualService } from './answers.ts';
import { cellDetail, enterCell, explainCheck } from './cells.server.ts';
import { changeReport } from './changing.server.ts';
import { adaptForm, addRow, removeRow, renewReport } from './forms.server.ts';
import { fillGaps, gapsAnswer, remindOfGaps } from './gaps.server.ts';
import { progressOf } from './progress.server.ts';
import { maySign, overviewOf, reportPartOf, tableAnswer } from './reading.server.ts';
import { signFor } from './signing.server.ts';
import { annualWorkbook } from './workbook.server.ts';

const readers = reportKinds.map((kind) => annualPages[kind].code);
const editors = readers.map((code) => `${code}_edit`);
const exporters = readers.map((code) => `${code}_export`);
const fillers = reportKinds.map((kind) => annualRights(kind, 'fill'));
const signers = reportKinds.map((kind) => annualRights(kind, 'sign'));

const code = Type.String({ minLength: 1, maxLength: 30 });
const place = { table: code, row: code, column: code };
const reason = Type.Optional(Type.String({ maxLength: 500 }));
const current = Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 }));
const adaptedLines = Type.Array(
  Type.Object({
    code: Type.String({ pattern: '^[A-Za-z0-9_.-]{1,30}$' }),
    shown: Type.Optional(Type.String({ maxLength: 30 })),
    label: Type.String({ minLength: 1, maxLength: 100 }),
  }),
  { minItems: 1, maxItems: 200 },
);
const size = Type.Optional(Type.Integer({ minimum: 1, maximum: 200 }));

/** Calls about annual reports that do not derive from the resource. */
export const annualEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: `${annualService}/overview`,
    auth: 'user',
    permissions: readers,
    summary: ['统计年报：概况', 'Annual report: progress'],
    input: Type.Object({ id: idParam }),
    run: (input, call) => overviewOf(call, input.id),
  }),
  endpoint({
    method: 'GET',
    path: `${annualService}/progress`,
    auth: 'user',
    permissions: readers,
    summary: ['统计年报：未上报年报的缺项与签认', 'Annual reports under way: gaps and signatures'],
    input: Type.Object({}),
    run: (_input, call) => progressOf(call),
  }),
  endpoint({
    method: 'GET',
    path: `${annualService}/table`,
    auth: 'user',
    permissions: readers,
    summary: ['统计年报：一张表', 'Annual report: a table'],
    input: Type.Object({ id: idParam, table: code }),
    run: (input, call) => tableAnswer(call, input.id, input.table),
  }),
  endpoint({
    method: 'GET',
    path: `${annualService}/cell`,
    auth: 'user',
    permissions: readers,
    summary: ['统计年报：一个数及其记录', 'Annual report: a cell and the records counted'],
    input: Type.Object({ id: idParam, ...place, current }),
    run: ({ id: of, current: page = 1, ...at }, call) => cellDetail(call, of, at, page),
  }),
  endpoint({
    method: 'POST',
    path: `${annualService}/enter`,
    auth: 'user',
    permissions: editors,
    perMinute: 120,
    summary: ['统计年报：更正或填写一个数', 'Annual report: correct or enter a cell'],
    input: Type.Object({
      id: idParam,
      ...place,
      // Value of the cell; empty or missing to undo the entry.
      value: Type.Optional(Type.String({ maxLength: 200 })),
      reason,
    }),
    run: async ({ id: of, value = '', reason: why = '', ...at }, call) => {
      await enterCell(call, of, at, { value: value || null, reason: why });
      return new Reply(
        true,
        value === '' ? ['已撤回更正', 'Correction withdrawn'] : ['已保存', 'Saved'],
      );
    },
  }),
  endpoint({
    method: 'POST',
    path: `${annualService}/explain`,
    auth: 'user',
    permissions: editors,
    perMinute: 120,
    summary: ['统计年报：说明一条提示', 'Annual report: explain a warning'],
    input: Type.Object({
      id: idParam,
      check: code,
      text: Type.Optional(Type.String({ maxLength: 500 })),
    }),
    run: async ({ id: of, check, text = '' }, call) => {
      await explainCheck(call, of, check, text);
      return new Reply(true, ['已保存', 'Saved']);
    },
  }),
  endpoint({
    method: 'POST',
    path: `${annualService}/adapt`,
    auth: 'user',
    permissions: editors,
    perMinute: 60,
    summary: [
      '统计年报：按当年报表调整栏目',
      'Annual report: adjust lines to the form of the year',
    ],
    input: Type.Object({
      id: idParam,
      table: code,
      label: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      remark: Type.Optional(Type.String({ maxLength: 300 })),
      rows: Type.Optional(adaptedLines),
      columns: Type.Optional(adaptedLines),
    }),
    run: async ({ id: of, ...change }, call) => {
      await adaptForm(call, of, change);
      return new Reply(true, ['已保存', 'Saved']);
    },
  }),
  endpoint({
    method: 'POST',
    path: `${annualService}/add-row`,
    auth: 'user',
    permissions: editors,
    perMinute: 120,
    summary: ['统计年报：增加一行', 'Annual report: add a row'],
    input: Type.Object({ id: idParam, table: code }),
    run: ({ id: of, table }, call) => addRow(call, of, table),
  }),
  endpoint({
    method: 'POST',
    path: `${annualService}/remove-row`,
    auth: 'user',
    permissions: editors,
    perMinute: 120,
    summary: ['统计年报：删除一行', 'Annual report: delete a row'],
    input: Type.Object({ id: idParam, table: code, row: idParam }),
    run: async ({ id: of, ...at }, call) => {
      await removeRow(call, of, at);
      return new Reply(true, ['已删除', 'Deleted']);
    },
  }),
  endpoint({
    method: 'POST',
    path: `${annualService}/sign`,
    auth: 'user',
    permissions: signers,
    perMinute: 30,
    summary: ['统计年报：院系签认', 'Annual report: sign for a college'],
    input: Type.Object({
      id: idParam,
      dept: idParam,
      digest: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    }),
    run: async ({ id: of, dept, digest }, call) => {
      const { engine, actor } = call;
      const part = reportPartOf(call);
      if (part !== null && !part.includes(dept)) throw new Denied();
      await changeReport(
        call,
        of,
        async ({ tx }) => {
          const given = { report: of, dept, user: actor.id, now: engine.clock(), digest };
          if (!(await signFor(tx, given))) {
            throw new Refused([
              '数据已变动，请刷新核对后再签认',
              'The data have changed; refresh and check before signing',
            ]);
          }
        },
        maySign,
      );
      return new Reply(true, ['已签认', 'Signed']);
    },
  }),
  endpoint({
    method: 'GET',
    path: `${annualService}/gaps`,
    auth: 'user',
    permissions: readers,
    summary: ['统计年报：缺项', 'Annual report: missing items'],
    input: Type.Object({ id: idParam, kind: Type.Optional(code), current, size }),
    run: ({ id: of, kind, current: page = 1, size: most = 50 }, call) =>
      gapsAnswer(call, of, { kind, current: page, size: most }),
  }),
  endpoint({
    method: 'POST',
    path: `${annualService}/fill`,
    auth: 'user',
    permissions: fillers,
    perMinute: 60,
    summary: ['统计年报：批量补填缺项', 'Annual report: fill in several missing items'],
    input: Type.Object({
      id: idParam,
      records: Type.Array(
        Type.Object({
          resource: Type.String({ minLength: 1, maxLength: 60 }),
          id: idParam,
          version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
          values: Type.Record(Type.String({ maxLength: 60 }), Type.Unknown()),
        }),
        { minItems: 1, maxItems: 200 },
      ),
    }),
    run: ({ id: of, records }, call) => fillGaps(call, of, records),
  }),
  endpoint({
    method: 'POST',
    path: `${annualService}/remind`,
    auth: 'user',
    permissions: fillers,
    perMinute: 10,
    summary: ['统计年报：提醒补填', 'Annual report: remind people of missing items'],
    input: Type.Object({ id: idParam, people: Type.Optional(idList) }),
    run: async ({ id: of, people }, call) => {
      const count = await remindOfGaps(call, of, people ? people.split(',') : []);
      return new Reply(count, fill(['已提醒 {count} 人', 'People reminded: {count}'], { count }));
    },
  }),
  endpoint({
    method: 'POST',
    path: `${annualService}/renew`,
    auth: 'user',
    permissions: editors,
    perMinute: 10,
    summary: ['统计年报：更正已上报的年报', 'Annual report: correct a reported annual report'],
    input: Type.Object({ id: idParam }),
    run: async ({ id: of }, call) => renewReport(call, of),
  }),
  endpoint({
    method: 'GET',
    path: `${annualService}/workbook`,
    auth: 'user',
    permissions: exporters,
    perMinute: 20,
    summary: ['统计年报：导出 Excel', 'Annual report: export Excel'],
    input: Type.Object({ id: idParam }),
    run: async (input, call) => {
      const { content, name } = await annualWorkbook(call, input.id);
      return workbookAnswer(content, name);
    },
  }),
];
