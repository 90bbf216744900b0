import type { Session } from '@keyan/engine/store/connection/database.ts';
import { award } from '../achievement/award/award.ts';
import { prizeDeclaration } from '../achievement/award/prize-declaration.ts';
import { processConclusion } from '../project/changes/process-conclusion.ts';
import { checkReport } from '../project/checks/check-report.ts';
import { paymentStatusCodes, representStatusCodes } from '../scoring/dictionaries.ts';
import { representative } from '../scoring/representative.ts';
import { rewardDetail } from '../scoring/reward-detail.ts';
import { scoreResult } from '../scoring/score-result.ts';
import type { ChainKind } from './dictionaries.ts';

/** Record that relies on a paper. */
export interface ChainLine {
  readonly chainKind: ChainKind;
  readonly resource: string;
  readonly bizId: string;
  readonly title: string | null;
  readonly userId: string | null;
  readonly amount: string | null;
  readonly note: string | null;
}

/** SQL condition on approved or pending records; drafts are visible to their writers only. */
const filedSql = `audit_status in ('1', '2')`;

/** SQL by kind of affected record, for the tenant ($1) and the paper ($2, text). */
const statements: Readonly<Record<ChainKind, readonly [resource: string, sql: string]>> = {
  score: [
    scoreResult.key,
    `select s.id, b.batch_name as title, s.user_id, s.final_score as amount,
            s.item_name as note
       from score_result s join score_batch b on b.tenant_id = s.tenant_id and b.id = s.batch_id
      where s.tenant_id = $1 and s.biz_id = $2 and s.score_object = 'paper' and s.is_deleted = 0
        and s.secret = '0' and b.status <> '7'`,
  ],
  reward: [
    rewardDetail.key,
    `select d.id, r.reward_name as title, d.user_id, d.amount, null as note
       from score_reward_detail d
       join score_result s on s.tenant_id = d.tenant_id and s.id = d.result_id
       join score_reward r on r.tenant_id = d.tenant_id and r.id = d.reward_id
      where d.tenant_id = $1 and s.biz_id = $2 and s.score_object = 'paper' and d.is_deleted = 0
        and d.status in ('${paymentStatusCodes.standing}', '${paymentStatusCodes.recovered}')
        and d.amount > 0 and r.status <> '5'`,
  ],
  award: [
    award.key,
    `select id, award_name as title, create_user as user_id, null::numeric as amount, award_unit as note
       from award where tenant_id = $1 and paper_id::text = $2 and is_deleted = 0 and ${filedSql}
        and secret_level = '0'`,
  ],
  prize: [
    prizeDeclaration.key,
    `select id, award_name as title, create_user as user_id, null::numeric as amount, ach_name as note
       from prize_declaration where tenant_id = $1 and paper_id::text = $2 and is_deleted = 0 and ${filedSql}`,
  ],
  conclusion: [
    processConclusion.key,
    `select c.id, p.program_name as title, p.program_leader as user_id, null::numeric as amount,
            p.program_num as note
       from process_conclusion c join program p on p.tenant_id = c.tenant_id and p.id = c.program_id
      where c.tenant_id = $1 and c.is_deleted = 0 and c.${filedSql}
        and exists (select 1 from process_conclusion_results l where l.tenant_id = $1
          and l.parent_id = c.id and l.biz_id = $2)`,
  ],
  check: [
    checkReport.key,
    `select c.id, p.program_name as title, p.program_leader as user_id, null::numeric as amount,
            p.program_num as note
       from check_report c join program p on p.tenant_id = c.tenant_id and p.id = c.program_id
      where c.tenant_id = $1 and c.is_deleted = 0 and c.${filedSql}
        and exists (select 1 from check_report_results l where l.tenant_id = $1
          and l.parent_id = c.id and l.biz_id = $2)`,
  ],
  represent: [
    representative.key,
    `select id, title, user_id, null::numeric as amount, year::text as note
       from representative where tenant_id = $1 and biz_id = $2 and score_object = 'paper'
        and status = '${representStatusCodes.named}' and is_deleted = 0`,
  ],
};

const kinds = Object.keys(statements) as ChainKind[];

/** Maximum number of records of one kind; a single paper with more would be a data error. */
const maxRecordsPerKind = 200;

const cut = (text: string | null, length: number): string | null => text?.slice(0, length) ?? null;

/**
 * Records that rely on a paper, by kind: scores, rewards, awards, conclusions, representative
 * works.
 */
export const recordsRestingOn = async (
  session: Session,
  paperId: string,
): Promise<readonly ChainLine[]> => {
  const found = await Promise.all(
    kinds.map((kind) =>
      session.query<{
        id: string;
        title: string | null;
        userId: string | null;
        amount: string | null;
        note: string | null;
      }>(
        `select id::text, title, user_id::text as "userId", amount::numeric(18, 2)::text as amount, note
           from (${statements[kind][1]}) found order by amount desc nulls last, id limit ${maxRecordsPerKind}`,
        [session.tenantId, paperId],
      ),
    ),
  );
  return kinds.flatMap((chainKind, at) =>
    (found[at] ?? []).map((one) => ({
      chainKind,
      resource: statements[chainKind][0],
      bizId: one.id,
      title: cut(one.title, 300),
      userId: one.userId,
      amount: one.amount,
      note: cut(one.note, 200),
    })),
  );
};
