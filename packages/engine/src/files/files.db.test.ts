import { randomBytes, randomUUID } from 'node:crypto';
import { appendFile, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { everyone, own } from '@keyan/kernel/access/scope.ts';
import { attachmentCategory } from '@keyan/kernel/definition/field/categories.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { DiskFull } from '../base/storage.ts';
import type { Engine } from '../engine.ts';
import type { TransactionContext } from '../records/behaviour.ts';
import { diskStore } from './disk.ts';
import { receiveFile } from './intake.ts';
import { defaultQuota } from './quota.ts';
import { actorWithId, startFiles, tenant, writer } from './testing.ts';
import { readTicket, writeTicket } from './ticket.ts';

const { database, pool, folder, blobs, files, clock, damages, quota, later, onDisk, empty, close } =
  await startFiles();
afterEach(empty);
afterAll(close);

const pdf = (body = 'x'): Buffer => Buffer.from(`%PDF-1.4\n%${body}\n%%EOF\n`);
const put = (content: Buffer | Readable, fileName = '全文.pdf', actor = writer) =>
  files.put(actor, {
    fileName,
    stream: content instanceof Readable ? content : Readable.from([content]),
    catalog: '13',
  });

describe('taking files in', () => {
  it('keeps equal content once, under ids that say nothing of it', async () => {
    const [one, two] = [await put(pdf()), await put(pdf(), '另一份.pdf')];
    expect(one.id).not.toBe(two.id);
    expect(one).toMatchObject({ name: '全文.pdf', suffix: 'pdf', preview: true, catalog: '13' });
    expect(await onDisk()).toHaveLength(1);
  });

  it('keeps equal content of two tenants apart', async () => {
    await put(pdf());
    await put(pdf(), '全文.pdf', actorWithId('11', '100002'));
    expect(await onDisk()).toHaveLength(2);
  });

  it.each([
    ['木马.exe', Buffer.from('MZ\x90\x00')],
    ['无后缀', pdf()],
    ['网页.pdf', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['网页.txt', Buffer.from('<html><script>alert(1)</script></html>')],
    ['图片.png', pdf()],
    ['程序.jpg', Buffer.concat([Buffer.from('\x7fELF'), randomBytes(64)])],
    ['空.pdf', Buffer.alloc(0)],
  ])('refuses %s by what it holds, and keeps nothing', async (name, content) => {
    await expect(put(content, name)).rejects.toThrow(`【${name}】上传失败!`);
    expect(await onDisk()).toEqual([]);
    expect(await database.query('select * from attachment')).toEqual([]);
  });

  it('takes the name as a name: no path, no control characters', async () => {
    const file = await put(pdf(), '../../etc/\u0000秘密.pdf');
    expect(file.name).toBe('秘密.pdf');
  });

  it('stops at 100 MB while the file streams, and keeps nothing', async () => {
    const chunk = Buffer.alloc(1024 * 1024, '%PDF-1.4 ');
    let sent = 0;
    const endless = new Readable({
      read() {
        sent += 1;
        this.push(sent > 300 ? null : chunk);
      },
    });
    await expect(put(endless)).rejects.toThrow('上传文件大小不能超过【100】MB!');
    expect(sent).toBeLessThan(110);
    expect(await onDisk()).toEqual([]);
  });

  it('keeps nothing of a file that breaks off', async () => {
    const broken = new PassThrough();
    const taken = put(broken);
    broken.write(pdf());
    broken.destroy(new Error('the connection is gone'));
    await expect(taken).rejects.toThrow('the connection is gone');
    expect(await onDisk()).toEqual([]);
  });
});

const report = defineResource({
  key: 'report',
  label: ['报告', 'Report'],
  path: 'sample/reports',
  title: 'name',
  fields: {
    name: f.text(['名称', 'Name']),
    attachments: f.files(
      ['附件', 'Attachments'],
      [attachmentCategory('13', ['全文', 'Full text'], { limit: 2 })],
    ),
  },
  list: { columns: ['name'], filters: [], sort: 'createTime' },
  form: [],
  access: { read: everyone(), write: own() },
});

describe('the attachments of a record', () => {
  const bind = (given: readonly unknown[], business = '7', actor = writer) =>
    pool.transaction(tenant, (tx) =>
      files.bind(
        { tx, actor, now: clock.now } as unknown as TransactionContext,
        report,
        business,
        given,
      ),
    );
  const ids = async (work: ReturnType<typeof bind>) => (await work).map((file) => file.id);

  it('are exactly those that were named, in that order', async () => {
    const [one, two] = [await put(pdf('1')), await put(pdf('2'))];
    expect(await ids(bind([one.id, two.id]))).toEqual([one.id, two.id]);
    expect(await ids(bind([{ id: two.id }]))).toEqual([two.id]);
    await expect(bind([one.id])).rejects.toThrow('附件不存在或已被移除，请重新上传');
  });

  it('are never somebody else’s upload, nor another record’s', async () => {
    const alien = await put(pdf('1'), '全文.pdf', actorWithId('12'));
    await expect(bind([alien.id])).rejects.toThrow('附件不存在');
    const mine = await put(pdf('2'));
    await bind([mine.id], '8');
    await expect(bind([mine.id])).rejects.toThrow('附件不存在');
  });

  it('are never an export, which is read by the rights that it was made with', async () => {
    const made = { permits: ['report_export'], reach: 'all' as const };
    const { id } = await files.put(writer, {
      fileName: '导出.pdf',
      stream: Readable.from([pdf('1')]),
      catalog: '13',
      madeWith: made,
    });
    await expect(bind([id])).rejects.toThrow('附件不存在');
  });

  it('are no more than the category takes', async () => {
    const three = [await put(pdf('1')), await put(pdf('2')), await put(pdf('3'))];
    await expect(bind(three)).rejects.toThrow('【全文】最多上传 2 个文件');
    expect(await ids(bind(three.slice(1)))).toHaveLength(2);
  });
});

describe('letting files go', () => {
  it('lets a person remove only files of their own that wait', async () => {
    const file = await put(pdf());
    await expect(files.remove(actorWithId('12'), [file.id])).rejects.toThrow();
    await files.remove(writer, [file.id]);
    await expect(files.remove(writer, [file.id])).rejects.toThrow();
  });

  it('sweeps what nobody refers to, and nothing else', async () => {
    const kept = await put(pdf('kept'));
    await put(pdf('waiting'));
    await database.query(`update attachment set resource = 'r', business_id = 1 where id = $1`, [
      kept.id,
    ]);
    later(2 * 24);
    expect(await files.sweep(tenant)).toBe(0);
    later(7 * 24);
    expect(await files.sweep(tenant)).toBe(1);
    await files.clear(tenant, new AbortController().signal);
    expect(await onDisk()).toHaveLength(1);
  });

  it('does not sweep content that an upload is just taking up again', async () => {
    const first = await put(pdf('again'));
    await files.remove(writer, [first.id]);
    later(2 * 24);
    const [second] = await Promise.all([put(pdf('again')), files.sweep(tenant)]);
    await files.clear(tenant, new AbortController().signal);
    const [row] = await database.query<{ blob_key: string }>(
      `select blob_key from blob b join attachment a using (tenant_id, sha256) where a.id = $1`,
      [second.id],
    );
    const { stream } = await diskStore(blobs).get(row?.blob_key ?? '');
    expect(await text(stream)).toBe(pdf('again').toString());
  });
});

describe('content that went bad', () => {
  const read = async (id: string): Promise<Buffer> =>
    buffer((await files.open({} as Engine, writer, id)).stream);
  const blob = async (): Promise<string> => {
    const [name = ''] = await onDisk();
    return join(blobs, name.slice(0, 2), name);
  };
  const flip = async (path: string): Promise<void> => {
    const content = await readFile(path);
    content[content.length - 1] = ~(content.at(-1) ?? 0) & 0xff;
    await writeFile(path, content);
  };
  const ways: readonly (readonly [string, (path: string) => Promise<void>, string])[] = [
    ['truncated', (path) => truncate(path, 10), 'ContentDamaged'],
    ['emptied', (path) => truncate(path, 0), 'ContentDamaged'],
    ['made longer', (path) => appendFile(path, 'more'), 'ContentDamaged'],
    ['changed in one byte', flip, 'ContentDamaged'],
    ['lost', (path) => rm(path), 'ContentMissing'],
  ];

  it.each(ways)(
    '%s: fails before the first byte, is told of, and heals by the same upload',
    async (_what, harm, kind) => {
      const first = await put(pdf());
      expect(await read(first.id)).toEqual(pdf());
      await harm(await blob());
      damages.length = 0;
      await expect(read(first.id)).rejects.toThrow(expect.objectContaining({ name: kind }));
      expect(damages).toMatchObject([
        { tenantId: tenant, file: { id: first.id, name: '全文.pdf' } },
      ]);
      const again = await put(pdf());
      expect(await read(again.id)).toEqual(pdf());
      expect(await read(first.id)).toEqual(pdf());
      expect(await onDisk()).toHaveLength(1);
    },
  );

  it('of much content, changed in its last byte, gives less than was declared', async () => {
    const much = Buffer.concat([pdf(), Buffer.alloc(3 * 1024 * 1024, 'keyan')]);
    const file = await put(much);
    expect(Buffer.compare(await read(file.id), much)).toBe(0);
    await flip(await blob());
    damages.length = 0;
    const { stream } = await files.open({} as Engine, writer, file.id);
    let got = 0;
    const reading = (async () => {
      for await (const chunk of stream) got += (chunk as Buffer).length;
    })();
    await expect(reading).rejects.toThrow('has other bytes');
    expect(got).toBeLessThan(much.length);
    expect(damages).toHaveLength(1);
  });
});

describe('a store without room', () => {
  const full = (): Error =>
    Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

  it('says so, keeps nothing, and takes files again when there is some', async () => {
    const room = join(folder, 'full');
    const sink = () => new Writable({ write: (_chunk, _encoding, done) => done(full()) });
    const source = Readable.from([pdf()]);
    await expect(receiveFile(room, source, undefined, sink)).rejects.toThrow(DiskFull);
    // The line broke, not the disk.
    const line = new PassThrough();
    const taken = receiveFile(room, line);
    line.destroy(new Error('the connection is gone'));
    await expect(taken).rejects.toThrow('the connection is gone');
    expect(await readdir(room)).toEqual([]);
    const received = await receiveFile(room, Readable.from([pdf()]));
    expect(received.size).toBe(pdf().length);
    await rm(received.path);
  });
});

describe('storage has its bounds', () => {
  const megabyte = 1024 * 1024;
  const sized = (mark: string) => Buffer.concat([pdf(mark), Buffer.alloc(megabyte, mark)]);
  afterEach(() => void Object.assign(quota, defaultQuota));
  /** Uses a tenant whose limits were not queried yet: limits are queried once a minute. */
  const put = (content: Buffer, person: string, tenantId: string) =>
    files.put(actorWithId(person, tenantId), {
      fileName: '全文.pdf',
      stream: Readable.from([content]),
      catalog: '13',
    });

  it('for a person: what they brought, bound or waiting or removed of late, and what is on its way', async () => {
    quota.person = 2.5 * megabyte;
    const first = await put(sized('1'), '11', '100003');
    await put(sized('2'), '11', '100003');
    const refused = '您的附件已占用 0.00 GB，上限为 0.00 GB，请移除不需要的附件后再上传';
    await expect(put(sized('3'), '11', '100003')).rejects.toThrow(refused);
    await put(sized('3'), '12', '100003');
    await files.remove(actorWithId('11', '100003'), [first.id]);
    await expect(put(sized('3'), '11', '100003')).rejects.toThrow(refused);
    const begin = { fileName: '全文.pdf', catalog: '13', size: megabyte };
    await expect(files.chunks.begin(actorWithId('11', '100003'), begin)).rejects.toThrow(refused);
    await files.chunks.begin(actorWithId('13', '100003'), begin);
    await files.chunks.begin(actorWithId('13', '100003'), begin);
    await expect(put(sized('4'), '13', '100003')).rejects.toThrow(refused);
    later(2 * 24);
    await files.sweep('100003');
    await put(sized('3'), '11', '100003');
  });

  it('also when many come at once', async () => {
    quota.person = 2.5 * megabyte;
    const sent = await Promise.allSettled(
      [...'abcdef'].map((mark) => put(sized(mark), '11', '100004')),
    );
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await onDisk()).toHaveLength(2);
  });

  it('for a tenant: all content', async () => {
    quota.tenant = 2.5 * megabyte;
    await put(sized('1'), '11', '100005');
    await put(sized('2'), '12', '100005');
    await expect(put(sized('3'), '13', '100005')).rejects.toThrow(
      '全校的附件已占用 0.00 GB，上限为 0.00 GB，请联系管理员',
    );
    expect(await onDisk()).toHaveLength(2);
  });

  it('for files that wait for a record', async () => {
    const { id } = await put(pdf(), '11', '100006');
    await database.query(
      `insert into attachment (tenant_id, id, catalog, name, suffix, size, sha256, create_user, create_time)
       select tenant_id, n, catalog, name, suffix, size, sha256, create_user, create_time
         from attachment cross join generate_series(1, 999) n where id = $1`,
      [id],
    );
    await expect(put(pdf(), '11', '100006')).rejects.toThrow(
      '您已上传、尚未随记录保存的附件达到 1000 个，请先保存或移除',
    );
  });
});

describe('content without a row', () => {
  const store = () => diskStore(blobs);
  /** Content as a process leaves it that is killed between the bytes and their row. */
  const orphan = async (daysAgo: number, key: string = randomUUID()): Promise<string> => {
    const path = join(folder, `bytes-${key}`);
    await writeFile(path, key);
    await store().put(key, path);
    const then = new Date(Date.now() - daysAgo * 24 * 3600_000);
    await utimes(join(blobs, key.slice(0, 2), key), then, then);
    return key;
  };
  const age = async (): Promise<void> => {
    const then = new Date(Date.now() - 40 * 24 * 3600_000);
    for (const entry of await readdir(blobs, {
      recursive: true,
      withFileTypes: true,
    })) {
      if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), then, then);
    }
  };

  it('goes after a month; what any tenant points to, parts on their way, what is newer and what is not ours stay', async () => {
    await put(pdf('one'));
    await put(pdf('two'), '全文.pdf', actorWithId('11', '100002'));
    await age();
    const part = await orphan(40);
    const crashed = await orphan(40);
    await orphan(20);
    await orphan(40, 'backup-of-somebody-else');
    await database.query(
      `insert into upload (tenant_id, id, catalog, name, size, received, part_keys, create_user, update_time)
       values ($1, 1, '13', 'a.pdf', 9, 9, $2, 11, now())`,
      [tenant, [part]],
    );
    expect(await files.sweepOrphans([tenant, '100002'])).toEqual({ removed: 1, left: 0 });
    const left = await onDisk();
    expect(left).toHaveLength(5);
    expect(left).not.toContain(crashed);
    expect(left).toContain(part);
    await database.query('delete from upload');
  });

  it('stays where it is suspiciously much: the store has another database', async () => {
    await put(pdf('one'));
    await age();
    await orphan(40);
    await orphan(40);
    expect(await files.sweepOrphans([tenant])).toEqual({ removed: 0, left: 2 });
    expect(await onDisk()).toHaveLength(3);
  });
});

describe('tickets', () => {
  const ticket = { file: '1', tenant, user: '11', session: '7' };
  it('open one file for minutes, and nothing when touched', () => {
    const given = writeTicket(ticket, 'secret', clock.now);
    expect(readTicket(given, 'secret', clock.now)).toMatchObject(ticket);
    expect(readTicket(given, 'secret', new Date(clock.now.getTime() + 6 * 60_000))).toBeNull();
    expect(readTicket(given, 'other', clock.now)).toBeNull();
    expect(readTicket(`x${given}`, 'secret', clock.now)).toBeNull();
    expect(readTicket('', 'secret', clock.now)).toBeNull();
  });
});
