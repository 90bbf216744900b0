import Fastify from 'fastify';
import pg from 'pg';
import type { Expense } from './expenses.ts';
import type { Paper } from './papers.ts';
import { filterColumns } from './questions.ts';

/**
 * Baseline of every run: a bare Fastify and pg server with equal queries on equal rows and indexes
 * in one PostgreSQL; without sign-in, permissions, validation or processes. Shows the cost of
 * everything that the product adds.
 */
const pool = new pg.Pool({ connectionString: process.env.BASELINE_URL, max: 10 });
pool.on('error', () => undefined);
const server = Fastify();
const tenant = '000000';

server.get('/health', async () => ({ ok: true }));

/** Statements by their filters, so that each is prepared once. */
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

/** SQL that changes the balances of one expense: of its item and of its project. */
const held = `insert into baseline_balance as b (tenant_id, owner_id, account, held)
  select $1, $2, account, $4 from unnest(array['', $3]) account order by account
  on conflict (tenant_id, owner_id, account) do update set held = b.held + excluded.held
  returning account, booked - b.held - spent as left`;

/** Locks the balances by updating them, as the product does, and refuses missing ones. */
const holdAmount = async (client: pg.PoolClient, id: string, expense: Expense): Promise<void> => {
  const [item] = expense.items;
  const { rows } = await client.query<{ account: string; left: string }>({
    name: 'hold',
    text: held,
    values: [tenant, expense.programId, item?.itemCode, item?.amount],
  });
  if (rows.some(({ account, left }) => account === '' && left.startsWith('-'))) {
    throw new Error('the project has not enough');
  }
  await client.query({
    name: 'entry',
    text: `insert into baseline_entry (tenant_id, owner_id, account, held, source, source_id, effect, action, time)
           values ($1, $2, $3, $4, 'fundsExpenditure', $5, 'held', 'submit', now())`,
    values: [tenant, expense.programId, item?.itemCode, item?.amount, id],
  });
  const { rows: uses } = await client.query<{ uses: string }>({
    name: 'invoice',
    text: `insert into baseline_invoice as b (tenant_id, owner_id, account, uses) values ($1, 0, $2, 1)
           on conflict (tenant_id, owner_id, account) do update set uses = b.uses + 1 returning b.uses`,
    values: [tenant, item?.invoiceNum],
  });
  if (Number(uses[0]?.uses) > 1) throw new Error('the invoice was paid already');
  await client.query({
    name: 'invoiceEntry',
    text: `insert into baseline_invoice_entry (tenant_id, owner_id, account, uses, source, source_id, effect, action, time)
           values ($1, 0, $2, 1, 'fundsExpenditure', $3, 'invoice', 'submit', now())`,
    values: [tenant, item?.invoiceNum, id],
  });
};

/** Writes the expense with its item, task, and history. */
const writeExpense = async (client: pg.PoolClient, id: string, expense: Expense): Promise<void> => {
  const [item] = expense.items;
  await client.query({
    name: 'expense',
    text: `insert into baseline_expense (tenant_id, id, program_id, expense_type, expense_date, expense_amount,
             special, payee, receivables_account, opening_bank, reason, status, audit_status, create_user,
             create_time, update_user, update_time)
           values ($1, $2, $3, $4, $5, $6, '0', $7, $8, $9, $10, '1', '1', 1, now(), 1, now())`,
    values: [
      tenant,
      id,
      expense.programId,
      expense.expenseType,
      expense.expenseDate,
      item?.amount,
      expense.payee,
      expense.receivablesAccount,
      expense.openingBank,
      expense.reason,
    ],
  });
  await client.query({
    name: 'item',
    text: `insert into baseline_expense_items (tenant_id, id, parent_id, sort_order, item_code, amount, invoice_num, remark)
           values ($1, $2, $3, 0, $4, $5, $6, $7)`,
    values: [tenant, nextId(), id, item?.itemCode, item?.amount, item?.invoiceNum, item?.remark],
  });
  await client.query({
    name: 'task',
    text: `insert into baseline_task (id, process, status) values ($1, $1, 'TODO')`,
    values: [id],
  });
  await client.query({
    name: 'log',
    text: 'insert into baseline_log (task, at) values ($1, now())',
    values: [id],
  });
  await client.query({
    name: 'message',
    text: `insert into baseline_message (task, title) values ($1, '待审批')`,
    values: [id],
  });
  await client.query({
    name: 'expenseHistory',
    text: `insert into baseline_history (tenant_id, id, resource, business_id, action, actor_name,
             time, version, changes)
           values ($1, $2, 'fundsExpenditure', $3, 'submit', '', now(), 1, $4)`,
    values: [tenant, nextId(), id, JSON.stringify(expense)],
  });
};

server.post<{ Body: Expense }>('/spend', async (request) => {
  const id = nextId();
  const client = await pool.connect();
  try {
    await client.query('begin');
    await writeExpense(client, id, request.body);
    await holdAmount(client, id, request.body);
    await client.query('commit');
    return { id };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
});

await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
