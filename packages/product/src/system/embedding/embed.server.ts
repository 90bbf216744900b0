import type { Engine } from '@keyan/engine/engine.ts';
import { type Endpoint, endpoint, RawAnswer } from '@keyan/engine/wire/endpoint.ts';
import { closedPolicy } from '@keyan/engine/wire/headers.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { embedParam } from '../parameters/embed-param.ts';
import {
  type EmbedHosts,
  embedHosts,
  frameSources,
  hostFault,
  mayEmbed,
  readHosts,
} from './embed-hosts.server.ts';

/** Hosts that the tenant may embed at this moment. */
const hostsOf = async (
  engine: Engine,
  tenantId: string,
  environment: readonly string[],
): Promise<EmbedHosts> => {
  const [found] = await engine.database.short<{ parameter: string; entries: string[] }>(tenantId, {
    sql: `select coalesce((select p.param_value from param p
                   where p.tenant_id = $1 and p.param_key = $2 and p.is_deleted = 0), '') as parameter,
                 array(select m.path from menu m
                   where m.tenant_id = $1 and m.is_deleted = 0 and m.path ilike 'https://%') as entries`,
    parameters: [tenantId, embedParam],
  });
  return embedHosts(environment, found?.parameter ?? '', found?.entries ?? []);
};

const text = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Fills the frame that the page gives it; runs nothing. */
const documentOf = (address: string): string => `<!doctype html>
<meta charset="utf-8">
<title>${text(new URL(address).host)}</title>
<style>html,body,iframe{display:block;width:100%;height:100%;margin:0;border:0}</style>
<iframe src="${text(address)}" title="${text(new URL(address).host)}" referrerpolicy="no-referrer"></iframe>
`;

/** Frames a minute and address: they carry no token, and a whole campus may share one. */
const mostFrames = 1200;

const addressText = Type.String({ maxLength: 2000 });

/**
 * Pages of other sites inside ours (`/myiframe`, ruling 47). The site is in a document of its
 * own, whose policy is the tenant's list as it is then; our page may frame nothing but ourselves.
 *
 * @param environment the operator's list (`EMBED_HOSTS`), which is every tenant's
 */
export const embedEndpoints = (environment: readonly string[]): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'keyan/embed',
    auth: 'user',
    summary: ['能否嵌入外部页面', 'Whether a page may be embedded'],
    input: Type.Object({ address: addressText }),
    run: async ({ address }, { actor, engine, secure }) => {
      const hosts = await hostsOf(engine, actor.tenantId, environment);
      const query = new URLSearchParams({ tenantId: actor.tenantId, address });
      return mayEmbed(address, hosts, secure)
        ? { frame: `/api/keyan/embedded?${query}` }
        : { frame: '' };
    },
  }),
  endpoint({
    method: 'GET',
    path: 'keyan/embedded',
    auth: 'public',
    summary: ['嵌入的外部页面', 'The document around an embedded page'],
    input: Type.Object({ tenantId: Type.String({ maxLength: 12 }), address: addressText }),
    perMinute: mostFrames,
    run: async ({ tenantId, address }, { engine, header, secure }) => {
      const hosts = await hostsOf(engine, tenantId, environment);
      // A frame cannot send a token, so it is known by its address alone. In a window of its own it
      // would lend our name to another site.
      const isFramed = ['iframe', undefined].includes(header('sec-fetch-dest'));
      if (!isFramed || !mayEmbed(address, hosts, secure)) throw new Missing();
      return new RawAnswer(documentOf(address), {
        headers: {
          'content-type': 'text/html; charset=utf-8',
          ...closedPolicy(
            'self',
            "style-src 'unsafe-inline'",
            ['frame-src', ...frameSources(hosts, secure)].join(' '),
          ),
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
        },
      });
    },
  }),
];

/** Fault of a list of hosts as the value of the parameter. */
export const hostsFault = (value: string): Label | null =>
  readHosts(value)
    .map(hostFault)
    .find((fault) => fault !== undefined) ?? null;
