import { isPrivate, type Status, statuses } from '@keyan/kernel/access/status.ts';
import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import { type Phase, phases } from '@keyan/kernel/definition/life/states.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Query } from '@keyan/kernel/records/query.ts';
import { queryScope } from '../records/list-query.ts';
import type { ActorScope } from '../store/statements/scope.ts';
import type { CommandContext } from './context.ts';

type Known = Readonly<Record<string, string>>;

/**
 * True if a row with these codes could be in the scope. Conditions on other fields count as true, so that false is
 * certain.
 */
export const mayScopeHold = (scope: ActorScope, known: Known): boolean => {
  if (typeof scope === 'boolean') return scope;
  const { auditStatus: status } = known;
  switch (scope.kind) {
    case 'coded': {
      const code = known[scope.field];
      return code === undefined || scope.codes.includes(code);
    }
    case 'status':
      return status === undefined || scope.codes.includes(status as Status);
    case 'submitted':
      return (
        (status === undefined || !isPrivate(status as Status)) && mayScopeHold(scope.scope, known)
      );
    case 'any':
      return scope.scopes.some((one) => mayScopeHold(one, known));
    case 'every':
      return scope.scopes.every((one) => mayScopeHold(one, known));
    default:
      return true;
  }
};

/** Returns the phase to which a state code of the resource belongs. */
const phaseWith = ({ states }: Resource, field: string, code: string): Phase | undefined =>
  states?.field === field ? phases.find((one) => states.phases?.[one].includes(code)) : undefined;

/** Returns the codes that a field can have in rows of this list for this actor, whatever filters are set. */
export const possibleCodes = (
  context: CommandContext,
  resource: Resource,
  query: Query,
  field: string,
): readonly string[] => {
  const scope = queryScope(context, resource, { ...query, where: [] });
  const entries = listFields(resource)[field]?.spec.dictionary?.entries ?? [];
  return entries.flatMap(({ code }) => {
    const phase = phaseWith(resource, field, code);
    const known = { ...(phase && { auditStatus: statuses[phase] }), [field]: code };
    return mayScopeHold(scope, known) ? [code] : [];
  });
};
