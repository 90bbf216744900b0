import { createHash } from 'node:crypto';
import { completePaper } from '@keyan/product/achievement/paper/testing.ts';
import type pg from 'pg';
import { tenant } from './people.ts';

/**
 * Inserts uploaded files without a record for a person: each submission takes one. Written directly
 * to the database, since uploads are limited per minute.
 */
export const waitingFiles = async (
  admin: pg.Client,
  userId: string,
  count: number,
  catalog = '13',
): Promise<string[]> => {
  const sha256 = createHash('sha256').update('bench').digest();
  await admin.query(
    `insert into blob (tenant_id, sha256, blob_key, size, used_at) values ($1, $2, 'bench', 5, now())
     on conflict do nothing`,
    [tenant, sha256],
  );
  const { rows } = await admin.query<{ id: string }>(
    `insert into attachment (tenant_id, id, catalog, name, suffix, size, sha256, create_user, create_time)
     select $1, (random() * 9e18)::bigint, $5, '论文全文.pdf', 'pdf', 5, $2, $3, now()
       from generate_series(1, $4) returning id`,
    [tenant, sha256, userId, count, catalog],
  );
  return rows.map((row) => row.id);
};

/** Words of titles, drawn by a counter, so that no two papers have similar titles. */
const words =
  '稻田湖泊湿地遥感蛋白算法政策教育法律音乐材料晶体河流森林城市乡村经济统计物理化学'.match(
    /.{2}/gu,
  ) ?? [];
let titles = Date.now() % 1_000_000_000;
export const freshTitle = (): string => {
  titles += 1;
  let rest = titles;
  let title = '';
  for (let length = 0; length < 9; length += 1) {
    title += words[(rest * 7 + length * 13) % words.length];
    rest = Math.floor(rest / words.length) + titles * (length + 3);
  }
  return `${title}${titles.toString(36)}研究`;
};

/** Returns a complete paper of one author, ready for submission. */
export const freshPaper = (userId: string, fileId: string) =>
  completePaper(freshTitle(), [{ userId, name: '林晓岚', rate: '100' }], fileId);

export type Paper = ReturnType<typeof freshPaper>;
