import Fastify from 'fastify';
import pg from 'pg';
import type { Paper } from './papers.ts';
import { filterColumns } from './questions.ts';

/**
 * The baseline of every run: a bare Fastify and pg skeleton with the same queries on the same rows and
 * indexes of the same PostgreSQL. No sign-in, no permissions, no validation, no process: what everything
 * that the product does on top is measured against.
 */
const pool = new pg.Pool({ connectionString: process.env.BASELINE_URL, max: 10 });
pool.on('error', () => undefined);
const server = Fastify();
const tenant = '000000';

server.get('/health', async () => ({ ok: true }));

/** Statements by the filters that they have, so that each is prepared once. */
const statements = new Map<string, number>();
const statementOf = (filters: string): number => {
  const known = statements.get(filters) ?? statements.size;
  statements.set(filters, known);
  return known;
};

server.get<{ Querystring: Record<string, string> }>('/list', async (request) => {
  const { current = '1', size = '10', ...given } = request.query;
  const filters = Object.entries(filterColumns).filter(([name]) => given[name] !== undefined);
  const values = [tenant, ...filters.map(([name]) => given[name])];
  const own = filters.map(([, column], index) => `${column} = $${index + 2}`);
  const where = ['tenant_id = $1', 'is_deleted = 0', `audit_status = '2'`, ...own].join(' and ');
  const number = statementOf(where);
  const [rows, total] = await Promise.all([
    pool.query({
      name: `list${number}`,
      text: `select * from paper where ${where} order by publish_date desc nulls last, id desc
              limit $${values.length + 1} offset $${values.length + 2}`,
      values: [...values, Number(size), (Number(current) - 1) * Number(size)],
    }),
    pool.query({
      name: `count${number}`,
      text: `select count(*)::int as total from paper where ${where}`,
      values,
    }),
  ]);
  return { records: rows.rows, total: total.rows[0].total };
});

server.post<{ Body: { task: number } }>('/approve', async (request) => {
  const { task } = request.body;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query({
      name: 'lock',
      text: `select process from baseline_task where id = $1 and status = 'TODO' for update`,
      values: [task],
    });
    await client.query({
      name: 'finish',
      text: `update baseline_task set status = 'DONE', actor = 1, comment = '', finished = now() where id = $1`,
      values: [task],
    });
    await client.query({
      name: 'log',
      text: 'insert into baseline_log (task, at) values ($1, now())',
      values: [task],
    });
    await client.query({
      name: 'message',
      text: `insert into baseline_message (task, title) values ($1, '已通过')`,
      values: [task],
    });
    await client.query({
      name: 'change',
      text: `insert into baseline_change (task, changes) values ($1, '[]')`,
      values: [task],
    });
    await client.query('commit');
    return { task };
  } finally {
    client.release();
  }
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
