import { open } from 'node:fs/promises';

/**
 * Flushes the bytes of a file, or the entries of a folder, to disk, so that they survive a power
 * cut.
 */
export async function makeDurable(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
