import { expect, it } from 'vitest';
import type { Client } from '../client/client.ts';
import { fileSendingOf } from './sending.ts';

const mib = 1024 * 1024;
const size = 9 * mib;
const arrived = { id: '7', name: 'large.pdf', suffix: 'pdf', size, catalog: '13' };

it('goes on with the chunk that broke off, not from the beginning', async () => {
  let offset = 0;
  const posted: string[] = [];
  const chunks: number[] = [];
  const progress = () => ({ id: '5', offset, partSize: 4 * mib });
  const client = {
    get: async () => progress(),
    async post(path: string) {
      posted.push(path.slice(path.lastIndexOf('/') + 1));
      return path.endsWith('finish-upload') ? arrived : progress();
    },
    async upload(path: string, form: FormData) {
      chunks.push(Number(new URLSearchParams(path.split('?')[1]).get('offset')) / mib);
      if (chunks.length === 2) throw new TypeError('Failed to fetch');
      offset += (form.get('file') as File).size;
      return progress();
    },
  } as unknown as Client;
  const file = new File([new Uint8Array(size)], 'large.pdf');
  const sending = fileSendingOf(client, file, { resource: 'thing', catalog: '13' });
  await expect(sending.run({})).rejects.toThrow('Failed to fetch');
  expect(await sending.run({})).toEqual(arrived);
  expect(chunks).toEqual([0, 4, 4, 8]);
  expect(posted).toEqual(['begin-upload', 'finish-upload']);
});
