import { join } from 'node:path';
import { Secrets } from '@keyan/engine/base/secrets.ts';
import type { ReadActor } from '@keyan/engine/drafts/drafts.ts';
import { createEngine, type Engine } from '@keyan/engine/engine.ts';
import { diskStore } from '@keyan/engine/files/disk.ts';
import { createFiles, type FileService } from '@keyan/engine/files/service.ts';
import type { BlobStore } from '@keyan/engine/files/store.ts';
import { ExternalSignIns } from '@keyan/engine/identity/external/external.ts';
import { Identity } from '@keyan/engine/identity/identity.ts';
import { readSignedIn } from '@keyan/engine/identity/people.ts';
import { PhoneCodes } from '@keyan/engine/identity/phone-codes.ts';
import { SealedPasswords } from '@keyan/engine/identity/sealed-password.ts';
import { createJobs, type JobRunner } from '@keyan/engine/jobs/runner.ts';
import { createLive, type LivePages } from '@keyan/engine/messages/live.ts';
import { createMessages, type MessageService } from '@keyan/engine/messages/service.ts';
import { OutgoingClient } from '@keyan/engine/outgoing/client.ts';
import { Notifications } from '@keyan/engine/store/connection/notifications.ts';
import { TenantDatabases } from '@keyan/engine/store/homes/tenant-databases.ts';
import { leaseIds } from '@keyan/engine/store/schema/ids.ts';
import { createNumbers } from '@keyan/engine/store/schema/numbers.ts';
import { ProcessObserver } from '@keyan/engine/telemetry/figures.ts';
import { fileLink } from '@keyan/engine/wire/files/endpoints.ts';
import { signInPath } from '@keyan/engine/wire/identity/endpoints.ts';
import { WorkerPool } from '@keyan/engine/workers/pool.ts';
import { createWorkflow, type Runtime } from '@keyan/engine/workflow/runtime/runtime.ts';
import { checkSpecimens } from '@keyan/kernel/specimen/check.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { Collector } from '@keyan/product/collecting/collector.server.ts';
import { shippedFallbacks } from '@keyan/product/composition/fallbacks.server.ts';
import { routeMatters } from '@keyan/product/composition/matters.server.ts';
import { DataSources, datasourceBehaviour } from '@keyan/product/develop/develop.server.ts';
import type { TenantMoves } from '@keyan/product/develop/tenant-source.server.ts';
import { financeSourceBehaviour } from '@keyan/product/funds/exchange/exchange.endpoints.server.ts';
import { FinanceSources } from '@keyan/product/funds/exchange/tables.server.ts';
import { type ServerApplication, serverApplication } from '@keyan/product/index.server.ts';
import { recordLook } from '@keyan/product/privacy/masked-look.server.ts';
import { formWriterWith } from '@keyan/product/shared/paper/drawn-form.server.ts';
import { administratorRoles } from '@keyan/product/shared/references/platform.ts';
import { mayViewPagesOf } from '@keyan/product/system/accounts/reach.server.ts';
import { WebPush } from '@keyan/product/system/delivery/push.server.ts';
import { TenantDictionaries } from '@keyan/product/system/dictionaries/dictionary.server.ts';
import { damageReporter } from '@keyan/product/system/error-log/error-log.server.ts';
import { Im } from '@keyan/product/system/im/im.server.ts';
import { GroupRobots } from '@keyan/product/system/im/robots.server.ts';
import { Mail } from '@keyan/product/system/mail/mail.server.ts';
import { storageQuota } from '@keyan/product/system/parameters/quota.server.ts';
import { TextMessages } from '@keyan/product/system/sms/sms.server.ts';
import { smsUses } from '@keyan/product/system/sms/sms.ts';
import { universityCategories } from '@keyan/product/system/storage/attachment-category.server.ts';
import { ObjectStores, ossBehaviour } from '@keyan/product/system/storage/oss.server.ts';
import {
  type Env,
  type FileStoreSettings,
  makePrivate,
  signInServices,
  sm2PrivateKeys,
  tokenSecret,
} from './env.ts';
import { createLog } from './log.ts';
import { replicaSettings } from './postgres/replicas.ts';
import { openSource } from './postgres/sources.ts';
import { type MainUrls, namedSource, tenantMoves } from './tenant-homes.ts';

/** Running services of one process; the owner closes them. */
export interface Parts {
  readonly application: ServerApplication;
  readonly engine: Engine;
  readonly identity: Identity;
  readonly external: ExternalSignIns;
  readonly phoneCodes: PhoneCodes;
  readonly texts: TextMessages;
  readonly mail: Mail;
  readonly im: Im;
  readonly push: WebPush;
  readonly robots: GroupRobots;
  readonly objectStores: ObjectStores;
  readonly dataSources: DataSources;
  readonly financeSources: FinanceSources;
  readonly collector: Collector;
  /** Hosts in private networks that outgoing connections may reach: mail, storage, webhooks. */
  readonly serviceHosts: readonly string[];
  readonly tenantMoves: TenantMoves;
  readonly notifications: Notifications;
  readonly files: FileService;
  readonly dictionaries: TenantDictionaries;
  readonly messages: MessageService;
  readonly live: LivePages;
  readonly workflow: Runtime;
  readonly jobs: JobRunner;
  /** Observer of processor, memory and calls of this process, for metrics and the page 系统监控. */
  readonly observer: ProcessObserver;
  readonly actorOf: ReadActor;
  close(): Promise<void>;
}

/** Opens a file store by its kind. The large S3 client is loaded only if used. */
const storeOpeners: {
  readonly [K in FileStoreSettings['kind']]: (
    settings: Extract<FileStoreSettings, { kind: K }>,
  ) => Promise<BlobStore>;
} = {
  disk: async ({ folder }) => {
    makePrivate(folder);
    return diskStore(folder);
  },
  s3: async ({ forcePathStyle, ...settings }) => {
    const { s3Store } = await import('@keyan/engine/files/s3.ts');
    return s3Store({ ...settings, pathStyle: forcePathStyle });
  },
};

const openStore = <K extends FileStoreSettings['kind']>(
  settings: Extract<FileStoreSettings, { kind: K }>,
): Promise<BlobStore> => storeOpeners[settings.kind as K](settings);

/**
 * Applications whose definitions were already checked: tests open many processes with one
 * application.
 */
const checkedApplications = new WeakSet<ServerApplication>();

/**
 * Checks that every definition can be satisfied by a specimen record.
 * @throws Error for a definition that no record can satisfy.
 */
const refuseImpossible = (application: ServerApplication, today: string): void => {
  if (checkedApplications.has(application)) return;
  checkSpecimens(application.resources, today);
  checkedApplications.add(application);
};

/**
 * Assembles a process: the engine with the product, on a migrated database. Long because it lists
 * the services in the order of their dependencies.
 *
 * @throws Error for a definition that no record can satisfy.
 * @param urls addresses of the database.
 * @param application the product; tests add a resource to it.
 */
export async function openParts(
  env: Env,
  urls: MainUrls,
  application: ServerApplication = serverApplication,
): Promise<Parts> {
  const clock = (): Date => new Date();
  refuseImpossible(application, dayText(clock()));
  const log = createLog(env.logLevel);
  const secret = tokenSecret(env);

  const secrets = new Secrets(secret);
  const dataSources = new DataSources({ secrets, hosts: env.serviceHosts, isOn: env.develop });
  const notifications = new Notifications(urls.appUrl);
  const named = (id: string) => namedSource(database, { sources: dataSources, secrets }, id);
  const database: TenantDatabases = new TenantDatabases({
    main: urls.appUrl,
    notifications,
    connections: { main: env.databaseConnections, source: env.datasourceConnections },
    open: async (id) => openSource(await named(id)),
    replicas: replicaSettings(env, urls.appUrl),
    log,
  });
  const ids = await leaseIds(database);
  const identity = new Identity({
    database,
    notifications,
    ids,
    clock,
    log,
    secret,
    signInPath,
    captcha: env.captcha,
    sealed: new SealedPasswords(sm2PrivateKeys(env)),
    mayLook: mayViewPagesOf(() => engine),
  });
  const external = new ExternalSignIns(
    { database, ids, clock, log, identity, secret, signInPath, administrators: administratorRoles },
    signInServices(env),
  );
  const dictionaries = new TenantDictionaries(database, notifications);
  await notifications.start();
  await database.start();

  const actorOf: ReadActor = (tenantId, userId) =>
    database.read(
      tenantId,
      async (session) => (await readSignedIn(session, userId, clock()))?.actor ?? null,
    );
  const room = join(env.dataDir, 'incoming');
  makePrivate(room);
  const objectStores = new ObjectStores({ database, secrets, hosts: env.serviceHosts, room });
  const files = createFiles({
    database,
    store: await openStore(env.files),
    stores: objectStores,
    room,
    secret: Buffer.from(secret).toString('base64'),
    clock,
    linkTo: fileLink,
    categories: universityCategories,
    quotaOf: storageQuota,
    onDamage: damageReporter({ database, ids, clock, log }),
    holderOf: (...session) => identity.holderOf(...session),
  });
  const live = createLive(database, notifications);
  const messages = createMessages({ ids, clock, live });
  const workflow = createWorkflow(shippedFallbacks, notifications, routeMatters);
  const jobs = createJobs({ database, ids, clock, log });
  const observer = new ProcessObserver();
  const workers = new WorkerPool({ log });
  const texts = new TextMessages({ database, ids, clock, log, secrets });
  const financeSources = new FinanceSources({
    secrets,
    hosts: env.serviceHosts,
    room: join(env.dataDir, 'exchange'),
  });
  const outgoing = new OutgoingClient({ hosts: env.serviceHosts, clock });
  const collector = new Collector({ outgoing, secrets });
  const services = { database, ids, clock, log, secrets, hosts: env.serviceHosts };
  const mail = new Mail(services);
  const im = new Im(services);
  const push = new WebPush(services);
  const robots = new GroupRobots(services);
  const phoneCodes = new PhoneCodes({
    database,
    clock,
    log,
    secret,
    send: (tenantId, phone, code) =>
      texts.send(tenantId, { phones: [phone], params: { code }, use: smsUses.code }),
  });
  const engine = createEngine({
    database,
    workers,
    resources: application.resources,
    kinds: application.kinds,
    behaviours: [
      ...application.behaviours,
      ossBehaviour(objectStores),
      datasourceBehaviour(dataSources),
      financeSourceBehaviour(financeSources),
    ],
    clock,
    ids,
    numbers: createNumbers(database),
    workflow,
    messages,
    files,
    dictionaries,
    jobs,
    secrets,
    looked: recordLook,
    formWriter: formWriterWith(files),
    notifications,
    log,
  });
  return {
    application,
    actorOf,
    engine,
    identity,
    external,
    phoneCodes,
    texts,
    mail,
    im,
    push,
    robots,
    objectStores,
    dataSources,
    financeSources,
    collector,
    serviceHosts: env.serviceHosts,
    tenantMoves: tenantMoves(urls, named),
    notifications,
    files,
    dictionaries,
    messages,
    live,
    workflow,
    jobs,
    observer,
    close: async () => {
      observer.close();
      await jobs.stop();
      await workers.close();
      await live.close();
      await notifications.close();
      await ids.close();
      await database.close();
    },
  };
}
