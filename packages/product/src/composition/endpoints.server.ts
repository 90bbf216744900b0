import type { EngineJob } from '@keyan/engine/engine.ts';
import type { FileService } from '@keyan/engine/files/service.ts';
import type { Accounts } from '@keyan/engine/identity/accounts.ts';
import type { ExternalSignIns } from '@keyan/engine/identity/external/external.ts';
import type { Identity } from '@keyan/engine/identity/identity.ts';
import type { PhoneCodes } from '@keyan/engine/identity/phone-codes.ts';
import type { ProcessObserver } from '@keyan/engine/telemetry/figures.ts';
import type { Endpoint } from '@keyan/engine/wire/endpoint.ts';
import { identityEndpoints } from '@keyan/engine/wire/identity/endpoints.ts';
import { doiEndpoints } from '../achievement/paper/doi.endpoints.server.ts';
import { collectingEndpoints } from '../collecting/collecting.endpoints.server.ts';
import type { Collector } from '../collecting/collector.server.ts';
import { ownWorksEndpoints } from '../collecting/own.endpoints.server.ts';
import { refreshEndpoints } from '../collecting/refresh.endpoints.server.ts';
import { developEndpoints } from '../develop/develop.endpoints.server.ts';
import type { DataSources } from '../develop/develop.server.ts';
import { tenantSourceEndpoints } from '../develop/tenant-source.server.ts';
import { fillEndpoints } from '../filling/fill.endpoints.server.ts';
import { financeEndpoints } from '../funds/exchange/exchange.endpoints.server.ts';
import type { FinanceSources } from '../funds/exchange/tables.server.ts';
import { movingEndpoints } from '../moving/moving.endpoints.server.ts';
import { sponsorListEndpoints } from '../project/sponsors/list.endpoints.server.ts';
import { annualHandingEndpoints } from '../reports/annual/handing-out.server.ts';
import { expertEndpoints } from '../review/expert.endpoints.server.ts';
import { externalEndpoints } from '../review/external/external.endpoints.server.ts';
import { accountEndpoints } from '../system/accounts/account.server.ts';
import { accountEditEndpoints } from '../system/accounts/account-edit.endpoints.server.ts';
import { selectEndpoints } from '../system/accounts/select.server.ts';
import { userEndpoints } from '../system/accounts/user.server.ts';
import { choiceEndpoints } from '../system/delivery/choices.server.ts';
import { deliveryLogEndpoints } from '../system/delivery/log.endpoints.server.ts';
import { pushEndpoints } from '../system/delivery/push.endpoints.server.ts';
import type { WebPush } from '../system/delivery/push.server.ts';
import { deptEndpoints } from '../system/departments/dept.server.ts';
import { deptEditEndpoints } from '../system/departments/dept-edit.server.ts';
import {
  dictionaryEndpoints,
  type TenantDictionaries,
} from '../system/dictionaries/dictionary.server.ts';
import { embedEndpoints } from '../system/embedding/embed.server.ts';
import { errorLogEndpoints } from '../system/error-log/error-log.server.ts';
import { explainEndpoints } from '../system/explaining/explain.server.ts';
import { imEndpoints } from '../system/im/im.endpoints.server.ts';
import type { Im } from '../system/im/im.server.ts';
import { robotEndpoints } from '../system/im/robot.endpoints.server.ts';
import type { GroupRobots } from '../system/im/robots.server.ts';
import { jobEndpoints } from '../system/jobs/jobs.server.ts';
import { logEndpoints } from '../system/logs/logs.server.ts';
import { mailEndpoints } from '../system/mail/mail.endpoints.server.ts';
import type { Mail } from '../system/mail/mail.server.ts';
import { holderEndpoints } from '../system/menus/holders.server.ts';
import { menuEndpoints } from '../system/menus/menu.server.ts';
import { menuEditEndpoints } from '../system/menus/menu-edit.endpoints.server.ts';
import { topMenuEndpoints } from '../system/menus/top-menu.endpoints.server.ts';
import { performanceEndpoints } from '../system/performance/performance.server.ts';
import { avatarEndpoints } from '../system/profile/avatar.server.ts';
import { preferenceEndpoints } from '../system/profile/preferences.server.ts';
import { profileEndpoints } from '../system/profile/profile.server.ts';
import { registrationEndpoints } from '../system/registration/registration.endpoints.server.ts';
import { roleEndpoints } from '../system/roles/role.endpoints.server.ts';
import { sessionEndpoints } from '../system/sessions/sessions.server.ts';
import { viewingEndpoints } from '../system/sessions/viewing.server.ts';
import { smsEndpoints } from '../system/sms/sms.endpoints.server.ts';
import type { TextMessages } from '../system/sms/sms.server.ts';
import { stateEndpoints } from '../system/state/state.server.ts';
import { ossEndpoints } from '../system/storage/oss.endpoints.server.ts';
import type { ObjectStores } from '../system/storage/oss.server.ts';
import { tenantKeepingEndpoints } from '../system/tenants/tenant.endpoints.server.ts';
import { platformCodes } from './menu-nodes.ts';
import { menus } from './menus.ts';
import { type SiteInfo, tenantEndpoints } from './tenant.server.ts';
import { tenantAdministratorEndpoints } from './tenant-administrator.server.ts';

export interface SystemDependencies {
  readonly identity: Identity;
  /** External sign-in services, such as CAS. */
  readonly external?: ExternalSignIns;
  /** Sign-in codes sent by text message. */
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
  readonly accounts: Accounts;
  readonly dictionaries: TenantDictionaries;
  readonly site: SiteInfo;
  readonly files: FileService;
  /** Jobs of the installation. */
  readonly jobs: readonly Pick<EngineJob, 'name' | 'label' | 'at'>[];
  /** Metrics of this server process. */
  readonly observer: ProcessObserver;
  /** Version of the product. */
  readonly version: string;
}

/** Calls of the platform: sign-in, menus, departments, dictionaries, people, tenants. */
export const systemEndpoints = (parts: SystemDependencies): readonly Endpoint[] => [
  ...identityEndpoints(parts.identity, parts.external, parts.phoneCodes),
  ...smsEndpoints(parts.texts, parts.phoneCodes, parts.identity),
  ...mailEndpoints(parts.mail),
  ...imEndpoints(parts.im),
  ...robotEndpoints(parts.robots),
  ...ossEndpoints(parts.objectStores),
  ...developEndpoints(parts.dataSources),
  ...tenantSourceEndpoints(parts.dataSources),
  ...financeEndpoints(parts.financeSources),
  ...collectingEndpoints(parts.collector),
  ...ownWorksEndpoints(parts.collector),
  ...refreshEndpoints(parts.collector),
  ...doiEndpoints(parts.collector.outgoing),
  ...choiceEndpoints,
  ...pushEndpoints(parts.push),
  ...deliveryLogEndpoints,
  ...profileEndpoints(parts.identity, parts.accounts, parts.files),
  ...accountEndpoints(parts.identity, parts.accounts),
  ...accountEditEndpoints(parts.identity, parts.accounts),
  ...expertEndpoints(parts.accounts),
  ...externalEndpoints(parts),
  ...avatarEndpoints(parts.files, parts.identity),
  ...sponsorListEndpoints(parts.files),
  ...movingEndpoints(parts.files),
  ...fillEndpoints(parts.files),
  ...annualHandingEndpoints(parts.files),
  ...userEndpoints,
  ...registrationEndpoints(parts.identity),
  ...menuEndpoints,
  ...menuEditEndpoints,
  ...topMenuEndpoints,
  ...holderEndpoints,
  ...roleEndpoints(parts.identity, platformCodes(menus)),
  ...explainEndpoints,
  ...deptEndpoints,
  ...deptEditEndpoints,
  ...selectEndpoints,
  ...dictionaryEndpoints(parts.dictionaries),
  ...tenantEndpoints(parts.site, parts.identity, parts.external),
  ...tenantKeepingEndpoints,
  ...tenantAdministratorEndpoints(parts.accounts),
  ...embedEndpoints(parts.site.embeds ?? []),
  ...stateEndpoints(parts.version),
  ...errorLogEndpoints,
  ...logEndpoints,
  ...jobEndpoints(parts.jobs),
  ...performanceEndpoints(parts.observer),
  ...sessionEndpoints(parts.identity),
  ...viewingEndpoints(parts.identity),
  ...preferenceEndpoints,
];
