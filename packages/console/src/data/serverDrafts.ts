import type { FormDraftRow } from '@keyan/kernel/wire/drafts.ts';
import type { Client } from '../client/client.ts';
import type { LocalDraft } from '../storage/drafts.ts';

/** Draft without its values, as the server lists it. */
export type DraftSummary = Omit<LocalDraft, 'values'>;

/** Drafts of the signed-in user on the server, available on other machines. */
export interface ServerDrafts {
  list(): Promise<readonly DraftSummary[]>;
  values(key: string): Promise<unknown>;
  /** Saves a draft. Returns the time by the server's clock, milliseconds since the epoch. */
  put(draft: Omit<LocalDraft, 'savedAt'>): Promise<number>;
  remove(key: string): Promise<unknown>;
}

const draftsPath = '/keyan/drafts';
const quiet = { quiet: true } as const;

/** Parses a server time to milliseconds since the epoch. */
const momentOf = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+08:00`);

export const serverDrafts = (client: Client): ServerDrafts => ({
  async list() {
    const heads = await client.get<readonly FormDraftRow[]>(`${draftsPath}/list`, {}, quiet);
    return heads.map(({ saveTime, ...head }) => ({ ...head, savedAt: momentOf(saveTime) }));
  },
  async values(key) {
    return (await client.get<{ readonly values: unknown }>(`${draftsPath}/detail`, { key }, quiet))
      .values;
  },
  async put({ key, path: page, title, values }) {
    const { saveTime } = await client.post<Pick<FormDraftRow, 'saveTime'>>(
      `${draftsPath}/save`,
      { key, path: page, title, values },
      quiet,
    );
    return momentOf(saveTime);
  },
  remove: (key) => client.post(`${draftsPath}/remove`, { key }, quiet),
});
