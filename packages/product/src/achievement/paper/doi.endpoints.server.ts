import type { Engine } from '@keyan/engine/engine.ts';
import type { OutgoingClient } from '@keyan/engine/outgoing/client.ts';
import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { Type } from 'typebox';
import { doi } from '../../shared/formats/formats.ts';
import { noSourceMessage } from '../../shared/references/outside.ts';
import { recogniseRecords } from '../pasting/recognition.server.ts';
import { isFillable, type RecognisedRecord } from '../pasting/recognition.ts';
import { paper } from './paper.ts';
import { samePapers } from './paper-duplicates.server.ts';

/** Timeout in milliseconds, since a person waits at the form. */
const patience = 8000;

interface Registry {
  readonly base: string;
  readonly contact: string | null;
}

/** Reads the enabled external source of DOIs. */
const registryOf = (engine: Engine, tenantId: string): Promise<Registry | undefined> =>
  engine.database.read(tenantId, async (session) => {
    const [found] = await session.query<Registry>(
      `select base_url as base, contact from spider_site
        where tenant_id = $1 and is_deleted = 0 and status = '1' and source_kind = 'crossref'
        order by id limit 1`,
      [session.tenantId],
    );
    return found;
  });

/** Fetches the record of a DOI from the source; null if unreachable or unknown. */
const asked = async (
  outgoing: Pick<OutgoingClient, 'call'>,
  { base, contact }: Registry,
  value: string,
): Promise<string | null> => {
  const address = new URL(`${base.replace(/\/$/, '')}/works/${encodeURIComponent(value)}`);
  if (contact) address.searchParams.set('mailto', contact);
  const answer = await outgoing
    .call(address, {
      isPlain: true,
      retries: 1,
      bounds: { connect: 3000, firstByte: patience, whole: patience },
      headers: { accept: 'application/json' },
    })
    .catch(() => null);
  return answer?.status === 200 ? answer.body.toString('utf8') : null;
};

/**
 * returns the registered paper with a DOI, else the record of the enabled external source; if the source is
 * unreachable, a message, so that the person can continue.
 */
const byDoi = (outgoing: Pick<OutgoingClient, 'call'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: `${paper.path}/queryDoi`,
    auth: 'user',
    permissions: ['paper_add', 'paper_edit'],
    perMinute: 60,
    summary: ['按 DOI 获取题录', 'Fetch a record by its DOI'],
    input: Type.Object({ doi: Type.String({ minLength: 1, maxLength: 200 }) }),
    run: async (input, { engine, actor }) => {
      const value = doi.tidy?.(input.doi) ?? input.doi;
      if (!doi.test(value)) throw new Invalid([{ path: 'doi', message: doi.message }]);
      const { byDoi: match } = await engine.database.read(actor.tenantId, (session) =>
        samePapers(session, actor, { id: '0', artName: null, doi: value }),
      );
      if (match) return { found: false, registered: match, record: null };
      const registry = await registryOf(engine, actor.tenantId);
      const text = registry ? await asked(outgoing, registry, value) : null;
      const none = { found: false, registered: null, record: null };
      if (text === null) return new Reply(none, noSourceMessage);
      const { records } = await recogniseRecords(engine, actor, paper.key, { text });
      const [record]: readonly (RecognisedRecord | undefined)[] = records;
      return record
        ? { found: isFillable(record), registered: null, record }
        : new Reply(none, noSourceMessage);
    },
  });

/** Calls of papers that query an external source. */
export const doiEndpoints = (outgoing: Pick<OutgoingClient, 'call'>): readonly Endpoint[] => [
  byDoi(outgoing),
];
