import { rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { StorageFailure } from '../base/storage.ts';
import type { Engine } from '../engine.ts';
import { chunkBytes } from './chunks.ts';
import { actorWithId, startFiles, tenant, writer } from './testing.ts';

const { database, files, blobs, damages, later, onDisk, empty, close } = await startFiles();
afterEach(empty);
afterAll(close);

/** Ten megabytes that are a pdf to whoever looks at their beginning. */
const whole = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(10 * 1024 * 1024, 'keyan ')]);

const begin = (size = whole.length, fileName = '全文.pdf') =>
  files.chunks.begin(writer, { fileName, catalog: '13', size });

const part = (id: string, offset: number) =>
  files.chunks.put(
    writer,
    id,
    offset,
    Readable.from([whole.subarray(offset, offset + chunkBytes)]),
  );

const sendAll = async (id: string): Promise<void> => {
  let { offset } = await files.chunks.progress(writer, id);
  while (offset < whole.length) ({ offset } = await part(id, offset));
};

describe('a file that comes by parts', () => {
  it('is the same file as in one piece, and leaves no parts', async () => {
    const { id } = await begin();
    await sendAll(id);
    const file = await files.chunks.finish(writer, id);
    expect(file).toMatchObject({ name: '全文.pdf', size: whole.length, catalog: '13' });
    const { stream } = await files.open({} as Engine, writer, file.id);
    expect((await buffer(stream)).equals(whole)).toBe(true);
    expect(await onDisk()).toHaveLength(1);
    // The answer was lost on its way: asking again gives the same.
    expect((await files.chunks.finish(writer, id)).id).toBe(file.id);
    expect(await database.query('select * from upload')).toEqual([]);
  });

  it('goes on after a part that broke off, from where that part began', async () => {
    const { id } = await begin();
    await part(id, 0);
    const line = new PassThrough();
    const sent = files.chunks.put(writer, id, chunkBytes, line);
    line.write(whole.subarray(chunkBytes, chunkBytes + 1000));
    line.destroy(new Error('the connection is gone'));
    await expect(sent).rejects.toThrow('the connection is gone');
    expect(await files.chunks.progress(writer, id)).toMatchObject({ offset: chunkBytes });
    expect(await onDisk()).toHaveLength(1);
    await sendAll(id);
    expect((await files.chunks.finish(writer, id)).size).toBe(whole.length);
  });

  it('takes a part once, however often and however close together it comes', async () => {
    const { id } = await begin();
    await Promise.all([part(id, 0), part(id, 0), part(id, 0)]);
    expect(await part(id, 0)).toMatchObject({ offset: chunkBytes });
    await sendAll(id);
    const both = await Promise.all([
      files.chunks.finish(writer, id),
      files.chunks.finish(writer, id),
    ]);
    expect(both[0].id).toBe(both[1].id);
    expect(await onDisk()).toHaveLength(1);
  });

  it('never grows beyond what was said, nor beyond 100 MB', async () => {
    await expect(begin(100 * 1024 * 1024 + 1)).rejects.toThrow('上传文件大小不能超过【100】MB!');
    const { id } = await begin(10);
    await expect(part(id, 0)).rejects.toThrow();
    expect(await files.chunks.progress(writer, id)).toMatchObject({ offset: 0 });
    await expect(files.chunks.finish(writer, id)).rejects.toThrow('文件还没有传完');
    expect(await onDisk()).toHaveLength(0);
  });

  it('comes in parts of full size: crumbs, and parts of nothing, are put away', async () => {
    const { id } = await begin();
    for (const crumb of [Buffer.alloc(0), whole.subarray(0, 1)]) {
      await expect(files.chunks.put(writer, id, 0, Readable.from([crumb]))).rejects.toThrow(
        '分片不完整，请重新上传',
      );
    }
    expect(await files.chunks.progress(writer, id)).toMatchObject({ offset: 0 });
    expect(await onDisk()).toHaveLength(0);
  });

  it('is refused by its name before anything is sent, and by its content at the end', async () => {
    await expect(begin(10, '木马.exe')).rejects.toThrow('【木马.exe】上传失败!');
    const { id } = await begin(whole.length, '图片.png');
    await sendAll(id);
    await expect(files.chunks.finish(writer, id)).rejects.toThrow('【图片.png】上传失败!');
    expect(await onDisk()).toHaveLength(0);
    await expect(files.chunks.progress(writer, id)).rejects.toThrow('上传已失效');
  });

  it('is no file when a part of it is lost or cut, and is sent anew', async () => {
    for (const harm of [(path: string) => truncate(path, 100), (path: string) => rm(path)]) {
      const { id } = await begin();
      await part(id, 0);
      const [name = ''] = await onDisk();
      await sendAll(id);
      await harm(join(blobs, name.slice(0, 2), name));
      await expect(files.chunks.finish(writer, id)).rejects.toThrow(StorageFailure);
      await expect(files.chunks.progress(writer, id)).rejects.toThrow('上传已失效');
      expect(await onDisk()).toEqual([]);
    }
    expect(damages).toHaveLength(2);
  });

  it('is nobody else’s', async () => {
    const { id } = await begin();
    const other = actorWithId('12');
    await expect(files.chunks.progress(other, id)).rejects.toThrow('上传已失效');
    await expect(files.chunks.finish(other, id)).rejects.toThrow();
    await expect(files.chunks.drop(other, id)).rejects.toThrow('上传已失效');
  });

  it('leaves nothing when it is given up, or when nobody goes on for a day', async () => {
    const [one, two] = [await begin(), await begin()];
    await part(one.id, 0);
    await part(two.id, 0);
    await files.chunks.drop(writer, one.id);
    expect(await onDisk()).toHaveLength(1);
    later(25);
    await files.sweep(tenant);
    expect(await onDisk()).toHaveLength(0);
    await expect(part(two.id, chunkBytes)).rejects.toThrow('上传已失效');
  });

  it('does not let one person begin files without end', async () => {
    const begun = await Promise.allSettled(Array.from({ length: 25 }, () => begin()));
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    await expect(begin()).rejects.toThrow('未完成的上传过多，请先继续或放弃已有的上传');
  });
});
