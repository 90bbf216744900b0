import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineLedger } from '@keyan/kernel/definition/ledger/ledger.ts';
import { earlyWarning } from './faces.ts';

/** Ledger that counts current warnings of a rule by record. */
export const warningsLedger = defineLedger('warnings', ['预警账', 'Warnings'], {
  owner: earlyWarning,
  subaccount: { record: f.text(['记录', 'Record']) },
  measures: { living: 'count' },
});
