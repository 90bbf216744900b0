import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { fundMode } from './dictionaries.ts';

/** Fields of a project that ledgers store with its accounts. */
export const ledgerOwner = face('programInfo', ['项目台账', 'Project ledger'], {
  fundMode: f.dict(['经费管理方式', 'Funding mode'], fundMode),
});
