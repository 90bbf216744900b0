import Fastify from 'fastify';
import pg from 'pg';
import type { Paper } from './papers.ts';

/**
 * The baseline of every run: a bare Fastify and pg skeleton with the same three queries on the
 * same rows of the same PostgreSQL. No sign-in, no permissions, no validation, no history, no
 * process: the headroom that everything on is measured against.
 */
const pool = new pg.Pool({ connectionString: process.env.BASELINE_URL, max: 10 });
pool.on('error', () => undefined);
const server = Fastify();
const tenant = '000000';

server.get('/health', async () => ({ ok: true }));

server.get<{ Querystring: { statYear: string; size: string } }>('/list', async (request) => {
  const { statYear, size } = request.query;
  const values = [tenant, Number(statYear)];
  const where = `tenant_id = $1 and is_deleted = 0 and audit_status = '2' and stat_year = $2`;
  const [rows, total] = await Promise.all([
    pool.query({
      name: 'list',
      text: `select * from paper where ${where} order by publish_date desc, id desc limit $3`,
      values: [...values, Number(size)],
    }),
    pool.query({
      name: 'count',
      text: `select count(*)::int as total from paper where ${where}`,
      values,
    }),
  ]);
  return { records: rows.rows, total: total.rows[0].total };
});

server.get<{ Querystring: { id: string } }>('/detail', async (request) => {
  const values = [tenant, request.query.id];
  const [row, authors] = await Promise.all([
    pool.query({
      name: 'row',
      text: 'select * from paper where tenant_id = $1 and id = $2',
      values,
    }),
    pool.query({
      name: 'authors',
      text: 'select * from paper_authors where tenant_id = $1 and parent_id = $2 order by sort_order',
      values,
    }),
  ]);
  return { ...row.rows[0], authors: authors.rows };
});

let last = BigInt(Date.now()) * 1_000_000n;
const nextId = (): string => {
  last += 1n;
  return last.toString();
};

server.post<{ Body: Paper }>('/submit', async (request) => {
  const paper = request.body;
  const client = await pool.connect();
  try {
    const id = nextId();
    await client.query('begin');
    await client.query({
      name: 'paper',
      text: `insert into baseline_paper (tenant_id, id, art_name, art_name_key, paper_type,
               publish_language, journal_name, publish_date, publish_scope, journal_level,
               index_types, discipline, subject_class, school_sign, stat_year, is_statistics,
               secret_level, audit_status, create_user, create_time, update_user, update_time)
             values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
               '1', $17, now(), $17, now())`,
      values: [
        tenant,
        id,
        paper.artName,
        paper.paperType,
        paper.publishLanguage,
        paper.journalName,
        paper.publishDate,
        paper.publishScope,
        paper.journalLevel,
        paper.indexTypes,
        paper.discipline,
        paper.subjectClass,
        paper.schoolSign,
        paper.statYear,
        paper.isStatistics,
        paper.secretLevel,
        paper.authors[0]?.userId,
      ],
    });
    for (const [index, author] of paper.authors.entries()) {
      await client.query({
        name: 'author',
        text: `insert into baseline_author (tenant_id, id, parent_id, sort_order, person_type,
                 user_id, name, unit, author_type, contribution_rate)
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        values: [
          tenant,
          nextId(),
          id,
          index,
          author.personType,
          author.userId,
          author.name,
          author.unit,
          author.authorType,
          author.contributionRate,
        ],
      });
    }
    await client.query({
      name: 'history',
      text: `insert into baseline_history (tenant_id, id, resource, business_id, action, actor_name,
               time, version, changes)
             values ($1, $2, 'paper', $3, 'submit', '', now(), 1, $4)`,
      values: [tenant, nextId(), id, JSON.stringify(paper)],
    });
    await client.query('commit');
    return { id };
  } finally {
    client.release();
  }
});

await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
