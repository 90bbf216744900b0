import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { opinionLabels, opinionLength } from '@keyan/kernel/values/opinion.ts';
import { type Static, Type } from 'typebox';
import type { ListQuery } from '../../workflow/lists/lists.ts';
import { openTask, type ProcessName } from '../../workflow/runtime/access.ts';
import type { WorkflowServices } from '../../workflow/runtime/port.ts';
import {
  dateParam,
  digitsParameter,
  endOfDay,
  idList,
  idParam,
  startOfDay,
  withLabel,
} from '../inputs.ts';
import { missingParameter } from '../parameters.ts';

/** Id of a person, with or without the prefix of flow rows (ruling 10). */
export const personParameter = Type.String({ pattern: `^(taskUser_)?${digitsParameter}$` });
export const peopleParameter = Type.String({
  pattern: `^((taskUser_)?${digitsParameter},?)*$`,
  maxLength: 500,
});
const opinionCalled = (label: Label) =>
  Type.String({ maxLength: opinionLength.max, ...withLabel(label) });
export const opinionParameter = opinionCalled(opinionLabels.comment);
export const deleteReason = opinionCalled(opinionLabels.deleteReason);
const words = Type.String({ maxLength: 100 });

export const pagingParameters = {
  current: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
};

/**
 * Filter of routes in BladeX: 1 for routes of every tenant, which come with the product; 2 for routes that a tenant
 * deployed. Any other value means both.
 */
export const modeParameter = Type.Optional(Type.String({ maxLength: 10 }));

const modes: Readonly<Record<string, boolean>> = { '1': true, '2': false };

export const isShipped = (given: string | undefined): boolean | undefined =>
  given !== undefined && Object.hasOwn(modes, given) ? modes[given] : undefined;

/** Filters of every list of tasks and processes: those of BladeX clients, and those of the console. */
export const listInput = Type.Object({
  ...pagingParameters,
  category: Type.Optional(words),
  mode: modeParameter,
  kind: Type.Optional(words),
  processDefinitionName: Type.Optional(words),
  businessName: Type.Optional(words),
  applicant: Type.Optional(words),
  deptName: Type.Optional(words),
  /** Ids of departments, separated by commas; sub-departments included. */
  deptIds: Type.Optional(
    Type.String({ pattern: `^${digitsParameter}(,${digitsParameter})*$`, maxLength: 4000 }),
  ),
  beginDate: Type.Optional(dateParam),
  endDate: Type.Optional(dateParam),
  arriveTime_datege: Type.Optional(dateParam),
  arriveTime_datele: Type.Optional(dateParam),
  arriveTime_dategt: Type.Optional(dateParam),
  arriveTime_datelt: Type.Optional(dateParam),
  /** Minimum days of waiting, exclusive. */
  stayDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 3650 })),
  /** `1` submitted again after a return, `0` for the first time. */
  again: Type.Optional(Type.String({ maxLength: 1 })),
  /** Ids of records, separated by commas. */
  businessIds: Type.Optional(idList),
});

const first = (text: string | undefined): Date | undefined => (text ? startOfDay(text) : undefined);
const last = (text: string | undefined): Date | undefined => (text ? endOfDay(text) : undefined);

const day = 86_400_000;

/**
 * Parses the filters.
 * @param now time from which days of waiting are counted back
 */
export const workQueryOf = (input: Static<typeof listInput>, now = new Date()): ListQuery => ({
  current: input.current ?? 1,
  size: input.size ?? 10,
  kind: input.kind,
  category: input.category,
  definitionName: input.processDefinitionName,
  title: input.businessName,
  applicant: input.applicant,
  department: input.deptName,
  departments: input.deptIds?.split(',').filter(Boolean).slice(0, 200),
  from: first(input.beginDate ?? input.arriveTime_datege ?? input.arriveTime_dategt),
  to: last(input.endDate ?? input.arriveTime_datele ?? input.arriveTime_datelt),
  before: input.stayDays === undefined ? undefined : new Date(now.getTime() - input.stayDays * day),
  again: input.again === '1' ? true : input.again === '0' ? false : undefined,
  records: input.businessIds?.split(',').slice(0, 200),
});

/** Id of a process, under one of the names that clients use. */
export const processNameParameters = {
  taskId: Type.Optional(idParam),
  processInstanceId: Type.Optional(idParam),
  businessId: Type.Optional(idParam),
};

interface Named {
  readonly taskId?: string | undefined;
  readonly processInstanceId?: string | undefined;
  readonly businessId?: string | undefined;
}

/** @throws Invalid if the call names no process. */
export const processNameOf = (named: Named): ProcessName => {
  if (named.taskId) return { task: named.taskId };
  if (named.processInstanceId) return { process: named.processInstanceId };
  if (named.businessId) return { record: named.businessId };
  throw new Invalid([missingParameter('processInstanceId')]);
};

/**
 * Returns the task of a call: the named one, else the task of the caller on the named record or process. Clients of the
 * business side know no task ids.
 * @throws Invalid if nothing is named, Refused if the caller has no task there.
 */
export const taskOfCall = async (
  engine: WorkflowServices,
  actor: Actor,
  named: Named,
): Promise<string> => {
  if (named.taskId) return named.taskId;
  if (!named.processInstanceId && !named.businessId)
    throw new Invalid([missingParameter('taskId')]);
  return openTask(engine, actor, { record: named.businessId, process: named.processInstanceId });
};

/** Returns the envelope of a page. */
export const pageEnvelope = <T>(
  records: readonly T[],
  total: number,
  { current = 1, size = 10 }: { current?: number | undefined; size?: number | undefined },
) => ({ records, total, size, current, pages: Math.ceil(total / size) });
