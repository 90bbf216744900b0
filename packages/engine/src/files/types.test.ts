import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allowedSuffixes, contentMatchesSuffix, isAllowedSuffix } from './types.ts';

test('whatever offices and researchers hold is a type of attachments', () => {
  const held = [
    'pdf',
    'ofd',
    'xml',
    'doc',
    'docx',
    'wps',
    'xls',
    'et',
    'ppt',
    'dps',
    'heic',
    'caj',
  ];
  expect(held.filter((suffix) => !isAllowedSuffix(suffix))).toEqual([]);
  // The refusal of another type names them.
  expect(held.filter((suffix) => !allowedSuffixes().split('、').includes(suffix))).toEqual([]);
});

test('an article of CNKI is known by its first bytes, and nothing else passes under its name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'types-'));
  try {
    const fits = async (content: string): Promise<boolean> => {
      const file = join(folder, 'a');
      await writeFile(file, content, 'latin1');
      return contentMatchesSuffix(file, 'caj');
    };
    expect(await fits('CAJ\0\x01')).toBe(true);
    expect(await fits('HN\xc8\0')).toBe(true);
    expect(await fits('MZ\x90\0')).toBe(false);
    expect(await fits('<html>')).toBe(false);
  } finally {
    await rm(folder, { recursive: true });
  }
});
