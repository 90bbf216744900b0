import { chance } from '@keyan/product/demo/random.server.ts';
import { university } from '@keyan/product/demo/university.server.ts';
import { topicAt, topicsOf } from '@keyan/product/demo/words.server.ts';
import { normaliseDoi, normaliseTitle } from '@keyan/product/shared/formats.ts';
import pg from 'pg';
import { Failure } from '../failure.ts';
import { copyPapers, copyPart, dropIndexes, parts, placeRows } from './copy.ts';
import { makeStandIns, variants } from './stand-ins.ts';

const { tenantId } = university;

/** How often a paper of each status is copied: an old university's papers are mostly approved. */
const weights: Readonly<Record<string, number>> = {
  '0': 4,
  '1': 8,
  '2': 80,
  '3': 3,
  '4': 2,
  '5': 2,
  '6': 1,
};

/** Ids that a copied paper and its lines may take, from the paper's own on. */
const idsPerPaper = 64n;
/** Topics below this number belong to the demo story. */
const firstTopic = 3000;
const batch = 5000;

/** A paper of the demo story, of which copies are made. */
interface Template {
  readonly id: string;
  readonly status: string;
  readonly college: string;
  readonly english: boolean;
  readonly doi: boolean;
  readonly submitted: Date | null;
}

const readTemplates = async (client: pg.Client): Promise<readonly Template[]> => {
  const { rows } = await client.query<Template>(
    `select p.id::text, p.audit_status as status, d.dept_code as college,
       p.publish_language = '02' as english, p.doi is not null as doi, p.submit_time as submitted
       from paper p join dept d on d.tenant_id = p.tenant_id and d.id = p.fk_dept_id
      where p.tenant_id = $1 and p.is_deleted = 0
      order by p.id limit 200`,
    [tenantId],
  );
  if (rows.length < 100) throw new Failure('The demo university has to be there first: npm start');
  return rows;
};

/** Papers of each college so far: the next titles follow after them. */
const countByCollege = async (client: pg.Client): Promise<Map<string, number>> => {
  const { rows } = await client.query<{ college: string; count: string }>(
    `select d.dept_code as college, count(*) from paper p
       join dept d on d.tenant_id = p.tenant_id and d.id = p.fk_dept_id
      where p.tenant_id = $1 group by 1`,
    [tenantId],
  );
  return new Map(rows.map((row) => [row.college, Number(row.count)]));
};

/** Readable numbers continue those of the existing records. */
const numbering = async (client: pg.Client) => {
  const next = new Map<string, number>();
  return {
    take: async (year: number): Promise<string> => {
      const key = `LW${year}\${seq4}`;
      if (!next.has(key)) {
        const { rows } = await client.query<{ next: string }>(
          'select next::text from number_sequence where tenant_id = $1 and key = $2 for update',
          [tenantId, key],
        );
        next.set(key, Number(rows[0]?.next ?? 1));
      }
      const number = next.get(key) ?? 1;
      next.set(key, number + 1);
      return `LW${year}${String(number).padStart(4, '0')}`;
    },
    keep: async (): Promise<void> => {
      for (const [key, value] of next) {
        await client.query(
          `insert into number_sequence (tenant_id, key, next) values ($1, $2, $3)
           on conflict (tenant_id, key) do update set next = excluded.next`,
          [tenantId, key, value],
        );
      }
    },
  };
};

const give = async (
  client: pg.Client,
  count: number,
  existing: number,
  firstId: bigint,
): Promise<void> => {
  const templates = await readTemplates(client);
  const byStatus = Map.groupBy(templates, (template) => template.status);
  const random = chance(existing + 1);
  const topics = await countByCollege(client);
  const numbers = await numbering(client);
  await client.query(
    `create temporary table given (new_id bigint primary key, template_id bigint, days int,
       variant int, shift interval, art_name text, art_name_en text, art_name_key text, doi text, doi_key text,
       paper_num text) on commit drop`,
  );
  const now = Date.now();
  for (let from = 0; from < count; from += batch) {
    const rows: unknown[][] = [];
    for (let index = from; index < Math.min(count, from + batch); index += 1) {
      const status = random.weighted(weights);
      const template = random.pick(byStatus.get(status) ?? templates);
      const number = firstTopic + (topics.get(template.college) ?? 0);
      if (number >= topicsOf(template.college)) {
        throw new Failure(`There are no more different titles for college ${template.college}`);
      }
      topics.set(template.college, number + 1 - firstTopic);
      const topic = topicAt(template.college, number);
      const title = template.english ? topic.en : topic.zh;
      const days = status === '1' ? random.int(0, 25) : random.int(0, 2200);
      const doi = template.doi ? `10.5555/bulk.${existing + index}` : null;
      const year = template.submitted
        ? new Date(Math.min(now, template.submitted.getTime() - days * 86_400_000)).getFullYear()
        : null;
      rows.push([
        String(firstId + BigInt(index) * idsPerPaper),
        template.id,
        days,
        random.int(0, variants - 1),
        title,
        template.english ? null : topic.en,
        normaliseTitle(title),
        doi,
        doi && normaliseDoi(doi),
        year === null ? null : await numbers.take(year),
      ]);
    }
    await client.query(
      `insert into given (new_id, template_id, days, variant, shift, art_name, art_name_en, art_name_key,
         doi, doi_key, paper_num)
       select new_id, template_id, days, variant, make_interval(days => days), art_name, art_name_en,
         art_name_key, doi, doi_key, paper_num
         from unnest($1::bigint[], $2::bigint[], $3::int[], $4::int[], $5::text[], $6::text[],
           $7::text[], $8::text[], $9::text[], $10::text[]) as one (new_id, template_id, days, variant, art_name,
           art_name_en, art_name_key, doi, doi_key, paper_num)`,
      Array.from({ length: 10 }, (_, column) => rows.map((row) => row[column])),
    );
  }
  await numbers.keep();
  await client.query('analyze given');
};

/**
 * Brings the demo university to `wanted` papers for measurements: copies of the demo's own papers
 * with everything that belongs to them, under titles of their own and moved back in time. All of
 * it happens or nothing; nobody else can work on the papers meanwhile.
 *
 * @param ownerUrl the schema's owner, who may drop and build indexes
 * @param firstId an id that is new; the copies count up from it
 */
export async function seedPapers(
  ownerUrl: string,
  wanted: number,
  firstId: string,
  say: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  // The query that runs fails with the connection; without a listener the process would end too.
  client.on('error', () => undefined);
  await client.connect();
  const started = Date.now();
  const tell = (line: string): void =>
    say(`${((Date.now() - started) / 1000).toFixed(0).padStart(4)} s  ${line}`);
  try {
    await client.query(`select set_config('app.tenant', $1, false)`, [tenantId]);
    await client.query(`set maintenance_work_mem = '256MB'`);
    await client.query('begin');
    await client.query('set local synchronous_commit = off');
    await client.query('lock table paper in access exclusive mode');
    const { rows } = await client.query<{ count: string }>(
      'select count(*) from paper where tenant_id = $1',
      [tenantId],
    );
    const existing = Number(rows[0]?.count ?? 0);
    if (existing >= wanted) {
      say(`There are ${existing} papers already`);
      await client.query('rollback');
      return;
    }
    const count = wanted - existing;
    await give(client, count, existing, BigInt(firstId));
    await makeStandIns(client, BigInt(firstId) + BigInt(count) * idsPerPaper);
    tell(`${wanted - existing} papers made up`);
    await placeRows(client);
    const indexes = await dropIndexes(client);
    await copyPapers(client);
    tell('papers');
    for (const part of parts) {
      await copyPart(client, part);
      tell(part.table);
    }
    for (const index of indexes) {
      await client.query(index.definition);
      tell(index.name);
    }
    await client.query('commit');
    await client.query('vacuum analyze');
    tell('done');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
}
