import { type Dictionaries, dictionariesAsDefined } from '@keyan/kernel/values/dictionary.ts';
import type { Session } from './connection/database.ts';

/** Keeps the dictionaries of tenants, which administrators may edit. */
export interface DictionaryStore {
  /**
   * The dictionaries of a tenant as they are now.
   * @param session to read by where one is open, so that nobody waits for a second connection.
   */
  of(tenantId: string, session?: Session): Promise<Dictionaries>;
}

/** Dictionaries that cannot be edited: each is as its definition says. */
export const definedDictionaries: DictionaryStore = { of: async () => dictionariesAsDefined };
