import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { anyOf, equals } from '@keyan/kernel/records/query.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { declaredKinds, type ProgramKind } from '../common/access.ts';
import { declareInfo } from './declare-info.ts';
import { planCode } from './declare-pages.ts';
import { declarePlan } from './declare-plan.ts';
import { collegesOf, isReportable, type PlanReports } from './declare-reports.ts';
import { recommendedStates, waitingState } from './declare-states.ts';

const codesOf = (action: 'report' | 'giveBack'): readonly string[] =>
  declaredKinds.map((kind) => `${planCode(kind)}_${action}`);

const reportsLabel: Label = ['院系上报情况', 'Reporting status of colleges for a call'];

const reports = endpoint({
  method: 'GET',
  path: `${declarePlan.path}/reports`,
  auth: 'user',
  permissions: [...codesOf('report'), ...codesOf('giveBack')],
  summary: reportsLabel,
  input: Type.Object({ id: idParam }),
  run: async (input, { engine, actor }): Promise<PlanReports> => {
    const { row: plan } = await engine.as(actor).read(declarePlan, input.id);
    const may = (action: string): boolean =>
      actor.permissions.has(`${planCode(plan.programKind as ProgramKind)}_${action}`);
    const [mayReport, mayGiveBack] = [may('report'), may('giveBack')];
    const own = mayReport ? actor.departmentScope : [];
    const colleges = mayGiveBack || own === 'all' ? [] : [anyOf('collegeId', own)];
    const declarations = await engine.asSystem(reportsLabel[0], actor.tenantId).all(declareInfo, {
      where: [
        equals('planId', plan.id),
        anyOf('declareStatus', [...waitingState, ...recommendedStates]),
        { field: 'collegeId', operator: 'filled', value: null },
        ...colleges,
      ],
      fields: ['programName', 'programLeader', 'collegeId', 'deptOpinionRank', 'declareStatus'],
      sort: [{ field: 'declareNum', descending: false }],
    });
    return {
      isOpen: isReportable(plan, timeText(engine.clock())),
      mayReport,
      mayGiveBack,
      colleges: collegesOf(declarations, plan.reports),
    };
  },
});

/** Call that returns the reporting progress of departments. */
export const reportEndpoints: readonly Endpoint[] = [reports];
