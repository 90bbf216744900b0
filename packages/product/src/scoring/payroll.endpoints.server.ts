import { type ActorCall, type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { workbookAnswer } from '@keyan/engine/wire/workbooks/endpoints.ts';
import { bookMakerOf, WorkbookLines, writeBook } from '@keyan/engine/workbooks/book.ts';
import type { BookCell } from '@keyan/engine/workbooks/book-plan.ts';
import { ColumnWidths, tablePlan } from '@keyan/engine/workbooks/workbook.ts';
import { type Label, say } from '@keyan/kernel/label.ts';
import { equals } from '@keyan/kernel/records/query.ts';
import { plus } from '@keyan/kernel/values/amounts.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { Type } from 'typebox';
import { departmentNames } from '../system/departments/dept-names.server.ts';
import { scoreObject } from './dictionaries.ts';
import { payrollCall, payrollOf } from './payroll.ts';
import { rewardDetail } from './reward-detail.ts';
import { scoreReward } from './score-reward.ts';

const money = (value: string): BookCell => ({ is: 'number', value, format: '#,##0.00' });
const count = (value: number): BookCell => ({ is: 'number', value: String(value), format: '0' });

/** Sheet of the workbook: name, headings, lines. */
interface Table {
  readonly name: Label;
  readonly heads: readonly Label[];
  readonly lines: readonly (readonly BookCell[])[];
}

const person: readonly Label[] = [
  ['工号', 'Staff no.'],
  ['姓名', 'Name'],
  ['部门', 'Department'],
];

/** Workbook with one sheet per table. */
const bookOf = (
  tables: readonly Table[],
  { engine, actor, language }: Pick<ActorCall, 'engine' | 'actor' | 'language'>,
): Promise<Buffer> => {
  const lines = new WorkbookLines();
  const sheets = tables.flatMap(({ name, heads, lines: body }, sheet) => {
    const texts = heads.map((head) => say(head, language));
    const widths = new ColumnWidths();
    widths.add(texts);
    for (const line of body) {
      widths.add(line);
      lines.add(sheet, line);
    }
    return tablePlan(say(name, language), texts, widths).sheets;
  });
  return writeBook(bookMakerOf(engine, actor), { sheets }, lines);
};

/**
 * Call that returns 发放清单 as a workbook: one amount per person, the total, and the outputs
 * (R-607).
 */
export const payrollEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: payrollCall,
    auth: 'user',
    perMinute: 30,
    permissions: ['rewarddetail_export'],
    summary: ['奖励发放清单（Excel）', 'Reward payment list (Excel)'],
    input: Type.Object({ id: idParam }),
    run: async ({ id: rewardId }, { engine, actor, language }) => {
      const commands = engine.as(actor);
      const { row } = await commands.read(scoreReward, rewardId);
      const details = await commands.all(rewardDetail, {
        where: [equals('rewardId', rewardId)],
        fields: [
          'userId',
          'personName',
          'jobNum',
          'fkDeptId',
          'scoreObject',
          'title',
          'amount',
          'working',
          'workingEn',
          'reason',
        ],
        sort: [{ field: 'jobNum', descending: false }],
      });
      const names = await departmentNames(
        engine.asSystem(scoreReward.label[0], actor.tenantId),
        details.map(({ fkDeptId }) => fkDeptId),
      );
      const outputs = details.map((one) => ({
        ...one,
        department: names.get(one.fkDeptId ?? '') ?? '',
      }));
      const people = payrollOf(outputs);
      const total = plus('0.00', ...people.map(({ amount }) => amount));
      const kindOf = (code: string | null): string => {
        const entry = entryOf(scoreObject, code ?? '');
        return entry ? say(entry.label, language) : '';
      };
      const tables: readonly Table[] = [
        {
          name: ['发放清单', 'Payment list'],
          heads: [...person, ['成果数', 'Outputs'], ['金额（元）', 'Amount (yuan)']],
          lines: [
            ...people.map((one): readonly BookCell[] => [
              one.jobNum,
              one.name,
              one.department,
              count(one.outputs),
              money(one.amount),
            ]),
            [say(['合计', 'Total'], language), '', '', count(outputs.length), money(total)],
          ],
        },
        {
          name: ['明细', 'Outputs'],
          heads: [
            ...person,
            ['对象', 'Type'],
            ['成果', 'Output'],
            ['金额（元）', 'Amount (yuan)'],
            ['依据', 'Basis'],
          ],
          lines: outputs.map((one) => [
            one.jobNum ?? '',
            one.personName ?? '',
            one.department,
            kindOf(one.scoreObject),
            one.title ?? '',
            money(one.amount ?? '0.00'),
            say([one.reason ?? one.working ?? '', one.reason ?? one.workingEn ?? ''], language),
          ]),
        },
      ];
      return workbookAnswer(
        await bookOf(tables, { engine, actor, language }),
        `${row.rewardName ?? ''} ${say(['发放清单', 'payment list'], language)}.xlsx`,
      );
    },
  }),
];
