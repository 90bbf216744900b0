import { Conflict, Denied, Fault, Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import type { Finding } from '@keyan/kernel/finding.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import type { Change } from '@keyan/kernel/records/diff.ts';
import type { FindingRow } from '@keyan/kernel/wire/routes.ts';
import { TooManyCalls } from '../base/rate-limit.ts';
import { ContentDamaged, ContentMissing, DiskFull } from '../base/storage.ts';
import { FileTooLarge } from '../files/intake.ts';
import { signInRefusals } from '../identity/refusal.ts';
import { QueryTimeout, Unavailable } from '../store/connection/failures.ts';
import { PoolClosed, TooManyWaiting, WorkerNotReady } from '../workers/task.ts';

/** Answer of every call. `code` 200 means success. */
export interface Envelope {
  readonly code: number;
  readonly success: boolean;
  readonly data: unknown;
  readonly msg: string;
  /** Reason as a code, for programs. */
  readonly error_code?: string;
}

/** Answer to be sent: status and code are equal, except as ruling 15 says. */
export interface Answer {
  readonly status: number;
  readonly body: Envelope;
  readonly headers?: Readonly<Record<string, string>>;
}

const done: Label = ['操作成功', 'Done'];
const failed: Label = ['操作失败', 'The operation failed'];
const nothing: Label = ['暂无承载数据', 'No data'];

/** Wraps the result of a call. A boolean is an outcome, not data; null becomes `{}`, as BladeX clients expect. */
export const wrapAnswer = (data: unknown, language: Language, message?: Label): Answer => {
  if (data === false) {
    return {
      status: 400,
      body: { code: 400, success: false, data: {}, msg: say(failed, language) },
    };
  }
  const empty = data === null || data === undefined;
  const text = message ?? (empty ? nothing : done);
  return {
    status: 200,
    body: {
      code: 200,
      success: true,
      data: empty || data === true ? {} : data,
      msg: say(text, language),
    },
  };
};

/** Fault of the transport: sign-in, limits, unreadable bodies. */
export class WireFault extends Error {
  readonly status: number;
  readonly label: Label;
  readonly headers: Readonly<Record<string, string>>;
  /** Code for programs; sent as `error_code`. */
  readonly reason: string | undefined;
  constructor(
    status: number,
    label: Label,
    headers: Readonly<Record<string, string>> = {},
    reason?: string,
  ) {
    super(label[0]);
    this.name = 'WireFault';
    this.status = status;
    this.label = label;
    this.headers = headers;
    this.reason = reason;
  }
}

export const wireFaults = {
  notSignedIn: () => new WireFault(401, ['请求未授权', 'Not signed in']),
  /** Not 401: the page keeps typed values, and everybody can go on once the term is extended. */
  tenantClosed: () => new WireFault(403, signInRefusals.tenantClosed.label, {}, 'tenant_closed'),
  unknownClient: () => new WireFault(401, ['客户端认证失败', 'Unknown client']),
  passwordDue: () =>
    new WireFault(
      403,
      ['当前为初始密码，请先修改密码', 'This is an initial password; change it first'],
      {},
      'password_due',
    ),
  onlyLooking: ([zh, en]: Label) =>
    new WireFault(
      403,
      [`以他人身份查看时不能执行“${zh}”`, `Not possible while viewing as somebody else: ${en}`],
      {},
      'only_looking',
    ),
  noSuchPath: () => new WireFault(404, ['404 没找到请求', '404: no such endpoint']),
  wrongMethod: () => new WireFault(405, ['不支持当前请求方法', 'This method is not supported']),
  wrongType: () => new WireFault(415, ['不支持当前媒体类型', 'This media type is not supported']),
  tooLarge: () => new WireFault(413, ['请求内容过大', 'The request is too large']),
  malformed: () => new WireFault(400, ['请求内容无法解析', 'The request cannot be read']),
  tooMany: (seconds: number) =>
    new WireFault(429, ['请求过于频繁，请稍后再试', 'Too many requests; try again later'], {
      'retry-after': String(seconds),
    }),
} as const;

const away: Label = ['服务暂不可用,请稍后重试', 'The service is unavailable; try again later'];
const labelOf = (error: object): Label | undefined =>
  error instanceof Unavailable || error instanceof WorkerNotReady ? error.label : undefined;
const overlong: Label = [
  '查询耗时过长，已停止；请缩小查询范围后重试',
  'The query took too long and was stopped; narrow the filters and try again',
];
const full: Label = ['存储空间不足', 'No storage space is left'];
const contentMissing: Label = ['文件内容缺失', 'The content of this file is missing'];
const contentDamaged: Label = ['文件内容已损坏', 'The content of this file is damaged'];
const broken: Label = ['服务器异常', 'Server error'];
const unfit: Label = ['请求参数格式错误', 'A parameter is malformed'];

/**
 * Header with a code that the status of the answer cannot have: 503 for an unavailable service, 507 for a full disk.
 */
const codeHeader = 'x-error-code';

const failure = (
  status: number,
  code: number,
  label: Label,
  language: Language,
  data: unknown = {},
): Answer => ({
  status,
  body: { code, success: false, data, msg: say(label, language) },
  // Statuses are at most 500 (ruling 15): proxies and monitors distinguish unavailable from broken by this header.
  ...(code !== status && { headers: { [codeHeader]: String(code) } }),
});

/** Converts a finding for answers of an upload, always in both languages. */
export const findingRow = ({ id, name, text: [zh, en] }: Finding): FindingRow => ({
  nodeId: id,
  nodeName: name,
  text: zh,
  textEn: en,
});

const printChange = (change: Change, language: Language): object => ({
  path: change.path,
  label: say(change.label, language),
  before: change.before,
  after: change.after,
});

/** Answer for each kind of fault; the first matching class counts. */
const tellings: readonly (readonly [
  new (...given: never[]) => Fault,
  (fault: never, language: Language) => Answer,
])[] = [
  [
    Invalid,
    (fault: Invalid, language) =>
      failure(400, 400, fault.label, language, {
        errors: fault.faults.map(({ path, message, link }) => ({
          path,
          message: say(message, language),
          ...(link ? { link } : {}),
        })),
      }),
  ],
  [Denied, (fault: Denied, language) => failure(403, 403, fault.label, language)],
  [Missing, (fault: Missing, language) => failure(404, 404, fault.label, language)],
  [
    Conflict,
    (fault: Conflict, language) =>
      failure(409, 409, fault.label, language, {
        current: fault.current,
        changed: (fault.changed as Change[]).map((change) => printChange(change, language)),
      }),
  ],
  [FileTooLarge, (fault: FileTooLarge, language) => failure(413, 413, fault.label, language)],
  [
    Refused,
    (fault: Refused, language) =>
      failure(
        400,
        400,
        fault.label,
        language,
        Object.fromEntries(
          Object.entries(fault.lists).map(([name, findings]) => [name, findings.map(findingRow)]),
        ),
      ),
  ],
  [Fault as never, (fault: Fault, language) => failure(400, 400, fault.label, language)],
];

/** Answers for failures of the storage, which an administrator must fix. */
const storageTellings: readonly {
  readonly type: new (...given: never[]) => Error;
  readonly code: number;
  readonly label: Label;
  /** True if the failure still has to be logged. */
  readonly bug: boolean;
}[] = [
  // Statuses are at most 500 (ruling 15); the code is that of HTTP.
  { type: DiskFull, code: 507, label: full, bug: true },
  { type: ContentMissing, code: 500, label: contentMissing, bug: false },
  { type: ContentDamaged, code: 500, label: contentDamaged, bug: false },
];

/** True for PostgreSQL errors of class 22: a value that no column accepts and no check found. */
const isUnfit = (error: unknown): boolean =>
  ((error as { code?: unknown }).code?.toString() ?? '').startsWith('22') &&
  'severity' in (error as object);

/**
 * Converts any error to an answer.
 * @returns the answer, and whether the error is a bug to be logged.
 */
export const failureAnswer = (
  error: unknown,
  language: Language,
  requestId: string,
): Answer & { readonly bug: boolean } => {
  for (const [type, print] of tellings) {
    if (error instanceof type) return { ...print(error as never, language), bug: false };
  }
  if (error instanceof WireFault) {
    const { status, body } = failure(error.status, error.status, error.label, language);
    const { headers, reason } = error;
    const answered = reason === undefined ? body : { ...body, error_code: reason };
    return { status, body: answered, headers, bug: false };
  }
  if (error instanceof TooManyCalls)
    return failureAnswer(wireFaults.tooMany(error.retryAfter), language, requestId);
  if (error instanceof TooManyWaiting) {
    return {
      ...failure(429, 429, error.label, language),
      headers: { 'retry-after': '5' },
      bug: false,
    };
  }
  if (
    error instanceof Unavailable ||
    error instanceof WorkerNotReady ||
    error instanceof PoolClosed
  ) {
    const { headers, ...answer } = failure(500, 503, labelOf(error) ?? away, language);
    return { ...answer, headers: { ...headers, 'retry-after': '5' }, bug: false };
  }
  if (error instanceof QueryTimeout)
    return { ...failure(500, 503, overlong, language), bug: false };
  for (const { type, code, label, bug } of storageTellings) {
    if (error instanceof type) {
      return { ...failure(500, code, label, language, { requestId }), bug };
    }
  }
  if (error instanceof Error && isUnfit(error)) {
    return { ...failure(400, 400, unfit, language), bug: true };
  }
  return { ...failure(500, 500, broken, language, { requestId }), bug: true };
};
