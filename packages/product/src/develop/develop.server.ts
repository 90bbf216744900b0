import { isIP } from 'node:net';
import { NoService, openAddress } from '@keyan/engine/base/addresses.ts';
import type { Secrets } from '@keyan/engine/base/secrets.ts';
import { type Behaviour, behave } from '@keyan/engine/records/behaviour.ts';
import type { Session } from '@keyan/engine/store/database.ts';
import { lookInto, type OtherColumn } from '@keyan/engine/store/other-database.ts';
import { Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { asFaultOf } from '../shared/fault.ts';
import { sealedSecret } from '../shared/sealing.server.ts';
import { databaseAddress, datasource } from './datasource.ts';

/** What a sealed password is sealed for: it opens for no other university. */
const purposeOf = (tenantId: string): string => `datasource ${tenantId}`;

export interface DataSourceParts {
  readonly secrets: Secrets;
  /** Hosts in closed networks that may be named. */
  readonly hosts: readonly string[];
  /** May this installation connect to other databases at all? */
  readonly isOn: boolean;
}

interface Source {
  readonly url: string | null;
  readonly username: string | null;
  /** Sealed. */
  readonly password: string | null;
}

const off: Label = [
  '本系统未开启开发功能（DEVELOP）',
  'Development is switched off in this installation (DEVELOP)',
];

const why: Readonly<Record<NoService['reason'], Label>> = {
  unknown: ['数据库的主机名不存在', 'There is no database server of this name'],
  closed: [
    '数据库在内部网络中，须由运维在 SERVICE_HOSTS 中放行',
    'The database lies in a closed network; the operator opens it in SERVICE_HOSTS',
  ],
};

/** Databases of the university that were entered as data sources. */
export class DataSources {
  readonly #parts: DataSourceParts;

  constructor(parts: DataSourceParts) {
    this.#parts = parts;
  }

  get isOn(): boolean {
    return this.#parts.isOn;
  }

  /** @throws Refused where development is off */
  demandOn(): void {
    if (!this.#parts.isOn) throw new Refused(off);
  }

  /**
   * The columns of a table of a source; without a table only connects.
   * @throws Refused saying what does not work
   */
  async look(tenantId: string, source: Source, table?: string): Promise<readonly OtherColumn[]> {
    this.demandOn();
    const { url, username, password: kept } = source;
    const parts = databaseAddress.exec(url ?? '')?.groups;
    if (!parts) throw new Refused(['连接地址格式不正确', 'The address is none']);
    const { host = '', port, database = '', options = '' } = parts;
    const { secrets, hosts } = this.#parts;
    const address = await openAddress(host, hosts).catch((error: unknown) => {
      throw error instanceof NoService ? new Refused(why[error.reason]) : error;
    });
    const password = kept === null ? null : secrets.open(kept, purposeOf(tenantId));
    if (password === null) {
      throw new Refused([
        '数据源的密码无法解密，请重新填写',
        'The password of the source cannot be opened; type it again',
      ]);
    }
    const isEncrypted = /(^|&)(sslmode=(require|verify-\w+)|ssl=true)(&|$)/.test(options);
    try {
      return await lookInto(
        {
          address,
          ...(isEncrypted && { serverName: isIP(host) === 0 ? host : '' }),
          port: Number(port ?? 5432),
          database,
          user: username ?? '',
          password,
        },
        table,
      );
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Refused(
        fill(['无法连接数据源：{reason}', 'The source cannot be used: {reason}'], { reason }),
      );
    }
  }

  /** The columns of a table of a stored source. @throws Missing, Refused */
  async columns(
    session: Session,
    sourceId: string | null,
    table: string,
  ): Promise<readonly OtherColumn[]> {
    const [source] = await session.query<Source>(
      `select url, username, password from data_source
        where tenant_id = $1 and id = $2 and is_deleted = 0`,
      [session.tenantId, sourceId],
    );
    if (!source) throw new Missing();
    const columns = await this.look(session.tenantId, source, table);
    if (columns.length === 0) {
      throw new Refused(
        fill(['数据源中没有表 {table}', 'The source has no table {table}'], { table }),
      );
    }
    return columns;
  }
}

/** A source is saved if it can be connected to; its password is sealed before anything stores it. */
export const datasourceBehaviour = (sources: DataSources, secrets: Secrets): Behaviour =>
  behave(datasource, {
    complete: async (row, { actor, before }) => ({
      password: sealedSecret(row, before, {
        secrets,
        purpose: purposeOf(actor.tenantId),
        field: 'password',
        toldTo: ['url', 'username'],
        again: ['更换地址后请重新输入密码', 'Type the password again after changing the address'],
      }),
    }),
    ahead: {
      save: async (row, { tenantId }) => {
        if (!sources.isOn) return;
        await sources.look(tenantId, row).catch((error: unknown) => {
          throw asFaultOf('url', error);
        });
      },
    },
  });
