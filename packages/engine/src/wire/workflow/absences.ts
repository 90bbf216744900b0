import { say } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import type { AbsenceRow, RepresentedRow } from '@keyan/kernel/wire/absences.ts';
import { plainUserId } from '@keyan/kernel/workflow/directory.ts';
import { Type } from 'typebox';
import {
  type Absence,
  listAbsences,
  managesAbsences,
  representedTasks,
} from '../../workflow/people/absences.ts';
import type { Runtime } from '../../workflow/runtime/runtime.ts';
import { type ActorCall, type Endpoint, endpoint } from '../endpoint.ts';
import { dateParam, endOfDay, idParam, startOfDay } from '../inputs.ts';
import { pageEnvelope, pagingParameters, personParameter } from './inputs.ts';

const stateOf = ({ revoked, from, to }: Absence, now: Date): AbsenceRow['state'] => {
  if (revoked) return 'revoked';
  if (to <= now) return 'over';
  return from <= now ? 'now' : 'coming';
};

/** Returns an absence for the page. */
const absenceRow = (absence: Absence, { actor, engine, language }: ActorCall): AbsenceRow => {
  const state = stateOf(absence, engine.clock());
  const names = new Map(
    engine.kinds.map(({ process }) => [process.kind, say(process.label, language)]),
  );
  const isOwn = absence.person === actor.id;
  return {
    id: absence.id,
    personId: absence.person,
    personName: absence.personName ?? '',
    proxyId: absence.proxy,
    proxyName: absence.proxyName ?? '',
    fromTime: timeText(absence.from),
    toTime: timeText(absence.to),
    kindNames: absence.kinds.map((kind) => names.get(kind) ?? kind),
    byName: absence.byName ?? '',
    state,
    revocable: (isOwn || managesAbsences(actor)) && (state === 'now' || state === 'coming'),
  };
};

const lists: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'kh-edu-research/mywork/absence/page',
    auth: 'user',
    summary: ['代理设置', 'Absences and proxies'],
    input: Type.Object({
      ...pagingParameters,
      /** `1`: absences of all people, for process managers. */
      all: Type.Optional(Type.String({ maxLength: 1 })),
    }),
    run: async (input, call) => {
      const { actor, engine } = call;
      const everybody = input.all === '1' && managesAbsences(actor);
      const { absences, total } = await engine.database.read(actor.tenantId, (session) =>
        listAbsences(session, everybody ? null : actor.id, engine.clock(), {
          current: input.current ?? 1,
          size: input.size ?? 10,
        }),
      );
      return pageEnvelope(
        absences.map((absence) => absenceRow(absence, call)),
        total,
        input,
      );
    },
  }),
  endpoint({
    method: 'GET',
    path: 'kh-edu-research/mywork/absence/tasks',
    auth: 'user',
    summary: ['由他人代我办理的待办', 'Tasks that a proxy has in my name'],
    input: Type.Object({}),
    run: async (_, { actor, engine, language }) => {
      const tasks = await engine.database.read(actor.tenantId, (session) =>
        representedTasks(session, actor.id),
      );
      return tasks.map(
        (task): RepresentedRow => ({
          taskId: task.task,
          businessName: task.title,
          kind: task.kind,
          nodeName: language === 'zh' ? task.step : task.stepEn,
          proxyName: task.proxyName ?? '',
          since: timeText(task.since),
          processInstanceId: task.instance,
          businessId: task.business,
        }),
      );
    },
  }),
];

/** Calls for periods in which a proxy acts for a person (代理), and for tasks done in their name. */
export const absenceEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  ...lists,
  endpoint({
    method: 'POST',
    path: 'kh-edu-research/mywork/absence/submit',
    auth: 'user',
    summary: ['设置代理', 'Set who stands in for a person'],
    input: Type.Object({
      /** Absent person; left out, the caller. Other people only for process managers. */
      personId: Type.Optional(personParameter),
      proxyId: personParameter,
      fromTime: dateParam,
      /** End; a date without a time means the end of that day. */
      toTime: dateParam,
      /** Kinds of processes, separated by commas; left out, all. */
      kinds: Type.Optional(Type.String({ maxLength: 2000 })),
    }),
    run: async ({ personId, proxyId, fromTime, toTime, kinds }, { actor, engine }) => {
      const known = new Set(engine.kinds.map(({ process }) => process.kind));
      await runtime.setAbsence(engine, actor, {
        person: personId ? plainUserId(personId) : actor.id,
        proxy: plainUserId(proxyId),
        from: startOfDay(fromTime),
        to: endOfDay(toTime),
        kinds: (kinds ?? '').split(',').filter((kind) => known.has(kind)),
      });
      return true;
    },
  }),
  endpoint({
    method: 'POST',
    path: 'kh-edu-research/mywork/absence/revoke',
    auth: 'user',
    summary: ['结束代理', 'End an absence'],
    input: Type.Object({ id: idParam }),
    run: async ({ id: absence }, { actor, engine }) => {
      await runtime.revokeAbsence(engine, actor, absence);
      return true;
    },
  }),
  endpoint({
    method: 'POST',
    path: 'kh-edu-research/mywork/absence/reclaim',
    auth: 'user',
    summary: ['收回由他人代办的待办', 'Take back a task that a proxy has'],
    input: Type.Object({ taskId: idParam }),
    run: async ({ taskId }, { actor, engine }) => {
      await runtime.execute(engine, actor, {
        on: { task: taskId },
        command: { is: 'reclaim', task: taskId },
      });
      return true;
    },
  }),
];
