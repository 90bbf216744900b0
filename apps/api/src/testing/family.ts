import { toWire } from '@keyan/engine/identity/password.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { FastifyInstance } from 'fastify';

/**
 * Way in which a BladeX client sends parameters: in the address and again as JSON (as specified),
 * in the address only with saves as JSON, or as a form.
 */
export type Dialect = 'spec' | 'json' | 'form';

export const clientDialects: readonly Dialect[] = ['spec', 'json', 'form'];

type Given = Readonly<Record<string, string | readonly string[]>>;

/** Response fields that BladeX clients read: `code` or `success`, then `data`. */
export interface FamilyAnswer<Data = unknown> {
  readonly status: number;
  readonly code: number;
  readonly success: boolean;
  readonly msg: string;
  /** The type of `data` differs by call: each test names the expected one. */
  readonly data: Data;
  readonly headers: RowLike;
  readonly raw: Buffer;
}

/** Row as BladeX clients receive it. */
export type FamilyRow = Readonly<Record<string, string>>;

/** Page of rows as BladeX clients receive it. */
export interface FamilyPage {
  readonly total: number;
  readonly records: readonly FamilyRow[];
}

const basic = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;

const flat = (given: Given): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, [value].flat().join(',')]),
  );

/** Client of a test that calls the server as a BladeX client in an English browser does. */
export class FamilyClient {
  readonly #server: FastifyInstance;
  readonly #dialect: Dialect;
  #token = '';
  #cookies = '';

  constructor(server: FastifyInstance, dialect: Dialect) {
    this.#server = server;
    this.#dialect = dialect;
  }

  async signIn(tenantId: string, account: string, password: string): Promise<this> {
    const answer = await this.#send('POST', 'blade-auth/oauth/token', {
      query: {
        tenantId,
        username: account,
        password: toWire(password),
        grant_type: 'password',
        scope: 'all',
        type: 'account',
      },
    });
    const { access_token: token } = JSON.parse(answer.raw.toString()) as { access_token?: string };
    if (!token) throw new Error(`${account} could not sign in: ${answer.raw.toString()}`);
    this.#token = token;
    const cookies = [answer.headers['set-cookie'] ?? []].flat() as string[];
    this.#cookies = cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');
    return this;
  }

  get<Data>(path: string, given: Given = {}): Promise<FamilyAnswer<Data>> {
    const stamp: Record<string, string> = this.#dialect === 'spec' ? { _t: '1795312800000' } : {};
    return this.#send<Data>('GET', path, { query: { ...flat(given), ...stamp } });
  }

  /** Calls that change records by their ids. */
  act(path: string, given: Given): Promise<FamilyAnswer> {
    if (this.#dialect === 'form') return this.#form(path, flat(given));
    return this.#send('POST', path, {
      query: flat(given),
      ...(this.#dialect === 'spec' ? { payload: { ...given } } : {}),
    });
  }

  /** Saves a row with all the fields that were read. */
  save(path: string, row: object): Promise<FamilyAnswer> {
    if (this.#dialect !== 'form') return this.#send('POST', path, { payload: row });
    const texts = Object.entries(row).filter(([, value]) => typeof value !== 'object');
    return this.#form(
      path,
      Object.fromEntries(texts.map(([name, value]) => [name, String(value)])),
    );
  }

  /** Requests a picture as an `<img>` does: address only, no header of the client. */
  picture(path: string, given: Given): Promise<FamilyAnswer> {
    return this.#send('GET', path, { query: flat(given), bare: true });
  }

  #form(path: string, given: Record<string, string>): Promise<FamilyAnswer> {
    return this.#send('POST', path, {
      payload: new URLSearchParams(given).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  }

  async #send<Data>(
    method: 'GET' | 'POST',
    path: string,
    given: {
      readonly query?: Record<string, string>;
      readonly payload?: object | string;
      readonly headers?: Record<string, string>;
      readonly bare?: boolean;
    },
  ): Promise<FamilyAnswer<Data>> {
    const answer = await this.#server.inject({
      method,
      url: `/api/${path}`,
      query: given.query,
      payload: given.payload,
      headers: {
        'accept-language': 'en-US,en;q=0.9',
        ...(this.#cookies ? { cookie: this.#cookies } : {}),
        ...(given.bare ? {} : { authorization: basic }),
        ...(given.bare || !this.#token ? {} : { 'blade-auth': `bearer ${this.#token}` }),
        ...given.headers,
      },
    });
    const json = String(answer.headers['content-type']).includes('json');
    const body = (json ? answer.json() : {}) as Partial<FamilyAnswer<Data>>;
    return {
      status: answer.statusCode,
      code: body.code ?? answer.statusCode,
      success: body.success ?? false,
      msg: body.msg ?? '',
      data: body.data as Data,
      headers: answer.headers,
      raw: answer.rawPayload,
    };
  }
}
