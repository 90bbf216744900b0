import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { Type } from 'typebox';
import { earlyWarning } from './early-warning.ts';
import { tryRule } from './warnings.server.ts';

/** Calls about warnings that do not derive from a resource. */
export const warningEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: `${earlyWarning.path}/trial`,
    auth: 'user',
    permissions: ['warnrule_edit'],
    perMinute: 20,
    summary: [
      '预警规则试运行：今日结果，不入库',
      'Test run of a warning rule: today’s result, not stored',
    ],
    input: Type.Object({ id: idParam }),
    run: async ({ id: rule }, { engine, actor, language }) => {
      const { row } = await engine.as(actor).read(earlyWarning, rule);
      return tryRule(engine, actor.tenantId, row, language);
    },
  }),
];
