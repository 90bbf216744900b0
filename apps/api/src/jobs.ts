import type { EngineJob } from '@keyan/engine/engine.ts';
import { removeExpiredSessionsJob } from '@keyan/engine/identity/sweep.ts';
import { maintenanceJobs } from '@keyan/engine/server/maintenance.ts';
import { workbookJobs } from '@keyan/engine/workbooks/jobs.ts';
import {
  spiderClock,
  spiderPushJob,
  spiderRun,
} from '@keyan/product/collecting/collecting.server.ts';
import { refreshFactsJob } from '@keyan/product/collecting/refresh.server.ts';
import {
  moveTenantJob,
  resumeTenantMovesJob,
} from '@keyan/product/develop/tenant-source.server.ts';
import {
  exchangeJob,
  scheduledExchangeJobs,
} from '@keyan/product/funds/exchange/exchange.endpoints.server.ts';
import { packFiles } from '@keyan/product/office/archives/pack.server.ts';
import { callWebhooks } from '@keyan/product/publishing/open/hooks.server.ts';
import { mailReports } from '@keyan/product/reports/mailing.server.ts';
import { writeToExpert } from '@keyan/product/review/external/letters.server.ts';
import { deliverMessages } from '@keyan/product/system/delivery/deliver.server.ts';
import { sendToGroups } from '@keyan/product/system/im/robots.server.ts';
import { reportingJob } from '@keyan/product/system/logs/usual-log.server.ts';
import { moveFilesJob } from '@keyan/product/system/storage/oss.endpoints.server.ts';
import type { Parts } from './parts.ts';

/** Returns the background jobs of the platform and of the product. */
export const jobsOf = ({
  files,
  application,
  mail,
  texts,
  im,
  push,
  robots,
  tenantMoves,
  financeSources,
  collector,
  serviceHosts,
}: Pick<
  Parts,
  | 'files'
  | 'application'
  | 'mail'
  | 'texts'
  | 'im'
  | 'push'
  | 'robots'
  | 'tenantMoves'
  | 'financeSources'
  | 'collector'
  | 'serviceHosts'
>): readonly EngineJob<never>[] => [
  ...maintenanceJobs(files),
  ...workbookJobs(files),
  removeExpiredSessionsJob as EngineJob<never>,
  moveFilesJob(files) as EngineJob<never>,
  mailReports(files) as EngineJob<never>,
  packFiles(files) as EngineJob<never>,
  moveTenantJob(tenantMoves) as EngineJob<never>,
  resumeTenantMovesJob(tenantMoves) as EngineJob<never>,
  writeToExpert({ mail, texts }) as EngineJob<never>,
  deliverMessages({ mail, texts, im, push, files }) as EngineJob<never>,
  sendToGroups(robots) as EngineJob<never>,
  exchangeJob(financeSources) as EngineJob<never>,
  scheduledExchangeJobs(financeSources) as EngineJob<never>,
  spiderRun(collector) as EngineJob<never>,
  spiderClock as EngineJob<never>,
  spiderPushJob as EngineJob<never>,
  refreshFactsJob(collector) as EngineJob<never>,
  callWebhooks(serviceHosts) as EngineJob<never>,
  ...application.jobs,
];

/** Starts background work: the queue of jobs, and scheduled jobs. */
export const startJobs = (parts: Parts): void =>
  parts.jobs.start(parts.engine, jobsOf(parts).map(reportingJob));
