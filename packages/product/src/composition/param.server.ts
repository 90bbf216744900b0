import { defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import { numberRule, numberRules } from '@keyan/kernel/definition/field/number-rule.ts';
import { parameterFault } from '@keyan/kernel/definition/field/parameter.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { noAliasesValue, schoolNameParams } from '../shared/references/school-names.ts';
import { hostsFault } from '../system/embedding/embed.server.ts';
import { embedParam } from '../system/parameters/embed-param.ts';
import { param } from '../system/parameters/param.ts';

/** Fault in a rule of record numbers. */
const ruleFault = (
  resources: ReadonlyMap<string, Resource>,
  key: string,
  value: string,
): Label | null => {
  const rule = [...resources.values()]
    .map((resource) => numberRule(resource))
    .find((one) => one?.key === key);
  return rule
    ? parameterFault(rule, value)
    : ['没有这一编号规则', 'There is no such numbering rule'];
};

/** Validation of single parameters, and their side effects. */
export const paramBehaviour = defineBehaviour(param, {
  check: async ({ paramKey, paramValue }, { engine: { resources } }) => {
    const [key, value] = [paramKey?.trim() ?? '', paramValue ?? ''];
    const message =
      key === embedParam
        ? hostsFault(value)
        : key.startsWith(numberRules)
          ? ruleFault(resources, key, value)
          : null;
    return message ? [{ path: 'paramValue', message }] : [];
  },
  // Copies the university’s name to the tenant record, which pages and printed sheets read.
  saved: async ({ paramKey, paramValue }, { tx }) => {
    const column = schoolNameParams[paramKey?.trim() ?? ''];
    const given = paramValue?.trim() ?? '';
    const name = given === noAliasesValue ? '' : given;
    if (column === undefined || (name === '' && column === 'tenant_name')) return;
    await tx.query(`update tenant set ${column} = $2, update_time = now() where tenant_id = $1`, [
      tx.tenantId,
      name || null,
    ]);
  },
});
