import {
  defineBehaviour,
  type StoredRow,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import { roleHolders } from '@keyan/engine/records/role-holders.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { type Resource, type Row, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { itemCodes } from '../../review/dictionaries.ts';
import { followProcedure } from '../../review/waiting.server.ts';
import { changeRow } from '../../shared/mechanisms/rows.server.ts';
import { roles } from '../../shared/roles.ts';
import { type ComplianceStatement, withStatement } from '../compliance/compliance.ts';
import { declareInfo } from '../declaration/declare-info.ts';
import { project } from '../project.ts';
import { ethicsOriginCodes, ethicsStandingCodes } from './dictionaries.ts';
import { ethicsReview } from './ethics-review.ts';

type Study = Row<typeof ethicsReview> & StoredRow<typeof ethicsReview.fields>;

/** Codes of `complianceState`. */
const granted = '3';
const stopped = '4';

/** Code of `reviewConclusion` for a vote against the study. */
const notRecommended = '3';

/** Compliance statement for projects from an ethics decision. */
const statementOf = (row: Study, isInForce: boolean): ComplianceStatement => ({
  kind: '1',
  state: isInForce ? granted : stopped,
  number: row.approvalNum ?? row.ethicsNum,
  board: row.board ?? (row.origin === ethicsOriginCodes.committee ? roles.ethics.label[0] : null),
  grantedOn: row.grantedOn ?? row.finishTime?.slice(0, 10) ?? null,
  validUntil: row.validUntil,
});

/** Writes the statement into a record, with the decision in its history. */
const state = async (
  transaction: TransactionContext,
  resource: Resource,
  [id, action]: readonly [id: string, action: string],
  row: Study,
  statement: ComplianceStatement,
): Promise<void> => {
  const before = await lockTarget(transaction, resource, id);
  if (!before) return;
  const compliance = withStatement(
    (before as { readonly compliance?: readonly ComplianceStatement[] | null }).compliance ?? null,
    statement,
  );
  await changeRow(transaction, resource, before, action, { compliance }, [
    `科技伦理审查 ${row.ethicsNum ?? ''}`,
    `Ethics review ${row.ethicsNum ?? ''}`,
  ]);
};

/**
 * Updates the projects and the declaration of a decision; projects in order of id, as all
 * transactions lock them.
 */
const tell = async (
  row: Study,
  transaction: TransactionContext,
  isInForce: boolean,
): Promise<void> => {
  const statement = statementOf(row, isInForce);
  if (row.declareId) {
    await state(transaction, untypedResource(declareInfo), [row.declareId, 'edit'], row, statement);
  }
  const projects = new Set([row.programId, ...(row.programIds ?? [])]);
  const ids = [...projects].filter((id) => id !== null);
  for (const id of ids.sort((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1))) {
    await state(transaction, untypedResource(project), [id, 'registerStatement'], row, statement);
  }
};

/**
 * Checks the committee’s vote: approval needs two thirds.
 * @throws Invalid if the vote failed
 */
const assertVotePassed = async (
  { id, origin }: Study,
  { tx }: TransactionContext,
): Promise<void> => {
  if (origin !== ethicsOriginCodes.committee) return;
  const [voted] = await tx.query<{ rate: string; conclusion: string | null }>(
    `select agree_rate::text as rate, conclusion from review_item
      where tenant_id = $1 and resource = $2 and business_id = $3 and is_deleted = 0
        and status = $4 and agree_rate is not null
      order by review_item.id desc limit 1`,
    [tx.tenantId, ethicsReview.key, id, itemCodes.confirmed],
  );
  if (voted?.conclusion !== notRecommended) return;
  throw new Invalid([
    {
      path: 'decision',
      message: fill(
        [
          '委员会表决同意率 {rate}%，未达三分之二，不能批准；请退回修改或不予批准',
          'The committee’s approval rate is {rate}%, below two thirds: it cannot be approved. Return it for changes or reject it',
        ],
        { rate: voted.rate },
      ),
    },
  ]);
};

/**
 * Behaviour of ethics reviews: committee members vote, the chair decides, and projects get the
 * statement.
 */
export const ethicsReviewBehaviour = defineBehaviour(ethicsReview, {
  check: async ({ origin }, { tx }) => {
    if (origin !== ethicsOriginCodes.committee) return [];
    const [held] = await roleHolders(tx, ['ethics']);
    return held
      ? []
      : [
          {
            path: 'origin',
            message: [
              '学校尚无科技伦理委员会成员，请选择外部批件',
              'The university has no ethics committee members: choose an external approval',
            ],
          },
        ];
  },
  entering: {
    [statuses.approved]: async (row, transaction) => {
      if (row.origin === ethicsOriginCodes.committee && row.decision === null) {
        throw new Invalid([
          { path: 'decision', message: ['请选择【审查决定】', 'Choose the decision'] },
        ]);
      }
      if (row.onList === '1' && row.origin === ethicsOriginCodes.committee && !row.checkNum) {
        throw new Invalid([
          {
            path: 'checkNum',
            message: [
              '列入清单的科技活动须填写【专家复核意见号】',
              'Activities on the list need the number of the expert re-review opinion',
            ],
          },
        ]);
      }
      await assertVotePassed(row as Study, transaction);
      await tell(row as Study, transaction, true);
    },
    [statuses.void]: (row, transaction) => tell(row as Study, transaction, false),
  },
  saved: (row, transaction) => followProcedure(transaction, untypedResource(ethicsReview), row),
  performed: {
    track: (row, transaction) =>
      tell(row as Study, transaction, row.standing === ethicsStandingCodes.inForce),
  },
});
