import { ServiceUnavailable } from '@keyan/engine/base/addresses.ts';
import type { Secrets } from '@keyan/engine/base/secrets.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import type { OutgoingResponse } from '@keyan/engine/outgoing/ask.ts';
import {
  type CallNote,
  type OutgoingCallInput,
  type OutgoingClient,
  robotName,
} from '@keyan/engine/outgoing/client.ts';
import {
  ForbiddenByRobots,
  ServiceThrottled,
  ServiceUnanswered,
  ServiceUnreached,
  UnreadableResponse,
} from '@keyan/engine/outgoing/faults.ts';
import { defineTask } from '@keyan/engine/workers/task.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import type { OpenSite, ProxySetting, SiteSubject } from './setting.server.ts';
import type { RequestData } from './sources/source.ts';
import { sourceTable } from './sources/table.ts';

const readAnswer = defineTask<typeof import('./sources/read-task.server.ts'), 'readAnswer'>({
  what: ['采集应答', 'Response of the site'],
  module: new URL('./sources/read-task.server.ts', import.meta.url),
  run: 'readAnswer',
  bounds: { inputBytes: 110e6, outputBytes: 64e6, milliseconds: 60_000, megabytes: 256 },
});

/** Cookies of a login that the site accepted, by host. */
export type LoginCookies = Map<string, Map<string, string>>;

/** State of one walk over the pages of a site. */
export interface SiteWalk {
  readonly site: OpenSite;
  readonly subject: SiteSubject;
  readonly proxy: ProxySetting | null;
  readonly userAgent: string | null;
  readonly cookies: LoginCookies;
  /** First and last day of the requested changes, `yyyy-MM-dd`; empty for no limit. */
  readonly from: string;
  readonly until: string;
  readonly noted: (note: CallNote) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Cache validators (`ETag`, `Last-Modified`) of a response, sent with the next request. */
export interface CacheValidators {
  readonly etag?: string | undefined;
  readonly modified?: string | undefined;
}

/** Page that a walk fetched and read. */
export interface WalkedPage extends Awaited<ReturnType<typeof readOne>> {
  readonly tag: CacheValidators;
}

const why: Readonly<Record<ServiceUnavailable['reason'], Label>> = {
  unknown: ['来源地址不存在，请核对入口地址', 'There is no such address: check the base URL'],
  closed: [
    '来源地址不允许访问（内网地址），须由运维在 SERVICE_HOSTS 中放行',
    'The address is on an internal network; the operator must allow it in SERVICE_HOSTS',
  ],
};

const bounds: Readonly<Record<UnreadableResponse['bound'], Label>> = {
  bytes: ['应答超过 20 MB，请缩小检索范围', 'The response exceeds 20 MB: narrow the query'],
  expanded: [
    '应答解压后超过 100 MB，未读取',
    'The response exceeds 100 MB when expanded and was not read',
  ],
  firstByte: ['对方迟迟没有应答，请稍后再试', 'The site is not responding: try again later'],
  whole: ['应答超时，请稍后再试', 'The response timed out: try again later'],
  redirects: ['对方反复重定向，请核对入口地址', 'The site keeps redirecting: check the base URL'],
};

/** Fault that ends a walk early; its message says what a person can do. */
export class CollectingStopped extends Refused {
  /** Time at which the job resumes automatically; null if it does not. */
  readonly until: Date | null;
  /** True if the job resumes only after a person changed its settings. */
  readonly needsPerson: boolean;
  constructor(
    label: Label,
    {
      until = null,
      needsPerson = false,
    }: { readonly until?: Date | null; readonly needsPerson?: boolean } = {},
  ) {
    super(label);
    this.until = until;
    this.needsPerson = needsPerson;
  }
}

/** Translates an error of a request into a message; unknown errors are returned unchanged. */
export const walkFailure = (error: unknown): unknown => {
  const cause =
    error instanceof ServiceUnreached && error.cause instanceof ServiceUnavailable
      ? error.cause
      : error;
  if (cause instanceof ServiceUnavailable)
    return new CollectingStopped(why[cause.reason], { needsPerson: true });
  if (error instanceof ServiceThrottled) {
    const time = timeText(error.until).slice(11, 16);
    return new CollectingStopped(
      fill(
        [
          '来源限制访问频率，将于 {time} 继续',
          'The site limits request rates; collection continues at {time}',
        ],
        {
          time,
        },
      ),
      { until: error.until },
    );
  }
  if (error instanceof ForbiddenByRobots) {
    return new CollectingStopped(
      ['对方 robots.txt 不允许采集该地址', 'robots.txt of the site does not allow this address'],
      { needsPerson: true },
    );
  }
  if (error instanceof UnreadableResponse) return new CollectingStopped(bounds[error.bound]);
  if (error instanceof ServiceUnreached) {
    return new CollectingStopped(
      fill(
        [
          '无法连接来源：{reason}；请核对地址，或稍后再试',
          'The site cannot be reached: {reason}; check the address, or try again later',
        ],
        {
          reason: error.message,
        },
      ),
    );
  }
  if (error instanceof ServiceUnanswered) {
    return new CollectingStopped(
      fill(
        [
          '来源应答中断：{reason}；请稍后再试',
          'The response was interrupted: {reason}; try again later',
        ],
        {
          reason: error.message,
        },
      ),
    );
  }
  return error;
};

/** Values of the placeholders in headers, parameters and keywords. */
const valuesOf = ({ site, subject, from, until }: SiteWalk): Readonly<Record<string, string>> => ({
  keyword: subject.keyword,
  year: String(subject.yearTo ?? subject.yearFrom ?? ''),
  yearFrom: String(subject.yearFrom ?? ''),
  yearTo: String(subject.yearTo ?? ''),
  from,
  until,
  schoolName: site.schools[0] ?? '',
  schoolNameEn: site.schools[1] ?? site.schools[0] ?? '',
  accessKey: site.accessKey,
});

const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\$\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** Input from which the request of a page is built. */
export const requestDataOf = (walk: SiteWalk, cursor: string | null): RequestData => {
  const values = valuesOf(walk);
  const { site, subject, from, until } = walk;
  return {
    base: site.base,
    keyword: fillPlaceholders(subject.keyword, values).slice(0, 20_000),
    yearFrom: values.yearFrom ?? '',
    yearTo: values.yearTo ?? '',
    from,
    until,
    contact: site.contact,
    dois: subject.dois,
    cursor,
    paging: site.paging ?? undefined,
  };
};

const cookiesFor = ({ cookies }: SiteWalk, host: string): string =>
  [...(cookies.get(host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');

const keepCookies = ({ cookies }: SiteWalk, { url, headers }: OutgoingResponse): void => {
  const own = cookies.get(url.host) ?? new Map<string, string>();
  for (const line of headers['set-cookie'] ?? []) {
    const [, name, value] = /^\s*([^=;\s]+)=([^;]*)/.exec(line) ?? [];
    if (name !== undefined) own.set(name, value ?? '');
  }
  cookies.set(url.host, own);
};

const usualAgent = (contact: string): string =>
  `${robotName}/1.0${contact ? ` (mailto:${contact})` : ''}`;

const callOf = (walk: SiteWalk): OutgoingCallInput => {
  const { site, proxy, noted, signal } = walk;
  return {
    isPlain: true,
    interval: site.interval,
    retries: site.retries,
    bounds: { firstByte: site.timeout },
    secret: [site.accessKey, site.login?.password ?? ''].filter(Boolean),
    noted,
    signal,
    ...(proxy
      ? {
          proxy: {
            host: proxy.host,
            port: proxy.port,
            ...(proxy.username
              ? {
                  credentials: Buffer.from(`${proxy.username}:${proxy.password ?? ''}`).toString(
                    'base64',
                  ),
                }
              : {}),
          },
        }
      : {}),
  };
};

const loginExpiredText: Label = ['登录已失效，请更新登录信息', 'The login has expired: update it'];

/** Signs in once per walk, if the site requires a login. */
const signIn = async (outgoing: Pick<OutgoingClient, 'call'>, walk: SiteWalk): Promise<void> => {
  const { login, contact } = walk.site;
  if (!login || walk.cookies.size > 0) return;
  const values = { username: login.username, password: login.password };
  const body = new URLSearchParams(
    login.fields
      .split('\n')
      .map((line) => /^\s*([\w.-]+)=(.*)$/.exec(line))
      .flatMap((found): [string, string][] =>
        found ? [[found[1] ?? '', fillPlaceholders((found[2] ?? '').trim(), values)]] : [],
      ),
  ).toString();
  const answer = await outgoing.call(login.url, {
    ...callOf(walk),
    method: 'POST',
    body,
    // No redirects are followed: often the redirect itself sets the login cookies.
    bounds: { redirects: 0, firstByte: walk.site.timeout },
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': walk.userAgent ?? usualAgent(contact),
    },
  });
  if (answer.status >= 400) throw new CollectingStopped(loginExpiredText, { needsPerson: true });
  keepCookies(walk, answer);
};

const refusals: Readonly<Record<number, Label>> = {
  401: loginExpiredText,
  403: [
    '对方拒绝访问（403），请核对密钥、请求头与访问许可',
    'The site refuses access (403): check the key, headers and access permission',
  ],
  404: [
    '地址不存在（404），请核对入口地址与参数',
    'No such page (404): check the base URL and parameters',
  ],
  429: ['来源限制访问频率，请加大请求间隔', 'The site limits request rates: increase the interval'],
};

/**
 * Checks the status of a response.
 * @throws CollectingStopped for a status that carries no page
 */
const assertUsableResponse = ({ status, url }: OutgoingResponse, { site }: SiteWalk): void => {
  const isAskedIn =
    site.login !== null && status < 400 && url.pathname === new URL(site.login.url).pathname;
  if (isAskedIn) throw new CollectingStopped(loginExpiredText, { needsPerson: true });
  if (status < 400) return;
  const label =
    refusals[status] ??
    fill(
      ['来源返回错误 {status}，请稍后再试', 'The site returned error {status}: try again later'],
      {
        status,
      },
    );
  throw new CollectingStopped(label, { needsPerson: status < 500 && status !== 429 });
};

const addressWith = (given: string, walk: SiteWalk): URL => {
  const url = new URL(given);
  const values = valuesOf(walk);
  for (const { name, value } of walk.site.params) {
    const text = fillPlaceholders(value, values);
    if (text !== '' && !url.searchParams.has(name)) url.searchParams.set(name, text);
  }
  return url;
};

const readOne = async (
  engine: Pick<Engine, 'workers'>,
  walk: SiteWalk,
  wanted: RequestData,
  answer: OutgoingResponse,
) => {
  const found = await engine.workers.run(
    readAnswer,
    {
      source: walk.site.source,
      bytes: answer.body,
      charset: walk.site.charset,
      contentType: answer.headers['content-type'],
      url: answer.url.href,
      wanted,
      templates: walk.site.templates,
    },
    { person: undefined },
  );
  return { ...found, status: answer.status, bytes: answer.bytes, address: answer.url.href };
};

export interface CollectorDependencies {
  readonly outgoing: Pick<OutgoingClient, 'call'>;
  readonly secrets: Secrets;
}

/** Fetches and reads pages of sites, all through the client for outgoing calls. */
export class Collector {
  readonly outgoing: Pick<OutgoingClient, 'call'>;
  readonly secrets: Secrets;

  constructor({ outgoing, secrets }: CollectorDependencies) {
    this.outgoing = outgoing;
    this.secrets = secrets;
  }

  /**
   * Fetches one page of a walk; null if the site reports no change since the cache validators.
   * @throws CollectingStopped with a message that says what to do
   */
  async page(
    engine: Pick<Engine, 'workers'>,
    walk: SiteWalk,
    cursor: string | null,
    tag: CacheValidators = {},
  ): Promise<WalkedPage | null> {
    const source = sourceTable[walk.site.source];
    const wanted = requestDataOf(walk, cursor);
    try {
      await signIn(this.outgoing, walk);
      const { url, accept } = source.request(wanted);
      const address = addressWith(url, walk);
      const values = valuesOf(walk);
      const cookie = cookiesFor(walk, address.host);
      const isOwn = address.host === new URL(walk.site.base).host;
      const answer = await this.outgoing.call(address, {
        ...callOf(walk),
        obeysRobots: source.obeysRobots === true,
        headers: {
          accept,
          'user-agent': walk.userAgent ?? usualAgent(walk.site.contact),
          ...(isOwn
            ? Object.fromEntries(
                walk.site.headers.map(({ name, value }) => [
                  name.toLowerCase(),
                  fillPlaceholders(value, values),
                ]),
              )
            : {}),
          ...(cookie ? { cookie } : {}),
          ...(tag.etag ? { 'if-none-match': tag.etag } : {}),
          ...(tag.modified ? { 'if-modified-since': tag.modified } : {}),
        },
      });
      if (answer.status === 304) return null;
      assertUsableResponse(answer, walk);
      keepCookies(walk, answer);
      const { etag, 'last-modified': modified } = answer.headers;
      return { ...(await readOne(engine, walk, wanted, answer)), tag: { etag, modified } };
    } catch (error) {
      throw walkFailure(error);
    }
  }
}
