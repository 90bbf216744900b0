import {
  defineBehaviour,
  type StoredRow,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { changeRow } from '../../shared/mechanisms/rows.server.ts';
import { claimPage } from './addresses.ts';
import { claimMessage, peopleToAsk } from './asking.ts';
import { reviseClaims } from './claim.server.ts';
import { questionScopeCodes } from './dictionaries.ts';
import { matchesOfRecord } from './matching.server.ts';
import { notifyFromPoints, type PersonMatch } from './matching.ts';
import { type MatchLine, type ThesisFields, type ThesisRow, thesis } from './thesis.ts';

/** Formats the matching people: `林晓岚(100)、吴奇(60)`. */
export const matchedNamesOf = (matches: readonly PersonMatch[]): string =>
  matches
    .filter(({ score }) => score >= notifyFromPoints)
    .map(({ name, score }) => `${name}(${score})`)
    .join('、');

/** Copies the previous answers of people to newly computed matches. */
const withAnswers = (
  matches: readonly PersonMatch[],
  before: readonly MatchLine[] | null,
): readonly MatchLine[] => {
  const answers = new Map((before ?? []).map(({ userId, answer }) => [userId, answer]));
  return matches.map(({ userId, score, reasons, sort, isSure }) => ({
    userId,
    score,
    reasons: [...reasons],
    sort,
    isSure: isSure ? '1' : '0',
    answer: answers.get(userId) ?? null,
  }));
};

/** Notifies (疑似您的论文) the people whom the record matches. */
const notifyMatches = async (
  row: ThesisRow & { readonly id: string },
  { engine, tx }: TransactionContext,
  asked = peopleToAsk(row.matches ?? [], row.askScope),
): Promise<void> => {
  const to = asked.map(({ userId }) => userId);
  if (to.length === 0) return;
  const names = { title: row.title ?? '', source: row.source ?? '', year: row.publishYear ?? '' };
  await engine.messages.send(tx, [
    {
      type: claimMessage,
      title: ['疑似您的论文', 'A paper may be yours'],
      content: fill(
        [
          '《{title}》（{source}，{year}）疑似您的论文，请核对后认领。',
          '“{title}” ({source}, {year}) may be yours; please check and claim it.',
        ],
        names,
      ),
      business: { resource: thesis.key, id: row.id },
      link: claimPage,
      to,
    },
  ]);
};

/** Reads records without number that have the same title and year. */
const sameTitle = async (
  row: ThesisRow & { readonly id: string },
  { tx }: TransactionContext,
): Promise<string | undefined> => {
  if (row.doi || row.accessionNum) return undefined;
  const [other] = await tx.query<{ id: string }>(
    `select id::text from collection_thesis
      where tenant_id = $1 and is_deleted = 0 and id <> $2::bigint
        and lower(title) = lower($3) and publish_year = $4 limit 1`,
    [tx.tenantId, row.id, row.title, row.publishYear],
  );
  return other?.id;
};

/** Notifies people with a draft claim that the record was withdrawn; a claim in review prevents the withdrawal. */
const tellClaimants = async (
  row: ThesisRow & { readonly id: string },
  { engine, tx }: TransactionContext,
): Promise<void> => {
  const begun = await tx.query<{ id: string }>(
    `select distinct create_user::text as id from paper_claim
      where tenant_id = $1 and thesis_id = $2 and is_deleted = 0
        and audit_status in ('0', '3', '5')`,
    [tx.tenantId, row.id],
  );
  if (begun.length === 0) return;
  await engine.messages.send(tx, [
    {
      type: claimMessage,
      title: ['您认领的题录已撤回发布', 'A record you were claiming was withdrawn'],
      content: fill(
        [
          '《{title}》已撤回发布，您填写的认领不能提交；确为您的论文请直接登记。',
          '“{title}” was withdrawn, and your claim cannot be submitted; register the paper if it is yours.',
        ],
        { title: row.title ?? '' },
      ),
      business: { resource: thesis.key, id: row.id },
      to: begun.map(({ id }) => id),
    },
  ]);
};

/** Computes the people to whom the record may belong again. */
export const matchAnew = async (
  row: ThesisRow,
  before: ThesisRow | null,
  { engine, tx }: TransactionContext,
): Promise<Pick<ThesisRow, 'matches' | 'asked' | 'matchUsers'>> => {
  const matches = await matchesOfRecord(engine, tx, row);
  const lines = withAnswers(matches, before?.matches ?? null);
  return {
    matches: [...lines],
    asked: peopleToAsk(lines, row.askScope),
    matchUsers: [...matchedNamesOf(matches)].slice(0, 500).join('') || null,
  };
};

/** Asks everybody who may match; people who were asked before are not notified again. */
const askMore = async (
  row: ThesisRow & { readonly id: string },
  transaction: TransactionContext,
): Promise<void> => {
  const before = new Set((row.asked ?? []).map(({ userId }) => userId));
  const asked = peopleToAsk(row.matches ?? [], questionScopeCodes.all);
  await changeRow(transaction, untypedResource(thesis), row as unknown as StoredRow, 'follow', {
    asked,
  });
  const fresh = asked.filter(({ userId }) => !before.has(userId));
  await notifyMatches({ ...row, askScope: questionScopeCodes.all }, transaction, fresh);
};

/**
 * Rules for collected records: people are matched when a record is stored, and notified when it is released.
 */
export const thesisBehaviour = defineBehaviour<ThesisFields>(thesis, {
  complete: (row, transaction) => matchAnew(row, transaction.before, transaction),
  check: async (row, transaction) => {
    const other = await sameTitle(row, transaction);
    return other
      ? [
          {
            path: 'title',
            message: ['同题目、同年份的题录已在库', 'A record with this title and year exists'],
            link: { resource: thesis.key, id: other, text: row.title ?? '' },
          },
        ]
      : [];
  },
  performed: {
    release: (row, transaction) => notifyMatches(row, transaction),
    askMore,
    withdraw: tellClaimants,
    // Re-evaluates claims, since a detached record may have some.
    detach: ({ id }, transaction) => reviseClaims(transaction, id),
  },
});
