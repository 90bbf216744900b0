import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineLedger } from '@keyan/kernel/definition/ledger/ledger.ts';
import { ledgerOwner } from '../common/owner.ts';

/** Unit name as a subaccount key: without width, case and spaces. */
export const unitNameKey = (name: string | null): string =>
  (name ?? '').normalize('NFKC').toUpperCase().replace(/\s+/g, '');

/**
 * Ledger of transfers to partners: planned amounts, transfers in progress, paid transfers.
 */
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

/** Planned transfers of a project to its partner units. */
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
