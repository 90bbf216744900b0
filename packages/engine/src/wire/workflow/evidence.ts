import { say } from '@keyan/kernel/label.ts';
import type { EvidenceRow } from '@keyan/kernel/wire/routes.ts';
import { stepLabel } from '@keyan/kernel/workflow/diagram.ts';
import { visitedNode } from '@keyan/kernel/workflow/graph.ts';
import { Type } from 'typebox';
import {
  type EvidenceGroup,
  type EvidenceQuery,
  slowestRecords,
  stepTimesByGroup,
  waitingStepsOf,
} from '../../workflow/chains/evidence.ts';
import { approvalKindOf } from '../../workflow/chains/judging.ts';
import { currentDefinition, graphOf } from '../../workflow/drawings/definitions.ts';
import type { Runtime } from '../../workflow/runtime/runtime.ts';
import { manageCode, stateCode } from '../../workflow/runtime/subject.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { dateParam, endOfDay, startOfDay } from '../inputs.ts';

const words = Type.String({ maxLength: 100 });
const groups = ['step', 'month', 'person', 'department', 'version'] as const;

const year = 365 * 86_400_000;

/** Rounds days to tenths. */
const rounded = (days: number): number => Math.round(days * 10) / 10;

/** Calls of `blade-flow/chain/evidence`: duration of the steps of a kind, and where records wait. */
export const evidenceEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'blade-flow/chain/evidence',
    auth: 'user',
    permissions: [stateCode, manageCode],
    summary: ['办理时效', 'Processing time of the steps of a route'],
    input: Type.Object({
      kind: words,
      group: Type.Optional(Type.Union(groups.map((group) => Type.Literal(group)))),
      node: Type.Optional(words),
      from: Type.Optional(dateParam),
      to: Type.Optional(dateParam),
    }),
    run: async (input, { actor, engine, language }): Promise<EvidenceRow> => {
      const { process } = approvalKindOf(engine, input.kind);
      const now = engine.clock();
      const query: EvidenceQuery = {
        kind: input.kind,
        from: input.from ? startOfDay(input.from) : new Date(now.getTime() - year),
        to: input.to ? endOfDay(input.to) : now,
        node: input.node || undefined,
      };
      const group: EvidenceGroup = input.group ?? 'step';
      return engine.database.read(actor.tenantId, async (session) => {
        const definition = await currentDefinition(session, runtime.cache, input.kind);
        const graph = await graphOf(session, definition.id);
        const named = (node: string): string => {
          const found = visitedNode(graph, node);
          return found ? say(stepLabel(found), language) : node;
        };
        const pace = await stepTimesByGroup(session, group, query);
        const backlog = await waitingStepsOf(session, input.kind, process.promisedDays, now);
        const slowest = await slowestRecords(session, query, now);
        return {
          promisedDays: process.promisedDays,
          pace: pace.map(({ key, name, count, median, p90 }) => ({
            key,
            name: group === 'step' ? named(key) : name,
            count,
            median: rounded(median),
            p90: rounded(p90),
          })),
          backlog: backlog.map(({ node, open, late, oldest }) => ({
            nodeKey: node,
            nodeName: named(node),
            open,
            late,
            oldest: rounded(oldest),
          })),
          slowest: slowest.map(({ instance, business, title, status, days }) => ({
            processInstanceId: instance,
            businessId: business,
            businessName: title,
            running: status === 'RUN',
            days: rounded(days),
          })),
        };
      });
    },
  }),
];
