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

/** Reads the hosts that the tenant may embed now. */
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

/** HTML document with a frame for the URL and no scripts. */
const documentOf = (address: string): string => `<!doctype html>
<meta charset="utf-8">
<title>${text(new URL(address).host)}</title>
<style>html,body,iframe{display:block;width:100%;height:100%;margin:0;border:0}</style>
<iframe src="${text(address)}" title="${text(new URL(address).host)}" referrerpolicy="no-referrer"></iframe>
`;

/**
 * Maximum number of frame documents per minute and client address: the call needs no token, and a campus may share one
 * address.
 */
const maxFramesPerMinute = 1200;

const addressText = Type.String({ maxLength: 2000 });

/**
 * Calls that embed pages of other sites (`/myiframe`, ruling 47). The foreign page is framed by a separate document
 * whose content security policy lists the tenant's hosts; the console itself may frame only its own origin.
 * @param environment hosts of the operator (`EMBED_HOSTS`), allowed for every tenant
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
    perMinute: maxFramesPerMinute,
    run: async ({ tenantId, address }, { engine, header, secure }) => {
      const hosts = await hostsOf(engine, tenantId, environment);
      // A frame cannot send a token, so only its URL identifies the tenant. Opened outside a frame the document
      // would show a foreign site under the product's domain.
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

/** Returns the fault of a host list as parameter value, or null. */
export const hostsFault = (value: string): Label | null =>
  readHosts(value)
    .map(hostFault)
    .find((fault) => fault !== undefined) ?? null;
