import { currentLanguage } from '../i18n/language.ts';
import type { Client } from './client.ts';
import { openEnvelope } from './envelope.ts';
import { fileNameOf, saveBlob } from './file.ts';
import type { Query } from './query.ts';

/**
 * Saves the response of a call as a file.
 * @param name file name if the response names none
 * @returns false if the response was an envelope instead: the file will be ready later
 * @throws ApiFault
 */
export const downloadFile = async (
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
  openEnvelope(answer.status, await answer.json(), currentLanguage());
  return false;
};
