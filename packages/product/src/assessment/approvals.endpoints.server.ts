import { opensPage } from '@keyan/engine/records/rights.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { anyOf, equals } from '@keyan/kernel/records/query.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Type } from 'typebox';
import {
  allotStatusCodes,
  rewardStatusCodes,
  scoreResultStatusCodes,
} from '../scoring/dictionaries.ts';
import { scoreAllot } from '../scoring/score-allot.ts';
import { scoreAppeal } from '../scoring/score-appeal.ts';
import { scoreResult } from '../scoring/score-result.ts';
import { scoreReward } from '../scoring/score-reward.ts';
import { undecidedCodes } from '../shared/mechanisms/appeals.ts';
import { approvalsCode, approvalsService, matterKind, type PendingMatter } from './approvals.ts';
import { assessAppeal } from './assess-appeal.ts';
import { assessExempt } from './assess-exempt.ts';
import { exemptStatusCodes } from './dictionaries.ts';

/** Kind of record with decisions pending, and the fields from which the list is filled. */
interface DecisionSource {
  readonly kind: string;
  readonly resource: Resource;
  readonly states: readonly string[];
  /** Field with the person concerned by the decision. */
  readonly person: string;
}

const source = (
  kind: string,
  resource: unknown,
  states: readonly string[],
  person: string,
): DecisionSource => ({ kind, resource: resource as Resource, states, person });

const sources: readonly DecisionSource[] = [
  source('1', scoreResult, [scoreResultStatusCodes.proposed], 'userId'),
  source('2', scoreAppeal, undecidedCodes, 'appealUserId'),
  source('3', scoreReward, [rewardStatusCodes.inApproval], 'createUser'),
  source('4', scoreAllot, [allotStatusCodes.open], 'leaderId'),
  source('5', assessAppeal, undecidedCodes, 'appealUserId'),
  source('6', assessExempt, [exemptStatusCodes.submitted], 'userId'),
];

/** Maximum number of records that the list reads of each kind. */
const maxRecordsPerKind = 1_000;

type Row = RowLike & { readonly id: string };

const matterOf = ({ kind, resource, person }: DecisionSource, row: Row): PendingMatter => {
  const text = (name: string): string => String(row[name] ?? '');
  const state = resource.states?.field ?? '';
  const states = resource.fields[state]?.spec.dictionary;
  return {
    id: row.id,
    bizKind: kind,
    bizKindName: entryOf(matterKind, kind)?.label ?? ['', ''],
    resource: resource.key,
    title: text(resource.title),
    applicant: text(`${person}Name`),
    fkDeptIdName: text('fkDeptIdName'),
    applyTime: text('updateTime'),
    statusName: (states && entryOf(states, text(state))?.label) ?? ['', ''],
  };
};

/**
 * Call that lists pending appeals, exemptions, rewards and allotments that the caller may read
 * (计分审批).
 */
export const approvalsEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: `${approvalsService}/list`,
    auth: 'user',
    permissions: [approvalsCode],
    summary: ['计分审批列表', 'Pending scoring matters'],
    input: Type.Object({
      bizKind: Type.Optional(Type.String({ maxLength: 2 })),
      title: Type.Optional(Type.String({ maxLength: 100 })),
      current: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    }),
    run: async ({ bizKind, title, current = 1, size = 10 }, { engine, actor }) => {
      const found: PendingMatter[] = [];
      for (const one of sources) {
        if ((bizKind && bizKind !== one.kind) || !opensPage(one.resource, actor)) continue;
        const field = one.resource.states?.field ?? '';
        const codes = [...one.states];
        const { records } = await engine.as(actor).list(one.resource, {
          where: [
            codes.length === 1 ? equals(field, codes[0]) : anyOf(field, codes),
            ...(title
              ? [{ field: one.resource.title, operator: 'contains' as const, value: title }]
              : []),
          ],
          sort: [{ field: 'updateTime', descending: false }],
          page: 1,
          size: maxRecordsPerKind,
        });
        found.push(...records.map((row) => matterOf(one, row as Row)));
      }
      const sorted = found.toSorted((a, b) => (a.applyTime < b.applyTime ? -1 : 1));
      const start = (current - 1) * size;
      return {
        records: sorted.slice(start, start + size),
        total: sorted.length,
        current,
        size,
        pages: Math.ceil(sorted.length / size),
      };
    },
  }),
];
