/** A message to the user; `status` 1 means read. */
export interface Message {
  readonly id: string;
  readonly msgType: string;
  readonly msgTitle?: string;
  /** Rich text, sanitised by the server. */
  readonly msgContent: string;
  readonly createTime: string;
  readonly status: number | string;
  /** Subject of the message: key of the resource; the next field is the record's id. */
  readonly bizKind?: string;
  readonly bizId?: string;
}

/** An entry of the lists in the bell. */
export type MessageEntry = { readonly message: Message } | { readonly notice: Notice };

/** A notice: `lx` 1 is a 通知, every other value a 公告. */
export interface Notice {
  readonly id: string;
  readonly bt: string;
  readonly fbsj: string;
  readonly lx: number | string;
  readonly content?: string;
  readonly status: number | string;
  /** `1` if the user has opened it, else `0`. */
  readonly isRead?: '0' | '1';
  readonly attachments?: readonly { readonly id: string; readonly name: string }[];
}
