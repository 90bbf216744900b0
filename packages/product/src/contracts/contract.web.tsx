import { useClient } from '@keyan/console/client/context.tsx';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useForm } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { type FormPartProps, present } from '@keyan/console/presentation/present.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { isZero, minus } from '@keyan/kernel/values/amounts.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { amountInMessage } from '../project/contracts/contract-rules.ts';
import { contractRecord } from './contract.ts';
import { amountOrZero, sumFooter } from './SumFoot.web.tsx';
import { ticketTypeCodes } from './taxes.ts';

/** Path of the call that computes taxes; provided by invoices. */
const taxCall = '/kh-edu-research/billapplyinfo/getTaxes';

/** Shows, while typing, the taxes that invoices over the whole amount will incur. */
const TaxOfContract = ({ form }: FormPartProps) => {
  const label = useLabel();
  const client = useClient();
  const asked = useForm(form, ({ values }) => amountOrZero(values.contractAmount));
  const free = useForm(form, ({ values }) =>
    values.isTechRegister === '1' && values.isTaxFree === '1'
      ? amountOrZero(values.taxFreeAmount)
      : '',
  );
  const ticketType = free === '' ? ticketTypeCodes.plain : ticketTypeCodes.free;
  const { data } = useQuery({
    queryKey: [contractRecord.key, 'taxes', ticketType, asked, free],
    queryFn: () =>
      client.get<{ readonly formula: Label }>(
        taxCall,
        { ticketType, amount: asked, ...(free !== '' && !isZero(free) && { taxFreeAmount: free }) },
        { quiet: true },
      ),
    enabled: !isZero(asked),
    placeholderData: (before) => before,
  });
  if (!data || isZero(asked)) return null;
  return (
    <span>
      {label(
        free === ''
          ? ['未登记免税，全额开票：', 'Not tax-exempt, invoiced in full: ']
          : ['已登记免税，全额开票：', 'Tax-exempt by registration, invoiced in full: '],
      )}
      {label(data.formula)}
    </span>
  );
};

/**
 * Shows, while typing, the amount that stays with the university: contract less transfers and
 * equipment.
 */
const FundsOfContract = ({ form }: FormPartProps) => {
  const label = useLabel();
  const amounts = useForm(form, ({ values }) =>
    ['contractAmount', 'outFunds', 'equipFunds']
      .map((name) => amountOrZero(values[name]))
      .join(' '),
  );
  const [whole = '0.00', out = '0.00', equipment = '0.00'] = amounts.split(' ');
  if (isZero(whole)) return null;
  return (
    <span>
      {label(
        fill(
          [
            '到校经费 {funds} = 合同总额 {whole} − 外拨 {out} − 代购设备 {equipment}',
            'Funds to the university {funds} = contract {whole} − transfers {out} − equipment {equipment}',
          ],
          {
            funds: amountInMessage(minus(whole, out, equipment)),
            whole: amountInMessage(whole),
            out: amountInMessage(out),
            equipment: amountInMessage(equipment),
          },
        ),
      )}
    </span>
  );
};

const ContractHome = lazy(() => import('./ContractHome.web.tsx'));

/** Block 合同主页, loaded with the first contract shown. */
const HomeBlock = ({ row }: { readonly row: WireRow }) => (
  <Suspense>
    <ContractHome row={row} />
  </Suspense>
);

/** Presentation of contracts: sums and taxes beside the amounts while typing. */
export const contractPresentation = present(contractRecord, {
  Question: HomeBlock,
  fields: {
    contractAmount: { span: 2, Help: TaxOfContract },
    equipFunds: { span: 2, Help: FundsOfContract },
    payPlans: {
      Foot: sumFooter({
        column: 'planAmount',
        field: 'contractAmount',
        label: ['合同总额', 'contract'],
      }),
    },
    units: {
      Foot: sumFooter({
        column: 'funds',
        field: 'outFunds',
        label: ['外拨经费', 'transfers out'],
      }),
    },
    budget: {
      Foot: sumFooter({
        column: 'amount',
        field: 'contractAmount',
        label: ['合同总额', 'contract'],
        mayBeEmpty: true,
      }),
    },
  },
});
