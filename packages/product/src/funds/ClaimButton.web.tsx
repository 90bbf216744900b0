import { useClient } from '@keyan/console/client/context.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { storeHandover } from '@keyan/console/form/handover.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Button } from 'antd';
import { project } from '../project/project.ts';
import { fundingArrive } from './funding-arrive.ts';

import { preselectedProject, type SuspectOfArrival } from './suspects.ts';

/** Path of the page 到账认领. */
const claimsPage = '/funds/arriveClaim';

/** Copies the named values of a row. */
const taken = (row: WireRow, names: readonly string[]): RowLike =>
  Object.fromEntries(names.map((name) => [name, row[name]]));

/**
 * Button 认领: opens the form of a claim, prefilled from the arrival and, if unambiguous, with the
 * project.
 */
export const ClaimButton = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const client = useClient();
  const { open } = useTab();
  const claim = async () => {
    try {
      const shown = await client.get<readonly SuspectOfArrival[]>(
        `/${fundingArrive.path}/suspects`,
        { id: row.id },
        { quiet: true },
      );
      const found = preselectedProject(shown);
      const chosen = found
        ? await client.get<WireRow>(`/${project.path}/detail`, { id: found.id }, { quiet: true })
        : null;
      const values = {
        arriveId: row.id,
        arriveIdName: row.fundingSource,
        ...taken(row, ['arriveCode', 'fundingSource', 'arriveDate', 'leftAmount']),
        divideAmount: row.leftAmount,
        ...(chosen
          ? {
              programId: chosen.id,
              programIdName: chosen.programName,
              ...taken(chosen, [
                'programName',
                'programNum',
                'programKind',
                'programLeader',
                'programLeaderName',
                'departmentId',
                'departmentIdName',
                'contractId',
                'partyUnitId',
              ]),
            }
          : {}),
      };
      open(`${claimsPage}/add?handover=${storeHandover(values)}`);
    } catch (fault) {
      toast.fault(fault);
    }
  };
  return (
    <Button type="primary" onClick={() => void claim()}>
      {label(['认领', 'Claim'])}
    </Button>
  );
};
