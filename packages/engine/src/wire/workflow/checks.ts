import type { CheckFinding, RecordCheck } from '@keyan/kernel/definition/life/checks.ts';
import { Invalid, Missing } from '@keyan/kernel/errors.ts';
import { say } from '@keyan/kernel/label.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import type { CheckRow, UncheckedFindings } from '@keyan/kernel/wire/tasks.ts';
import { Type } from 'typebox';
import type { StoredRow } from '../../records/behaviour.ts';
import { fieldsHiddenFrom } from '../../records/rights.ts';
import { openTask, withOpenTask } from '../../workflow/runtime/access.ts';
import { resourceOfKind } from '../../workflow/runtime/subject.ts';
import { type ActorCall, type Endpoint, endpoint } from '../endpoint.ts';
import { idList, idParam } from '../inputs.ts';

/**
 * Returns the findings of these records, by id, in the order of the definition; checks without a finding are left out,
 * and so are records that the caller may not read.
 */
const foundIn = async (
  kind: string,
  records: readonly string[],
  { engine, actor, language }: ActorCall,
): Promise<ReadonlyMap<string, readonly CheckRow[]>> => {
  const resource = resourceOfKind(engine, kind);
  const rows = (await engine.as(actor).readAll(resource, records)) as StoredRow[];
  const hidden = fieldsHiddenFrom(resource, actor);
  const supplied = engine.behaviours.get(resource.key)?.checked ?? {};
  const today = dayText(engine.clock());
  const judge = async (check: RecordCheck): Promise<readonly (CheckFinding | null)[]> => {
    if (check.is === 'row') return rows.map((row) => check.of(row, { today }));
    const answer = supplied[check.key];
    if (!answer || rows.length === 0) return [];
    return engine.database.read(actor.tenantId, (session) =>
      answer(rows, { engine, actor, session }),
    );
  };
  const checks = (resource.checks ?? []).filter(
    ({ fields }) => !fields.some((name) => hidden.has(name)),
  );
  const found = await Promise.all(checks.map(judge));
  const findings = (place: number): readonly CheckRow[] =>
    checks.flatMap(({ key, label }, index): CheckRow[] => {
      const finding = found[index]?.[place];
      if (!finding) return [];
      const { level, text, link } = finding;
      const said = { label: say(label, language), level, text: say(text, language) };
      return [{ key, ...said, ...(link && { link }) }];
    });
  return new Map(rows.map(({ id: record }, place) => [record, findings(place)]));
};

const chooseRecord = (path: string): Invalid =>
  new Invalid([{ path, message: ['请选择记录', 'Choose a record'] }]);

/** Call for 核对结果: the results of checks on a record, for people with a task on it. */
export const checksEndpoint = (): Endpoint =>
  endpoint({
    method: 'GET',
    path: 'kh-edu-research/mywork/todo/checks',
    auth: 'user',
    summary: ['核对结果', 'What the checks of a record found'],
    input: Type.Object({
      businessId: Type.Optional(idParam),
      kind: Type.Optional(Type.String({ maxLength: 60 })),
    }),
    run: async ({ businessId, kind }, call) => {
      if (!businessId || !kind) throw chooseRecord('businessId');
      await openTask(call.engine, call.actor, { record: businessId }, [kind]);
      const found = (await foundIn(kind, [businessId], call)).get(businessId);
      if (!found) throw new Missing();
      return found;
    },
  });

/** Maximum number of records per call. */
const maxRecordsPerCall = 100;

/**
 * Call for the checks with findings in records of one kind before they are approved together. Records without a task of
 * the reader are left out: approving reports each of them.
 */
export const openChecksEndpoint = (): Endpoint =>
  endpoint({
    method: 'GET',
    path: 'kh-edu-research/mywork/todo/open-checks',
    auth: 'user',
    summary: ['多条记录的核对结果', 'Findings of the checks of several records'],
    input: Type.Object({
      businessIds: Type.Optional(idList),
      kind: Type.Optional(Type.String({ maxLength: 60 })),
    }),
    run: async ({ businessIds, kind }, call): Promise<UncheckedFindings> => {
      const records = [...new Set(businessIds?.split(','))];
      if (records.length === 0 || records.length > maxRecordsPerCall || !kind) {
        throw chooseRecord('businessIds');
      }
      const waiting = await withOpenTask(call.engine, call.actor, records, kind);
      if (waiting.length === 0) return {};
      const found = await foundIn(kind, waiting, call);
      return Object.fromEntries(
        [...found].map(([record, rows]) => [record, rows.filter(({ level }) => level !== 'good')]),
      );
    },
  });
