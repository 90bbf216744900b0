import type { Finding } from './finding.ts';
import type { Label } from './label.ts';

/**
 * Expected error that a person can cause, in five classes. Any other error is a bug: it is logged
 * with a request id and shown as 服务器异常.
 */
export abstract class Fault extends Error {
  /** Message; sent in the reader's language. */
  readonly label: Label;
  constructor(label: Label) {
    super(label[0]);
    this.label = label;
    this.name = new.target.name;
  }
}

/** Invalid value: its path (`authors.0.name`), and what to do about it. */
export interface FieldFault {
  readonly path: string;
  readonly message: Label;
  /** Record named in the message, for a link: a duplicate, a record that refers to this one. */
  readonly link?: { readonly resource: string; readonly id: string; readonly text: string };
}

/** Error for invalid input, with all its faults. */
export class Invalid extends Fault {
  readonly faults: readonly FieldFault[];
  constructor(faults: readonly FieldFault[]) {
    super(faults[0]?.message ?? ['请求参数格式错误', 'The request is malformed']);
    this.faults = faults;
  }
}

/** Texts of refusals used in several places. */
export const refusals = {
  denied: ['您没有此操作权限', 'You are not allowed to do this'],
  wrongStatus: ['当前状态不允许此操作', 'Not allowed in the current status'],
  handled: ['流程已被处理，不能撤回', 'An approver has already acted; it cannot be recalled'],
} as const satisfies Record<string, Label>;

/**
 * Error for an actor without the right (403). For a row that the actor may not even read, use
 * `Missing`.
 */
export class Denied extends Fault {
  constructor(label: Label = refusals.denied) {
    super(label);
  }
}

/**
 * Error for a record that does not exist or that this actor may not read (404): indistinguishable
 * on purpose.
 */
export class Missing extends Fault {
  constructor(label: Label = ['记录不存在或您无权查看', 'Record not found or no access']) {
    super(label);
  }
}

/** Error for a record that changed since it was read (409, ruling 14). */
export class Conflict extends Fault {
  /** Current row. */
  readonly current: unknown;
  /** Changed fields by path, with labels, compared with the caller's version. */
  readonly changed: readonly unknown[];
  constructor(current: unknown, changed: readonly unknown[]) {
    super([
      '数据已被他人修改,请刷新后重试',
      'Somebody else changed this record; refresh and retry',
    ]);
    this.current = current;
    this.changed = changed;
  }
}

/** Error for a refusal by a business rule, with the reason (400). */
export class Refused extends Fault {
  /** Findings, as lists by their keys in the response. */
  readonly lists: Readonly<Record<string, readonly Finding[]>>;
  constructor(label: Label, lists: Readonly<Record<string, readonly Finding[]>> = {}) {
    super(label);
    this.lists = lists;
  }
}

/** Makes the error for an action that the record's status does not allow. */
export const wrongStatus = (): Refused => new Refused(refusals.wrongStatus);
