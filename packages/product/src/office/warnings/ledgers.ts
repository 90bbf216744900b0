import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineLedger } from '@keyan/kernel/definition/ledger/ledger.ts';
import { earlyWarning } from './faces.ts';

/** How many warnings of a rule are living, by the record that they are about. */
export const warningsLedger = defineLedger('warnings', ['预警账', 'Warnings'], {
  owner: earlyWarning,
  subaccount: { record: f.text(['记录', 'Record']) },
  measures: { living: 'count' },
});
