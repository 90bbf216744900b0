import { present } from '@keyan/console/presentation/present.ts';
import { ReadInvoices } from './einvoice/ReadInvoices.web.tsx';
import { fundsExpenditure } from './funds-expenditure.ts';

/** How expenses differ from plain records: invoices fill their lines. */
export const fundsExpenditurePresentation = present(fundsExpenditure, {
  fields: { items: { Tools: ReadInvoices } },
});
