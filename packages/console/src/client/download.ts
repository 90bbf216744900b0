import { language } from '../i18n/language.ts';
import type { Client } from './client.ts';
import { openEnvelope } from './envelope.ts';
import { fileNameOf, saveBlob } from './file.ts';
import type { Query } from './query.ts';

/**
 * Saves what a call answers as a file.
 * @param name where the answer names none
 * @returns false where it was an envelope instead: the file comes later
 * @throws ApiFault
 */
export const download = async (
  client: Client,
  path: string,
  query: Query,
  name: string,
): Promise<boolean> => {
  const answer = await client.raw(path, { query });
  if (answer.ok && !answer.headers.get('Content-Type')?.includes('json')) {
    saveBlob(await answer.blob(), fileNameOf(answer.headers) ?? name);
    return true;
  }
  openEnvelope(answer.status, await answer.json(), language());
  return false;
};
