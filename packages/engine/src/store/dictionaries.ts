import { type Dictionaries, dictionariesAsDefined } from '@keyan/kernel/values/dictionary.ts';
import type { Session } from './connection/database.ts';

/** Dictionaries of tenants, which administrators may edit. */
export interface DictionaryStore {
  /**
   * Returns the current dictionaries of a tenant.
   * @param session open session to read with, so that no second connection is needed.
   */
  of(tenantId: string, session?: Session): Promise<Dictionaries>;
}

/** Dictionaries that cannot be edited, as their definitions declare them. */
export const definedDictionaries: DictionaryStore = { of: async () => dictionariesAsDefined };
