import { ImportOutlined } from '@ant-design/icons';
import { useClient } from '@keyan/console/client/context.tsx';
import { useForm } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { type FormPartProps, present } from '@keyan/console/presentation/present.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { invoice } from './invoice.ts';

const IssuePanel = lazy(() => import('./batch/IssuePanel.web.tsx'));

const amount = /^\d{1,13}(?:\.\d{1,2})?$/;

/** Amount for the call; empty if the value is no amount. */
const amountIn = (value: unknown): string => {
  const text = String(value ?? '')
    .normalize('NFKC')
    .replace(/[\s,]/g, '');
  return amount.test(text) ? text : '';
};

/** Shows, while typing, how the taxes follow from the amount. */
const TaxFormula = ({ form }: FormPartProps) => {
  const label = useLabel();
  const client = useClient();
  const ticketType = useForm(form, ({ values }) => String(values.ticketType ?? ''));
  const asked = useForm(form, ({ values }) => amountIn(values.billAmount));
  const taxFreeAmount = useForm(form, ({ values }) => amountIn(values.taxFreeAmount));
  const { data } = useQuery({
    queryKey: [invoice.key, 'taxes', ticketType, asked, taxFreeAmount],
    queryFn: () =>
      client.get<{ readonly formula: Label }>(
        `/${invoice.path}/getTaxes`,
        { ticketType, amount: asked, ...(taxFreeAmount && { taxFreeAmount }) },
        { quiet: true },
      ),
    enabled: ticketType !== '' && asked !== '',
    placeholderData: (before) => before,
  });
  return data && asked !== '' ? <span>{label(data.formula)}</span> : null;
};

/** Presentation of invoice applications. */
export const invoicePresentation = present(invoice, {
  toolbarPanels: [
    {
      key: 'issues',
      label: ['批量登记开票', 'Issue from a list'],
      icon: <ImportOutlined />,
      code: 'bill_issue',
      Panel: IssuePanel,
    },
  ],
  fields: { billAmount: { span: 2, Help: TaxFormula } },
});
