import { toWire } from '@keyan/engine/identity/password.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';

/** Way in which an unmodified BladeX client signs in and sends parameters (`docs/contract.md`). */
export interface Manner {
  readonly name: string;
  /** Form of the token response: `flat` as specified, `wrapped` as in older clients. */
  readonly token: 'flat' | 'wrapped';
  /** Form of ids in a POST: in the address and again as JSON, in the address only, or as a form. */
  readonly acts: 'both' | 'address' | 'form';
  /** True if GETs end with a timestamp, to bypass caches. */
  readonly stamps: boolean;
  /** Path of the service of accounts. */
  readonly users: 'blade-user' | 'blade-system/user';
  readonly userList: 'page' | 'list';
}

/**
 * Manners of the specification, of two newer lines of the management client, and of a client that
 * sends forms.
 */
export const manners: readonly Manner[] = [
  { name: 'TD', token: 'flat', acts: 'both', stamps: true, users: 'blade-user', userList: 'page' },
  {
    name: 'S49',
    token: 'flat',
    acts: 'address',
    stamps: false,
    users: 'blade-system/user',
    userList: 'list',
  },
  {
    name: 'S40',
    token: 'wrapped',
    acts: 'address',
    stamps: false,
    users: 'blade-user',
    userList: 'list',
  },
  {
    name: 'SW',
    token: 'wrapped',
    acts: 'form',
    stamps: false,
    users: 'blade-system/user',
    userList: 'list',
  },
];

/** Response as a client reads it. */
export interface Answer {
  readonly status: number;
  /** Code in the body; without one, the HTTP status. */
  readonly code: number;
  readonly success: boolean;
  readonly msg: string;
  readonly data: unknown;
  /** Whole body of a JSON response. */
  readonly body: RowLike;
  readonly type: string;
  readonly bytes: Buffer;
}

const basic = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;

const flat = (given: RowLike): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, [value].flat().join(',')]),
  );

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  readonly headers?: Readonly<Record<string, string>>;
  /** True for an `<img>`, a link or a new window: the request has only an address. */
  readonly bare?: boolean;
}

/** Person at an unmodified BladeX client, over HTTP. */
export class StockClient {
  readonly manner: Manner;
  readonly #url: string;
  #token = '';
  #refresh = '';

  constructor(url: string, manner: Manner) {
    this.#url = url;
    this.manner = manner;
  }

  /** Token as addresses contain it. */
  get token(): string {
    return this.#token;
  }

  /** Signs in and stores the tokens; returns the response as the client reads it. */
  async signIn(account: string, password: string, tenantId = '000000'): Promise<RowLike> {
    const { token, acts } = this.manner;
    const person = { tenantId, password: token === 'flat' ? toWire(password) : password };
    const given =
      token === 'flat'
        ? { ...person, username: account, grant_type: 'password', scope: 'all', type: 'account' }
        : { ...person, account, grantType: 'password', type: 'account' };
    const path = token === 'flat' ? 'blade-auth/oauth/token' : 'blade-auth/token';
    return this.#keep(await (acts === 'form' ? this.#form(path, given) : this.act(path, given)));
  }

  /** Exchanges the refresh token, as every client does before tokens expire. */
  async refresh(tenantId = '000000'): Promise<RowLike> {
    const flatOnes = this.manner.token === 'flat';
    return this.#keep(
      await this.act(flatOnes ? 'blade-auth/oauth/token' : 'blade-auth/token', {
        tenantId,
        ...(flatOnes
          ? { refresh_token: this.#refresh, grant_type: 'refresh_token', scope: 'all' }
          : { refreshToken: this.#refresh, grantType: 'refresh_token' }),
      }),
    );
  }

  #keep(answer: Answer): RowLike {
    const read = this.manner.token === 'flat' ? answer.body : (answer.data as RowLike);
    const token = read.access_token ?? read.accessToken;
    if (typeof token !== 'string') throw new Error(`not signed in: ${answer.bytes.toString()}`);
    this.#token = token;
    this.#refresh = String(read.refresh_token ?? read.refreshToken);
    return read;
  }

  get(path: string, given: RowLike = {}): Promise<Answer> {
    const stamp: Record<string, string> = this.manner.stamps ? { _t: String(Date.now()) } : {};
    return this.#send(path, { method: 'GET', query: { ...flat(given), ...stamp } });
  }

  /** Sends a POST of ids and other short parameters. */
  act(path: string, given: RowLike = {}): Promise<Answer> {
    const { acts } = this.manner;
    if (acts === 'form') return this.#form(path, given);
    return this.#send(path, {
      method: 'POST',
      query: flat(given),
      ...(acts === 'both' ? json(given) : {}),
    });
  }

  /** Saves a row, as typed, or read and changed. */
  save(path: string, row: RowLike): Promise<Answer> {
    if (this.manner.acts !== 'form') return this.#send(path, { method: 'POST', ...json(row) });
    const texts = Object.entries(row).filter(([, value]) => typeof value !== 'object');
    return this.#form(path, Object.fromEntries(texts));
  }

  /** Sends lists of ids, which every client sends as JSON. */
  grant(path: string, given: RowLike): Promise<Answer> {
    return this.#send(path, { method: 'POST', ...json(given) });
  }

  upload(path: string, file: File, given: RowLike = {}): Promise<Answer> {
    const body = new FormData();
    body.append('file', file);
    return this.#send(path, { method: 'POST', query: flat(given), body });
  }

  /** Opens an address in a new window or `<img>`. */
  open(path: string, given: RowLike = {}): Promise<Answer> {
    return this.#send(path, { method: 'GET', query: flat(given), bare: true });
  }

  #form(path: string, given: RowLike): Promise<Answer> {
    return this.#send(path, {
      method: 'POST',
      body: new URLSearchParams(flat(given)).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  }

  async #send(path: string, sent: Sent): Promise<Answer> {
    const query = new URLSearchParams(sent.query).toString();
    const answer = await fetch(`${this.#url}/api/${path}${query && `?${query}`}`, {
      method: sent.method,
      ...(sent.body === undefined ? {} : { body: sent.body }),
      headers: {
        'accept-language': 'en-US,en;q=0.9',
        ...(sent.bare ? {} : { authorization: basic }),
        ...(sent.bare || !this.#token ? {} : { 'blade-auth': `bearer ${this.#token}` }),
        ...sent.headers,
      },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get('content-type') ?? '';
    const parsed: unknown = type.includes('json') ? JSON.parse(bytes.toString()) : {};
    const body = (parsed ?? {}) as Answer['body'];
    return {
      status: answer.status,
      code: typeof body.code === 'number' ? body.code : answer.status,
      success: body.success === true,
      msg: String(body.msg ?? ''),
      data: body.data,
      body,
      type,
      bytes,
    };
  }
}

const json = (given: RowLike) => ({
  body: JSON.stringify(given),
  headers: { 'content-type': 'application/json;charset=utf-8' },
});
