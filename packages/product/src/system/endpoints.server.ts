import type { FileService } from '@keyan/engine/files/service.ts';
import type { Accounts } from '@keyan/engine/identity/accounts.ts';
import type { Identity } from '@keyan/engine/identity/identity.ts';
import type { Endpoint } from '@keyan/engine/wire/endpoint.ts';
import { identityEndpoints } from '@keyan/engine/wire/identity/endpoints.ts';
import { accountEndpoints } from './account.server.ts';
import { avatarEndpoints } from './avatar.server.ts';
import { deptEndpoints } from './dept.server.ts';
import { dictionaryEndpoints, type TenantDictionaries } from './dictionary.server.ts';
import { embedEndpoints } from './embed.server.ts';
import { errorLogEndpoints } from './error-log.server.ts';
import { holderEndpoints } from './holders.server.ts';
import { menuEndpoints } from './menu.server.ts';
import { preferenceEndpoints } from './preferences.server.ts';
import { registrationEndpoints } from './registration.endpoints.server.ts';
import { selectEndpoints } from './select.server.ts';
import { stateEndpoints } from './state.server.ts';
import { type Site, tenantEndpoints } from './tenant.server.ts';
import { userEndpoints } from './user.server.ts';

export interface SystemParts {
  readonly identity: Identity;
  readonly accounts: Accounts;
  readonly dictionaries: TenantDictionaries;
  readonly site: Site;
  readonly files: FileService;
  /** Of the product. */
  readonly version: string;
}

/** Every call of the platform: signing in, menus, departments, dictionaries, people, tenants. */
export const systemEndpoints = (parts: SystemParts): readonly Endpoint[] => [
  ...identityEndpoints(parts.identity),
  ...accountEndpoints(parts.identity, parts.accounts, parts.files),
  ...avatarEndpoints(parts.files, parts.identity),
  ...userEndpoints,
  ...registrationEndpoints(parts.identity),
  ...menuEndpoints,
  ...holderEndpoints,
  ...deptEndpoints,
  ...selectEndpoints,
  ...dictionaryEndpoints(parts.dictionaries),
  ...tenantEndpoints(parts.site, parts.identity),
  ...embedEndpoints(parts.site.embeds ?? []),
  ...stateEndpoints(parts.version),
  ...errorLogEndpoints,
  ...preferenceEndpoints,
];
