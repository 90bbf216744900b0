import type { Engine } from '@keyan/engine/engine.ts';
import type { Database } from '@keyan/engine/store/connection/database.ts';
import { say } from '@keyan/kernel/label.ts';
import { entitiesOf, entityKeyOf } from '../entities.server.ts';
import { type Entity, openaireSets } from '../entity.ts';
import {
  countItems,
  harvestStart,
  itemsOfSet,
  listItemsOf,
  nextHarvestItems,
  pageSize,
  type RegisterItem,
  setsOfItem,
} from '../items.server.ts';
import { outlets } from '../outlets.ts';
import { publicPath } from '../publishing.ts';
import { exactMomentSql } from '../register.server.ts';
import { hostOfAddress, type Site } from '../site.server.ts';
import { writeCerif } from './cerif.ts';
import { dublinCore } from './dublin-core.ts';
import { OaiError, type OaiRequest, type OaiVerb, readSpan } from './request.ts';
import { type HarvestPosition, readToken, tokenEndOf, writeToken } from './token.server.ts';
import { textElement, type Xml, xmlElement } from './xml.ts';

/** Dependencies for answering a request. */
export interface AnswerContext {
  readonly engine: Engine;
  readonly site: Site;
}

interface Format {
  readonly schema: string;
  readonly namespace: string;
  write(entity: Entity, key: string, site: Site): Xml;
}

/** Record formats by metadata prefix. */
export const recordFormats: Readonly<Record<string, Format>> = {
  oai_dc: {
    schema: 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
    namespace: 'http://www.openarchives.org/OAI/2.0/oai_dc/',
    write(entity, key, { settings }) {
      const [outlet = '', id = ''] = key.split('/');
      return dublinCore(entity, settings.address + publicPath(outlet, id));
    },
  },
  oai_cerif_openaire: {
    schema: 'https://www.openaire.eu/schema/cris/1.2/openaire-cerif-profile.xsd',
    namespace: 'https://www.openaire.eu/cerif-profile/1.2/',
    write: (entity, key, { school, settings }) =>
      writeCerif(entity, key, { school, ror: settings.ror }),
  },
};

/** UTC time with seconds, in the notation of OAI-PMH. */
export const utcSecond = (moment: string): string => `${moment.slice(0, 19)}Z`;

const formatOf = (prefix: string): Format => {
  const format = Object.hasOwn(recordFormats, prefix) ? recordFormats[prefix] : undefined;
  if (!format) throw new OaiError('cannotDisseminateFormat', `There is no format ${prefix}`);
  return format;
};

const identifierOf = (
  { settings }: Site,
  { outlet, id }: Pick<RegisterItem, 'outlet' | 'id'>,
): string =>
  `oai:${hostOfAddress(settings.address).replace(/:\d+$/, '')}:${entityKeyOf(outlet, id)}`;

/** Record key in an identifier; null if the identifier has another form. */
const namedBy = (site: Site, identifier: string) => {
  const [, outlet = '', id = ''] = /:([\w]+)\/(\d{1,19})$/.exec(identifier) ?? [];
  return identifier === identifierOf(site, { outlet, id }) ? { outlet, id } : null;
};

const headerOf = (site: Site, item: RegisterItem, isGone: boolean): Xml =>
  xmlElement(
    'header',
    { status: isGone ? 'deleted' : undefined },
    textElement('identifier', identifierOf(site, item)),
    textElement('datestamp', utcSecond(item.stamp)),
    ...setsOfItem(item).map((set) => textElement('setSpec', set)),
  );

/** Records with headers; a record that is no longer publishable gets only its header. */
const recordsOf = async (
  { engine, site }: AnswerContext,
  items: readonly RegisterItem[],
  format: Format,
): Promise<readonly Xml[]> => {
  const entities = await entitiesOf(
    engine,
    site,
    items.filter(({ isDeleted }) => !isDeleted),
  );
  return items.map((item) => {
    const key = entityKeyOf(item.outlet, item.id);
    const entity = item.isDeleted ? undefined : entities.get(key);
    return xmlElement(
      'record',
      {},
      headerOf(site, item, entity === undefined),
      entity ? xmlElement('metadata', {}, format.write(entity, key, site)) : '',
    );
  });
};

const identify = async ({ engine, site }: AnswerContext): Promise<Xml> => {
  const { settings, tenantId } = site;
  const [row] = await engine.database.short<{ first: string | null }>(tenantId, {
    sql: `select ${exactMomentSql('min(datestamp)')} as first from published where tenant_id = $1`,
    parameters: [tenantId],
  });
  const host = hostOfAddress(settings.address).replace(/:\d+$/, '');
  return [
    textElement('repositoryName', settings.repositoryName || site.school),
    textElement('baseURL', `${settings.address}/api/oai`),
    textElement('protocolVersion', '2.0'),
    textElement('adminEmail', settings.adminEmail),
    textElement('earliestDatestamp', utcSecond(row?.first ?? new Date().toISOString())),
    textElement('deletedRecord', 'persistent'),
    textElement('granularity', 'YYYY-MM-DDThh:mm:ssZ'),
    xmlElement(
      'description',
      {},
      xmlElement(
        'oai-identifier',
        { xmlns: 'http://www.openarchives.org/OAI/2.0/oai-identifier' },
        textElement('scheme', 'oai'),
        textElement('repositoryIdentifier', host),
        textElement('delimiter', ':'),
        textElement('sampleIdentifier', `oai:${host}:papersapp/12`),
      ),
    ),
    xmlElement(
      'description',
      {},
      xmlElement(
        'Service',
        { xmlns: 'https://www.openaire.eu/cerif-profile/1.2/', id: 'Services/keyan' },
        textElement(
          'Compatibility',
          'https://www.openaire.eu/cerif-profile/vocab/OpenAIRE_Service_Compatibility#1.2',
          { xmlns: 'https://www.openaire.eu/cerif-profile/vocab/OpenAIRE_Service_Compatibility' },
        ),
        textElement('Acronym', host),
        textElement('Name', settings.repositoryName || site.school),
        textElement('WebsiteURL', settings.address),
        textElement('OAIPMHBaseURL', `${settings.address}/api/oai`),
      ),
    ),
  ].join('');
};

/**
 * Register entry of an identifier.
 * @throws OaiError idDoesNotExist
 */
const itemAt = async (
  { database }: { readonly database: Database },
  site: Site,
  identifier: string,
): Promise<RegisterItem> => {
  const named = namedBy(site, identifier);
  const [item] = named
    ? await database.read(site.tenantId, (session) =>
        listItemsOf(session, named.outlet, [named.id]),
      )
    : [];
  if (!item) throw new OaiError('idDoesNotExist', `There is no record ${identifier}`);
  return item;
};

const listFormats = async (answering: AnswerContext, { given }: OaiRequest): Promise<Xml> => {
  if (given.identifier !== undefined) {
    await itemAt(answering.engine, answering.site, given.identifier);
  }
  return Object.entries(recordFormats)
    .map(([prefix, { schema, namespace }]) =>
      xmlElement(
        'metadataFormat',
        {},
        textElement('metadataPrefix', prefix),
        textElement('schema', schema),
        textElement('metadataNamespace', namespace),
      ),
    )
    .join('');
};

const listSets = async ({ engine, site }: AnswerContext, { given }: OaiRequest): Promise<Xml> => {
  // All sets fit in one response, so any resumption token is invalid.
  if (given.resumptionToken !== undefined) {
    throw new OaiError('badResumptionToken', 'The list of sets is complete in one answer');
  }
  const depts = await engine.database.read(site.tenantId, (session) =>
    session.query<{ code: string; name: string }>(
      `select d.dept_code as code, d.dept_name as name from dept d
        where d.tenant_id = $1 and d.is_deleted = 0 and d.dept_code ~ '^[A-Za-z0-9_.~-]+$' order by d.dept_code`,
      [site.tenantId],
    ),
  );
  const set = (spec: string, name: string): Xml =>
    xmlElement('set', {}, textElement('setSpec', spec), textElement('setName', name));
  return [
    ...Object.values(openaireSets).map((spec) =>
      set(spec, spec.replace('openaire_cris', 'OpenAIRE_CRIS')),
    ),
    ...outlets
      .filter(({ key }) => site.settings.outlets.includes(key))
      .map(({ key, label }) => set(`kind:${key}`, say(label, 'zh'))),
    ...depts.map(({ code, name }) => set(`dept:${code}`, name)),
  ].join('');
};

const getRecord = async (answering: AnswerContext, { given }: OaiRequest): Promise<Xml> => {
  const format = formatOf(given.metadataPrefix ?? '');
  const item = await itemAt(answering.engine, answering.site, given.identifier ?? '');
  return (await recordsOf(answering, [item], format)).join('');
};

/** Harvest position of a request: a new one, or the one in its token. */
const walkOf = async (
  { engine, site }: AnswerContext,
  { given }: OaiRequest,
): Promise<HarvestPosition> => {
  const { tenantId } = site;
  if (given.resumptionToken !== undefined) {
    const walk = readToken(given.resumptionToken, engine.secrets, tenantId, engine.clock());
    if (!walk) throw new OaiError('badResumptionToken', 'The token is wrong, or a day old');
    return walk;
  }
  const { metadataPrefix: prefix = '', set = '' } = given;
  formatOf(prefix);
  const span = readSpan(given);
  if (!itemsOfSet(set, 1)) throw new OaiError('noRecordsMatch', `There is no set ${set}`);
  return engine.database.transaction(tenantId, async (tx) => {
    const at = await harvestStart(tx);
    const total = await countItems(tx, { set, at, ...span });
    return { prefix, set, ...span, at, last: null, cursor: 0, total };
  });
};

/** Page of a list with the resumption token of the next page. */
const listPage = async (
  answering: AnswerContext,
  request: OaiRequest,
  write: (items: readonly RegisterItem[], walk: HarvestPosition) => Promise<readonly Xml[]>,
): Promise<Xml> => {
  const { engine, site } = answering;
  const walk = await walkOf(answering, request);
  const found = await engine.database.read(site.tenantId, (session) =>
    nextHarvestItems(session, walk),
  );
  if (!found || found.length === 0) {
    throw new OaiError('noRecordsMatch', 'No record matches');
  }
  const items = found.slice(0, pageSize);
  const last = items.at(-1);
  const hasMore = found.length > pageSize && last !== undefined;
  const attributes = { completeListSize: String(walk.total), cursor: String(walk.cursor) };
  const next =
    hasMore &&
    writeToken(
      {
        ...walk,
        last: { stamp: last.at, id: last.id, outlet: last.outlet },
        cursor: walk.cursor + items.length,
      },
      engine.secrets,
      site.tenantId,
    );
  const token = next
    ? textElement('resumptionToken', next, {
        expirationDate: utcSecond(tokenEndOf(walk).toISOString()),
        ...attributes,
      })
    : // The last page of several has an empty token.
      walk.cursor > 0
      ? xmlElement('resumptionToken', attributes)
      : '';
  return [...(await write(items, walk)), token].join('');
};

const writers: Readonly<
  Record<OaiVerb, (answering: AnswerContext, request: OaiRequest) => Promise<Xml>>
> = {
  Identify: identify,
  ListMetadataFormats: listFormats,
  ListSets: listSets,
  ListIdentifiers: (answering, request) =>
    listPage(answering, request, async (items) =>
      items.map((item) => headerOf(answering.site, item, item.isDeleted)),
    ),
  ListRecords: (answering, request) =>
    listPage(answering, request, (items, { prefix }) =>
      recordsOf(answering, items, formatOf(prefix)),
    ),
  GetRecord: getRecord,
};

/**
 * Content of the element named after the verb.
 * @throws OaiError
 */
export const contentOfItem = (answering: AnswerContext, request: OaiRequest): Promise<Xml> =>
  writers[request.verb](answering, request);
