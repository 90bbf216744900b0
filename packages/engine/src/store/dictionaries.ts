import { asDefined, type Dictionaries } from '@keyan/kernel/dictionary.ts';
import type { Session } from './database.ts';

/** Where the dictionaries of tenants are kept, once administrators may edit them. */
export interface DictionaryStore {
  /**
   * The dictionaries of a tenant as they stand.
   * @param session to read by where one is open, so that nobody waits for a second connection.
   */
  of(tenantId: string, session?: Session): Promise<Dictionaries>;
}

/** Nobody edits anything: every dictionary is as its definition has it. */
export const definedDictionaries: DictionaryStore = { of: async () => asDefined };
