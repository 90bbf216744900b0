import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Missing, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { thesis } from '../achievement/collection/thesis.ts';
import { refreshAllPath, refreshCode } from '../achievement/common/refreshing.ts';
import { paper } from '../achievement/paper/paper.ts';
import type { Collector } from './collector.server.ts';
import { citationSiteOf, refreshFacts, refreshJob } from './refresh.server.ts';

const noSourceText: Label = [
  '没有启用的 OpenAlex 或 Crossref 站点，请在「采集站点」启用',
  'No OpenAlex or Crossref site is enabled: enable one on the page “Crawler sites”',
];

const noDoiText: Label = [
  '该记录没有 DOI，不能更新',
  'The record has no DOI and cannot be updated',
];
const refreshStartedText: Label = [
  '已开始更新，结果见各记录',
  'Update started; see each record for results',
];
const notRefreshedText: Label = [
  '只查询在库且不涉密的论文',
  'Only approved papers that are not classified are queried',
];

/** Call that refreshes one record synchronously. */
const one = (collector: Collector, resource: Resource): Endpoint =>
  endpoint({
    method: 'POST',
    path: `${resource.path}/refreshFacts`,
    auth: 'user',
    permissions: [refreshCode],
    perMinute: 20,
    summary: ['更新一条记录的被引与开放获取', 'Update citations and open access of a record'],
    input: Type.Object({ id: idParam }),
    run: async (input, { engine, actor }) => {
      const { tenantId } = actor;
      const { row } = await engine.as(actor).read(resource, input.id);
      if (!row) throw new Missing();
      if (!row.doi) throw new Refused(noDoiText);
      if ((await engine.database.read(tenantId, citationSiteOf)) === null)
        throw new Refused(noSourceText);
      const { facts, fault, told, unknown } = await refreshFacts(engine, collector, {
        tenantId,
        before: engine.clock(),
        only: { key: resource.key, ids: [row.id] },
      });
      if (fault) throw new Refused(fault);
      if (told + unknown === 0) throw new Refused(notRefreshedText);
      return facts;
    },
  });

/** Call that refreshes all papers and collected records with a DOI, in the background. */
const all: Endpoint = endpoint({
  method: 'POST',
  path: refreshAllPath,
  auth: 'user',
  permissions: [refreshCode],
  perMinute: 5,
  summary: ['更新全部论文的被引与开放获取', 'Update citations and open access of all papers'],
  input: Type.Object({}),
  run: async (_input, { engine, actor }) => {
    const { tenantId } = actor;
    await engine.database.transaction(tenantId, async (tx) => {
      if ((await citationSiteOf(tx)) === null) throw new Refused(noSourceText);
      const before = engine.clock().toISOString();
      engine.jobs.queue(tx, refreshJob, { before }, { key: tenantId, by: actor.id });
    });
    return new Reply(true, refreshStartedText);
  },
});

/** Calls with which the office refreshes citation counts and open-access states. */
export const refreshEndpoints = (collector: Collector): readonly Endpoint[] => [
  ...[untypedResource(paper), untypedResource(thesis)].map((resource) => one(collector, resource)),
  all,
];
