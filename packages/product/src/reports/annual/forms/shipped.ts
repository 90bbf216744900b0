import type { AnnualForm, ReportKind } from '../form.ts';
import { scienceReportForm } from './keji.ts';
import { socialReportForm } from './sheke.ts';

/** Shipped forms. */
export const shippedForms: Readonly<Record<ReportKind, AnnualForm>> = {
  keji: scienceReportForm,
  sheke: socialReportForm,
};
