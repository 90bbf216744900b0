import { toWire } from '@keyan/engine/identity/password.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { FastifyInstance } from 'fastify';

/** Fault in `data.errors` of a response. */
export interface WireError {
  readonly path: string;
  readonly message: string;
}

/** Response of a call. */
export interface Answer {
  readonly status: number;
  readonly msg: string;
  readonly data: RowLike;
  /** Raw body: a workbook, a picture, an envelope. */
  readonly raw: Buffer;
  readonly headers: RowLike;
  /** Faults of fields; empty if the response names none. */
  readonly errors: readonly WireError[];
}

export type Query = Readonly<Record<string, string>>;

const basic = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;

/** Client that calls the server as the page does, within the process. */
export class Client {
  readonly #server: FastifyInstance;
  /** Access token; null without a session. */
  readonly token: string | null;
  /** Id of the person; empty without a session. */
  readonly id: string;

  constructor(server: FastifyInstance, token: string | null = null, id = '') {
    this.#server = server;
    this.token = token;
    this.id = id;
  }

  async signIn(tenantId: string, account: string, password: string): Promise<Client> {
    const answer = await this.#server.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      query: {
        tenantId,
        username: account,
        password: toWire(password),
        grant_type: 'password',
        scope: 'all',
        type: 'account',
      },
      headers: { authorization: basic, 'tenant-id': tenantId },
    });
    const body = answer.json() as { access_token?: string; user_id?: string };
    if (!body.access_token) throw new Error(`${account} could not sign in: ${answer.body}`);
    return new Client(this.#server, body.access_token, body.user_id);
  }

  async call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    given: {
      readonly query?: Query;
      readonly payload?: object | string | Buffer;
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<Answer> {
    const answer = await this.#server.inject({
      method,
      url: `/api/${path}`,
      query: { ...given.query },
      ...(given.payload === undefined ? {} : { payload: given.payload }),
      headers: {
        authorization: basic,
        ...(this.token ? { 'blade-auth': `bearer ${this.token}` } : {}),
        ...given.headers,
      },
    });
    const isJson = String(answer.headers['content-type']).includes('json');
    const body = (isJson && answer.body !== '' ? answer.json() : {}) as {
      msg?: string;
      data?: Record<string, unknown> & { errors?: WireError[] };
    };
    return {
      status: answer.statusCode,
      msg: body.msg ?? '',
      data: body.data ?? {},
      raw: answer.rawPayload,
      headers: answer.headers,
      // A record may have a field `errors`; faults are a list.
      errors: Array.isArray(body.data?.errors) ? body.data.errors : [],
    };
  }

  get(path: string, query: Query = {}): Promise<Answer> {
    return this.call('GET', path, { query });
  }

  post(path: string, payload: object = {}): Promise<Answer> {
    return this.call('POST', path, { payload });
  }

  /**
   * Uploads a file.
   * @param behind true to send the fields after the file, as many clients do
   */
  upload(
    path: string,
    fileName: string,
    content: Buffer,
    fields: Readonly<Record<string, string>> = {},
    { behind = false } = {},
  ): Promise<Answer> {
    const boundary = 'laws-boundary';
    const text = Object.entries(fields).map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
    const payload = Buffer.concat([
      Buffer.from((behind ? '' : text.join('')) + head),
      content,
      Buffer.from(`\r\n${behind ? text.join('') : ''}--${boundary}--\r\n`),
    ]);
    return this.call('POST', path, {
      payload,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
  }
}
