import { open } from 'node:fs/promises';

/** Makes the bytes of a file, or the entries of a folder, outlive a power cut. */
export async function makeDurable(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
