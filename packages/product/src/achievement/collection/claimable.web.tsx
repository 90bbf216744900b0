import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { toast } from '@keyan/console/components/toast.ts';
import { storeHandover } from '@keyan/console/form/handover.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { viewAddresses } from '@keyan/console/presentation/resources.tsx';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AnswerButtons, type OfferedAnswer } from '../common/AnswerButtons.web.tsx';
import { answerClaimCall, claimRecordPage } from './addresses.ts';
import { matchReason } from './dictionaries.ts';

/** Data of a collected record from which a new claim is created. */
export interface ClaimableRow {
  readonly id: string;
  readonly title: string;
  /** Position of the user among the authors; null if unknown. */
  readonly sort: number | null;
  /** Values of the record that the claim form shows, by field. */
  readonly shown?: RowLike;
}

type Say = (text: Label) => string;

/** Returns the labels of match reasons, such as `邮箱或 ORCID、机构`. */
export const reasonsText = (reasons: readonly string[], label: Say): string =>
  reasons
    .map((code) => entryOf(matchReason, code)?.label)
    .flatMap((text) => (text ? [label(text)] : []))
    .join(label(['、', ', ']));

/** Returns the actions 认领 and 不是我的 for a record about which the user is asked. */
const useAnswers = ({ id, title, sort, shown }: ClaimableRow) => {
  const client = useClient();
  const queries = useQueryClient();
  const tab = useTab();
  const [busy, setBusy] = useState(false);
  const send = async (mine: boolean) => {
    setBusy(true);
    try {
      await client.post(answerClaimCall, { id, mine }, { quiet: true });
      // Refetches everything, since home, lists and messages all count the question.
      await queries.invalidateQueries();
      if (mine) return;
      toast.success(
        fill(['已标记《{title}》不是您的', '“{title}” is marked as not yours'], { title }),
        {
          undo: () => void send(true),
        },
      );
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  const claim = () => {
    const values = {
      thesisId: id,
      thesisIdName: title,
      title,
      ...shown,
      ...(sort === null ? {} : { authorSort: sort, authorType: sort === 1 ? '01' : '06' }),
    };
    tab.open(`${viewAddresses({ path: claimRecordPage }).add}?handover=${storeHandover(values)}`);
  };
  return { busy, claim, dismiss: () => void send(false) };
};

interface AnswersProps {
  readonly row: ClaimableRow;
  /** If true, rendered as links within a line. */
  readonly small?: boolean;
}

/** Renders the two answers, as links in a line or as buttons of a page. */
export const ClaimAnswerButtons = ({ row, small = false }: AnswersProps) => {
  const permissions = usePermissions();
  const { busy, claim, dismiss } = useAnswers(row);
  const answers: readonly OfferedAnswer[] = [
    ...(permissions.has('pclaimRecord_add')
      ? [{ text: ['认领', 'Claim'], run: claim } as const]
      : []),
    {
      text: ['不是我的', 'Not mine'],
      run: dismiss,
    },
  ];
  return <AnswerButtons answers={answers} title={row.title} busy={busy} small={small} />;
};
