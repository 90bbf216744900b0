import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { fundMode } from './dictionaries.ts';

/** Fields of the project that the ledgers of its accounts know. */
export const ledgerOwner = face('programInfo', ['项目台账', 'Project ledger'], {
  fundMode: f.dict(['经费管理方式', 'Funding mode'], fundMode),
});
