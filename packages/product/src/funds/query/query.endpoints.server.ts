import { printSummary } from '@keyan/engine/prints/prints.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { askedBy, parseQuery } from '@keyan/engine/wire/query.ts';
import { workbookAnswer } from '@keyan/engine/wire/workbooks/endpoints.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { fill, say } from '@keyan/kernel/label.ts';
import { addMonths, dayText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { project } from '../../project/project.ts';
import { auditBook, fundsAuditOf } from './audit.server.ts';
import { assertOpensEntries, projectBookOf } from './book.server.ts';
import { projectEntries } from './entries.server.ts';
import {
  type Figure,
  figureKeys,
  fundsQueryService,
  moneyFigures,
  type SumGrouping,
  sumGroupingKeys,
  summaryCode,
} from './figures.ts';
import { fundsSummary } from './summary.server.ts';

// Year 1 is that of opening amounts (decision 0640).
const year = Type.Optional(Type.Integer({ minimum: 1, maximum: 2200 }));
const item = Type.Optional(Type.String({ maxLength: 20 }));
const month = Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}$' }));

/**
 * Span of years.
 * @throws Invalid if it ends before it begins
 */
const yearsOf = (from: number | undefined, to: number | undefined) => {
  if (from === undefined && to === undefined) return null;
  const years = { from: from ?? 1900, to: to ?? 2200 };
  if (years.from > years.to) {
    throw new Invalid([
      {
        path: 'from',
        message: ['【开始年度】不能晚于结束年度', 'The first year must not be after the last'],
      },
    ]);
  }
  return years;
};

/** Calls of 经费查询: summary, funds of one project, and its entries. */
export const fundsQueryEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: `${fundsQueryService}/summary`,
    auth: 'user',
    permissions: [summaryCode],
    summary: ['经费汇总', 'Fund summary'],
    input: Type.Object(
      { by: Type.Enum(sumGroupingKeys as SumGrouping[]), from: year, to: year, item },
      { additionalProperties: true },
    ),
    run: ({ by, from, to, item: wanted, ...filters }, call) =>
      fundsSummary(
        call.engine,
        call.actor,
        {
          by,
          query: parseQuery(project, { ...filters, view: 'funds' }, askedBy(call, project)),
          years: yearsOf(from, to),
          item: wanted || null,
        },
        call.language,
      ),
  }),
  endpoint({
    method: 'GET',
    path: `${fundsQueryService}/book`,
    auth: 'user',
    summary: ['项目的经费', 'Funds of a project'],
    input: Type.Object({ programId: idParam }),
    run: ({ programId }, { engine, actor, language }) =>
      projectBookOf(engine, actor, programId, language),
  }),
  endpoint({
    method: 'GET',
    path: `${fundsQueryService}/audit`,
    auth: 'user',
    perMinute: 30,
    summary: ['项目的全部账目', 'All fund entries of a project'],
    input: Type.Object({ programId: idParam }),
    run: ({ programId }, { engine, actor, language }) =>
      fundsAuditOf(engine, actor, programId, language),
  }),
  endpoint({
    method: 'GET',
    path: `${fundsQueryService}/auditWorkbook`,
    auth: 'user',
    perMinute: 30,
    summary: ['项目的全部账目（Excel）', 'All fund entries of a project (Excel)'],
    input: Type.Object({ programId: idParam }),
    run: async ({ programId }, { engine, actor, language }) => {
      const audit = await fundsAuditOf(engine, actor, programId, language);
      return workbookAnswer(
        await auditBook(engine, actor, audit),
        `${audit.number} ${say(['经费账目', 'fund entries'], language)}.xlsx`,
      );
    },
  }),
  endpoint({
    method: 'POST',
    path: `${fundsQueryService}/auditSheet`,
    auth: 'user',
    perMinute: 30,
    summary: ['审计表的核验码', 'Verification code of a fund audit table'],
    input: Type.Object({ programId: idParam }),
    run: async ({ programId }, { engine, actor, language }) => {
      await assertOpensEntries(engine, actor, programId);
      const { name, sums } = await projectBookOf(engine, actor, programId, language);
      const told = (['arrived', 'spent', 'available'] as const)
        .map((figure) => `${moneyFigures[figure][0]} ${groupDigits(sums[figure] ?? '0.00')}`)
        .join('，');
      const title = fill(['{name}（截至 {day}：{told}）', '{name} (as of {day}: {told})'], {
        name,
        day: dayText(engine.clock()),
        told,
      })[0];
      return printSummary(engine, actor, { resource: project.key, id: programId }, title);
    },
  }),
  endpoint({
    method: 'GET',
    path: `${fundsQueryService}/entries`,
    auth: 'user',
    summary: ['项目经费的分录', 'Fund ledger entries of a project'],
    input: Type.Object({
      programId: idParam,
      item,
      figure: Type.Optional(Type.Enum(figureKeys as Figure[])),
      month,
      current: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    run: async (asked, { engine, actor, language }) => {
      await assertOpensEntries(engine, actor, asked.programId);
      const from = asked.month ? `${asked.month}-01` : null;
      return projectEntries(
        engine,
        actor,
        {
          programId: asked.programId,
          item: asked.item || null,
          figure: asked.figure ?? null,
          span: from ? { from, before: addMonths(from, 1) } : null,
          page: asked.current ?? 1,
          size: asked.size ?? 20,
        },
        language,
      );
    },
  }),
];
