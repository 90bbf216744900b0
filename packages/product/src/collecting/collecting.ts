import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { spiderJob } from './job.ts';
import { spiderProxy } from './proxy.ts';
import { spiderPush } from './push.ts';
import { spiderLog } from './run-log.ts';
import { spiderSite } from './site.ts';
import { spiderSubject } from './subject.ts';
import { spiderTemplate } from './template.ts';
import { spiderUa } from './user-agent.ts';

/** Every kind of record of collection from outside (spec §7). */
export const collectingResources: readonly Resource[] = [
  spiderSite,
  spiderTemplate,
  spiderSubject,
  spiderJob,
  spiderLog,
  spiderPush,
  spiderProxy,
  spiderUa,
];
