import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineLedger } from '@keyan/kernel/definition/ledger/ledger.ts';
import { ledgerOwner } from '../common/owner.ts';

/** The name of a unit as subaccounts have it: width, case and blanks are no difference. */
export const unitNameKey = (name: string | null): string =>
  (name ?? '').normalize('NFKC').toUpperCase().replace(/\s+/g, '');

/** Transfers of a project to each partner: planned by its units, in progress, paid. */
export const transfersLedger = defineLedger('transfers', ['外拨', 'Transfers'], {
  owner: ledgerOwner,
  subaccount: { unit: f.text(['合作单位', 'Partner']) },
  measures: { planned: 'money', held: 'money', paid: 'money' },
  shown: { open: { plus: ['planned'], minus: ['held', 'paid'] } },
  limits: [
    {
      of: 'subaccount',
      room: (b) => b.open,
      words: [
        '【{subaccount}】外拨可用 {had} 元，申请 {asked} 元',
        '{subaccount}: {had} yuan can be transferred, applied for {asked} yuan',
      ],
    },
  ],
});

/** Amounts planned for the units of a project. */
export const plannedTransfers = ({
  id,
  units,
}: {
  readonly id: string;
  readonly units:
    | readonly { readonly unitName: string | null; readonly funds: string | null }[]
    | null;
}) =>
  (units ?? []).flatMap(({ unitName, funds }) =>
    unitName && funds ? [{ owner: id, unit: unitNameKey(unitName), planned: funds }] : [],
  );
