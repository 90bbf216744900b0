import type { EngineJob } from '@keyan/engine/engine.ts';
import { currentActorOf, type JobRequester, requesterOf } from '@keyan/engine/identity/rights.ts';
import { everyHour } from '@keyan/engine/jobs/schedule.ts';
import { defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { Fault, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { asFieldFault } from '../../shared/mechanisms/fault.ts';
import { exchangeClockCodes, sourceKindCodes, syncTypeCodes } from './dictionaries.ts';
import { financeSource } from './finance-source.ts';
import { financeService, syncCode } from './objects.ts';
import type { StoredFinanceSource } from './places.server.ts';
import { activeSources, exchangeData, sourceById } from './run.server.ts';
import type { FinanceSources } from './tables.server.ts';

/** Opens and reads a source before it is saved, so that wrong table names are reported at once. */
export const financeSourceBehaviour = (sources: FinanceSources) =>
  defineBehaviour(financeSource, {
    ahead: {
      save: async (row, { tenantId }) => {
        if (row.sourceKind === sourceKindCodes.folder) return;
        const source = row as StoredFinanceSource;
        const tables = await sources
          .open(tenantId, source, {
            workers: { run: () => Promise.reject(new Refused(['', ''])) },
            person: undefined,
          })
          .catch((error: unknown) => {
            throw asFieldFault('url', error);
          });
        await tables.close();
      },
    },
  });

interface SyncWork {
  readonly asker: JobRequester;
  readonly sourceId: string;
  readonly type: string;
}

/** Background job of runs that a person requested. */
export const exchangeJob = (sources: FinanceSources): EngineJob<SyncWork> => ({
  name: 'finance-exchange',
  label: ['财务同步', 'Finance sync'],
  run: async ({ tenantId, data, signal }, engine) => {
    const actor = await currentActorOf(engine, data.asker);
    if (!actor?.permissions.has(syncCode)) return { done: 0 };
    const source = await sourceById(engine, tenantId, data.sourceId);
    const { counts } = await exchangeData(
      engine,
      sources,
      actor,
      { source, type: data.type },
      signal,
    );
    return { done: counts.total };
  },
});

const scheduledSyncLabel: Label = ['财务定时同步', 'Scheduled finance sync'];

/** Hour (Asia/Shanghai) of the daily runs. */
const nightly = '02';

/** Background job of scheduled runs: hourly sources, and daily sources at night. */
export const scheduledExchangeJobs = (sources: FinanceSources): EngineJob => ({
  name: 'finance-exchange-by-clock',
  label: scheduledSyncLabel,
  at: everyHour(30),
  run: async ({ tenantId, signal }, engine) => {
    const isNight = timeText(engine.clock()).slice(11, 13) === nightly;
    const due = (await activeSources(engine, tenantId)).filter(
      ({ clock }) =>
        clock === exchangeClockCodes.hourly || (clock === exchangeClockCodes.nightly && isNight),
    );
    let [done, left] = [0, 0];
    for (const source of due) {
      for (const type of Object.values(syncTypeCodes)) {
        signal.throwIfAborted();
        const actor = { system: scheduledSyncLabel[0], tenantId };
        try {
          const { counts } = await exchangeData(engine, sources, actor, { source, type }, signal);
          done += counts.total;
        } catch (error) {
          // A run of one type that is already in progress does not stop the other types.
          if (!(error instanceof Fault)) throw error;
          engine.log.error({ tenantId, source: source.id, type, err: error }, 'not exchanged');
          left += 1;
        }
      }
    }
    return { done, left };
  },
});

/** Calls that start a run, by type of run. */
const calls = [
  { call: 'pullFinanceAll', type: syncTypeCodes.arrivals, summary: ['拉取到账', 'Fetch arrivals'] },
  { call: 'syncDataProgram', type: syncTypeCodes.programs, summary: ['推送项目', 'Send projects'] },
  {
    call: 'syncDataFunding',
    type: syncTypeCodes.payments,
    summary: ['同步支出与余额', 'Sync expenses and balances'],
  },
] as const;

/** Calls for the exchange with the finance system. */
export const financeEndpoints = (sources: FinanceSources): readonly Endpoint[] => {
  const job = exchangeJob(sources);
  const begin = calls.map(({ call, type, summary }) =>
    endpoint({
      method: 'POST',
      path: `${financeService}/${call}`,
      auth: 'user',
      permissions: [syncCode],
      perMinute: 20,
      summary,
      input: Type.Object({ sourceId: Type.Optional(idParam) }),
      run: async ({ sourceId }, { engine, actor }) => {
        const source = await sourceById(engine, actor.tenantId, sourceId ?? null);
        const work = { asker: requesterOf(actor), sourceId: source.id, type };
        await engine.database.transaction(actor.tenantId, async (tx) => {
          engine.jobs.queue(tx, job, work, { key: `${source.id}-${type}`, by: actor.id });
        });
        return new Reply(true, [
          '已开始同步，结果见列表',
          'Sync started; see the list for results',
        ]);
      },
    }),
  );
  return [
    ...begin,
    endpoint({
      method: 'GET',
      path: `${financeService}/sources`,
      auth: 'user',
      permissions: [syncCode],
      summary: ['可用的财务数据源', 'Available finance data sources'],
      input: Type.Object({}),
      run: async (_input, { engine, actor }) =>
        (await activeSources(engine, actor.tenantId)).map(({ id: key, name }) => ({
          id: key,
          name,
        })),
    }),
  ];
};
