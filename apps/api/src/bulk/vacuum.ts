import pg from 'pg';

/**
 * Vacuums and analyses these tables of the schema, the largest first, on two connections: most of the time goes
 * into setting marks on each page of few large tables.
 * @param ownerUrl the schema's owner
 */
export const vacuumTables = async (
  ownerUrl: string,
  chosen: (table: string) => boolean = () => true,
): Promise<void> => {
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: ownerUrl });
    // The statement that runs fails with the connection; without a listener the process would end too.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const first = await connect();
  const clients = [first, await connect()];
  try {
    const { rows: tables } = await first.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
        where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
        order by pg_relation_size(c.oid) desc`,
    );
    const waiting = tables.map(({ name }) => name).filter(chosen);
    await Promise.all(
      clients.map(async (client) => {
        for (let table = waiting.shift(); table; table = waiting.shift()) {
          await client.query(`vacuum analyze ${table}`);
        }
      }),
    );
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
};
