import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { workbookAnswer } from '@keyan/engine/wire/workbooks/endpoints.ts';
import { bookMakerOf } from '@keyan/engine/workbooks/book.ts';
import { writeTable } from '@keyan/engine/workbooks/workbook.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { say } from '@keyan/kernel/label.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { queryBacklog } from './backlog.server.ts';
import { myInfo, personnelIdOf } from './myinfo.server.ts';
import { schoolInfo } from './schoolinfo.server.ts';
import { stepTimes } from './steptimes.server.ts';

const service = 'kh-edu-research/wel/index/v1';
const year = Type.Integer({ minimum: 1900, maximum: 2200 });

/** Default number of years for step durations. */
const usualYears = 5;

/** Table of a chart; size limits match the largest chart. */
const table = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 80 }),
  heads: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 20 }),
  lines: Type.Array(
    Type.Array(Type.Union([Type.Number(), Type.String({ maxLength: 300 })]), { maxItems: 20 }),
    { maxItems: 1000 },
  ),
  notes: Type.Optional(Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 20 })),
});

/** Calls of `wel/index/v1`: data of home page and dashboard, except group counts of lists. */
export const officeEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: `${service}/queryMyInfo`,
    auth: 'user',
    summary: ['首页：我的信息', 'Home: my information'],
    input: Type.Object({}),
    run: (_input, call) => myInfo(call),
  }),
  endpoint({
    method: 'GET',
    path: `${service}/querySchoolInfo`,
    auth: 'user',
    summary: ['首页：权限范围内的概况', 'Home: overview within own permissions'],
    input: Type.Object({}),
    run: (_input, call) => schoolInfo(call),
  }),
  endpoint({
    method: 'GET',
    path: `${service}/queryStepTimes`,
    auth: 'user',
    summary: ['看板：各环节平均用时', 'Dashboard: average time of each step'],
    input: Type.Object({
      from: Type.Optional(year),
      to: Type.Optional(year),
      department: Type.Optional(Type.String({ pattern: '^\\d{1,19}(,\\d{1,19}){0,99}$' })),
    }),
    run: (input, call) => {
      const now = Number(dayText(call.engine.clock()).slice(0, 4));
      const to = input.to ?? now;
      const from = input.from ?? to - usualYears + 1;
      if (from > to) {
        throw new Invalid([
          {
            path: 'from',
            message: ['【开始年度】不能晚于结束年度', 'The first year must not be after the last'],
          },
        ]);
      }
      return stepTimes(call, { from, to, departments: input.department?.split(',') });
    },
  }),
  endpoint({
    method: 'GET',
    path: `${service}/queryBacklog`,
    auth: 'user',
    summary: ['首页：各环节与院系的积压', 'Home: backlog by step and college'],
    input: Type.Object({}),
    run: (_input, call) => queryBacklog(call),
  }),
  endpoint({
    method: 'POST',
    path: `${service}/exportTable`,
    auth: 'user',
    perMinute: 30,
    summary: ['图表数据导出 Excel', 'Chart data as a workbook'],
    input: table,
    run: async ({ title, heads, lines, notes = [] }, { engine, actor, language }) =>
      workbookAnswer(
        await writeTable(bookMakerOf(engine, actor), title, heads, lines, {
          name: say(['说明', 'About'], language),
          lines: notes,
        }),
        `${title}.xlsx`,
      ),
  }),
  endpoint({
    method: 'GET',
    path: `${service}/getMyPersonelId`,
    auth: 'user',
    summary: ['当前用户的科研人员 id', 'The current user’s personnel record id'],
    input: Type.Object({}),
    run: (_input, call) => personnelIdOf(call),
  }),
];
