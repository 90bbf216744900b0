import { timeText } from '@keyan/kernel/values/time.ts';
import type { WatchedRow } from '@keyan/kernel/wire/watching.ts';
import { Type } from 'typebox';
import { isWatched, watchedRecordsOf, watchRecord } from '../../watching/watching.ts';
import { openProcess } from '../../workflow/runtime/access.ts';
import { resourceOfKind } from '../../workflow/runtime/subject.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { businessIdParameter } from '../inputs.ts';

/** Returns the calls for records in approval that the caller follows (关注). */
export const watchEndpoints = (): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'kh-edu-research/mywork/watch/list',
    auth: 'user',
    summary: ['我的关注', 'Records that I follow'],
    input: Type.Object({}),
    run: async (_, { actor, engine, language }) => {
      const rows = await watchedRecordsOf(engine, actor);
      return rows.map(
        (row): WatchedRow => ({
          businessId: row.business,
          processInstanceId: row.instance,
          kind: row.kind,
          businessName: row.title,
          applicant: row.applicantName ?? '',
          nodeName: language === 'zh' ? row.steps : row.stepsEn,
          status: row.status,
          suspended: row.suspended,
          time: timeText(row.at),
        }),
      );
    },
  }),
  endpoint({
    method: 'GET',
    path: 'kh-edu-research/mywork/watch/state',
    auth: 'user',
    summary: ['是否已关注', 'Whether I follow this record'],
    input: Type.Object({ businessId: businessIdParameter }),
    run: async ({ businessId }, { actor, engine }) => ({
      watched: await engine.database.read(actor.tenantId, (session) =>
        isWatched(session, actor.id, businessId),
      ),
    }),
  }),
  endpoint({
    method: 'POST',
    path: 'kh-edu-research/mywork/watch/set',
    auth: 'user',
    summary: ['关注或取消关注', 'Follow or unfollow a record'],
    input: Type.Object({ businessId: businessIdParameter, on: Type.Boolean() }),
    run: async ({ businessId, on }, { actor, engine }) => {
      if (on) {
        const { snapshot } = await openProcess(engine, actor, { record: businessId });
        const resource = resourceOfKind(engine, snapshot.instance.kind);
        // A process manager may follow a record only with the right to read it.
        await engine.as(actor).read(resource, businessId);
      }
      await watchRecord(engine, actor, businessId, on);
      return true;
    },
  }),
];
