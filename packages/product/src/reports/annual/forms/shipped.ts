import type { AnnualForm, ReportKind } from '../form.ts';
import { keji } from './keji.ts';
import { sheke } from './sheke.ts';

/** The forms that a university begins with. */
export const shippedForms: Readonly<Record<ReportKind, AnnualForm>> = { keji, sheke };
