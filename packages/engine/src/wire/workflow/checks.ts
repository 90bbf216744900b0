import type { Check, CheckFinding } from '@keyan/kernel/definition/checks.ts';
import { Fault, Invalid } from '@keyan/kernel/errors.ts';
import { say } from '@keyan/kernel/label.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import type { CheckRow, OpenChecks } from '@keyan/kernel/wire/tasks.ts';
import { Type } from 'typebox';
import type { StoredRow } from '../../records/behaviour.ts';
import { hiddenFrom } from '../../records/rights.ts';
import { openTask } from '../../workflow/access.ts';
import { resourceOfKind } from '../../workflow/subject.ts';
import { type ActorCall, type Endpoint, endpoint } from '../endpoint.ts';
import { id, idList } from '../inputs.ts';

/** The findings of one record, in the order of its definition; checks with nothing to say are left out. */
const foundIn = async (
  kind: string,
  business: string,
  { engine, actor, language }: ActorCall,
): Promise<readonly CheckRow[]> => {
  const resource = resourceOfKind(engine, kind);
  const { row } = await engine.as(actor).read(resource, business);
  const stored = row as unknown as StoredRow;
  const hidden = hiddenFrom(resource, actor);
  const supplied = engine.behaviours.get(resource.key)?.checked ?? {};
  const today = dayText(engine.clock());
  const judge = async (check: Check): Promise<CheckFinding | null> => {
    if (check.is === 'row') return check.of(stored as never, { today });
    const answer = supplied[check.key];
    if (!answer) return null;
    return engine.database.read(actor.tenantId, (session) =>
      answer(stored, { engine, actor, session }),
    );
  };
  const checks = (resource.checks ?? []).filter(
    ({ fields }) => !fields.some((name) => hidden.has(name)),
  );
  const found = await Promise.all(checks.map(judge));
  return checks.flatMap(({ key, label }, index): CheckRow[] => {
    const finding = found[index];
    if (!finding) return [];
    const { level, text, link } = finding;
    return [
      { key, label: say(label, language), level, text: say(text, language), ...(link && { link }) },
    ];
  });
};

const chooseRecord = (path: string): Invalid =>
  new Invalid([{ path, message: ['请选择记录', 'Choose a record'] }]);

/** 核对结果: what is known about a record beside its fields, for whoever has a task on it. */
export const checksEndpoint = (): Endpoint =>
  endpoint({
    method: 'GET',
    path: 'kh-edu-research/mywork/todo/checks',
    auth: 'user',
    summary: ['核对结果', 'What the checks of a record found'],
    input: Type.Object({
      businessId: Type.Optional(id),
      kind: Type.Optional(Type.String({ maxLength: 60 })),
    }),
    run: async ({ businessId, kind }, call) => {
      if (!businessId || !kind) throw chooseRecord('businessId');
      await openTask(call.engine, call.actor, { record: businessId }, [kind]);
      return foundIn(kind, businessId, call);
    },
  });

/** Records whose checks one call asks for. */
const mostRecords = 100;

/**
 * What asks for a look at records of one kind before they are agreed to together. Records on which the reader has
 * no task (any more) are left out: agreeing says so of each.
 */
export const openChecksEndpoint = (): Endpoint =>
  endpoint({
    method: 'GET',
    path: 'kh-edu-research/mywork/todo/open-checks',
    auth: 'user',
    summary: ['多条记录的核对结果', 'What the checks of several records ask to look at'],
    input: Type.Object({
      businessIds: Type.Optional(idList),
      kind: Type.Optional(Type.String({ maxLength: 60 })),
    }),
    run: async ({ businessIds, kind }, call): Promise<OpenChecks> => {
      const records = [...new Set(businessIds?.split(','))];
      if (records.length === 0 || records.length > mostRecords || !kind) {
        throw chooseRecord('businessIds');
      }
      const open: Record<string, readonly CheckRow[]> = {};
      for (const record of records) {
        try {
          await openTask(call.engine, call.actor, { record }, [kind]);
          const found = await foundIn(kind, record, call);
          open[record] = found.filter(({ level }) => level !== 'good');
        } catch (error) {
          if (!(error instanceof Fault)) throw error;
        }
      }
      return open;
    },
  });
