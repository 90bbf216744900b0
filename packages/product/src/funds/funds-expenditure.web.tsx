import { present } from '@keyan/console/presentation/present.ts';
import { ReadInvoices } from './einvoice/ReadInvoices.web.tsx';
import { fundsExpenditure } from './funds-expenditure.ts';

/** Presentation of expenses; adds the reading of electronic invoices. */
export const fundsExpenditurePresentation = present(fundsExpenditure, {
  fields: { items: { Tools: ReadInvoices } },
});
