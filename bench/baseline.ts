import Fastify from 'fastify';
import pg from 'pg';

/**
 * The baseline of every run: a bare Fastify and pg skeleton with the same three queries on the
 * same rows of the same PostgreSQL. No sign-in, no permissions, no validation, no history, no
 * process: the headroom that everything on is measured against.
 */
const pool = new pg.Pool({ connectionString: process.env.BASELINE_URL, max: 10 });
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

server.post<{ Body: { artName: string; author: string } }>('/submit', async (request) => {
  const client = await pool.connect();
  try {
    last += 2n;
    const id = last.toString();
    const line = (BigInt(id) + 1n).toString();
    const { artName, author } = request.body;
    await client.query('begin');
    await client.query({
      name: 'paper',
      text: `insert into baseline_paper (tenant_id, id, art_name, journal_name, publish_date, create_time)
             values ($1, $2, $3, '土壤学报', '2026-05-01', now())`,
      values: [tenant, id, artName],
    });
    await client.query({
      name: 'line',
      text: 'insert into baseline_author (tenant_id, id, parent_id, name) values ($1, $2, $3, $4)',
      values: [tenant, line, id, author],
    });
    await client.query({
      name: 'told',
      text: `insert into baseline_history (tenant_id, id, paper_id, time, changes) values ($1, $2, $3, now(), $4)`,
      values: [tenant, line, id, JSON.stringify({ artName })],
    });
    await client.query('commit');
    return { id };
  } finally {
    client.release();
  }
});

await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
