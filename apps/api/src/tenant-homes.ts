import type { Secrets } from '@keyan/engine/base/secrets.ts';
import type { Database, DatabaseAddress } from '@keyan/engine/store/connection/database.ts';
import {
  finishBrokenMoves,
  type HomeAddresses,
  moveTenant,
} from '@keyan/engine/store/homes/move-tenant.ts';
import { SilentProcesses } from '@keyan/engine/store/homes/silent-processes.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import type { DataSources } from '@keyan/product/develop/develop.server.ts';
import type { TenantMoves } from '@keyan/product/develop/tenant-source.server.ts';
import { platformTenant } from '@keyan/product/shared/references/platform.ts';
import { type NamedSource, openSource } from './postgres/sources.ts';

/** Addresses of the main database; moving tenants requires that of its owner. */
export interface MainUrls {
  readonly appUrl: string;
  readonly ownerUrl?: string;
}

/** Reads the current settings of a data source by its id. @throws Missing, Refused */
export const namedSource = (
  database: Pick<Database, 'read'>,
  { sources, secrets }: { readonly sources: DataSources; readonly secrets: Secrets },
  id: string,
): Promise<NamedSource> =>
  database.read(platformTenant, async (session) => {
    const { owner, url } = await sources.placeOf(session, id);
    const [own] = await session.query<{ id: string }>('select id::text from installation');
    const installation = own?.id ?? '';
    const appPassword = secrets.derive(`login of data source ${id} ${url}`);
    return { id, owner, installation, appPassword };
  });

/** Makes the functions that move tenants between the main database and data sources. */
export const tenantMoves = (
  { appUrl, ownerUrl }: MainUrls,
  named: (id: string) => Promise<NamedSource>,
): TenantMoves => {
  /** Resolves the databases of one move; each data source is prepared once. */
  const places = (): HomeAddresses => {
    if (ownerUrl === undefined)
      throw new Error(`the owner of ${new URL(appUrl).host} is not known`);
    const opened = new Map<string, Promise<DatabaseAddress | null>>();
    const open = async (id: string): Promise<DatabaseAddress | null> => {
      let source: NamedSource;
      try {
        source = await named(id);
      } catch (error) {
        if (error instanceof Missing) return null;
        throw error;
      }
      await openSource(source);
      return source.owner;
    };
    return {
      main: ownerUrl,
      source: (id) => {
        const known = opened.get(id) ?? open(id);
        opened.set(id, known);
        return known;
      },
    };
  };
  const silent = new SilentProcesses();
  return {
    move: (asked, signal) => moveTenant({ ...asked, places: places(), signal }),
    settle: () => finishBrokenMoves(places(), silent),
  };
};
