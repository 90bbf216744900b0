import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { fundMode } from './dictionaries.ts';

/** What ledgers know of the project whose accounts they keep. */
export const accountOwner = face('programInfo', ['项目台账', 'Project ledger'], {
  fundMode: f.dict(['经费管理方式', 'Funding mode'], fundMode),
});
