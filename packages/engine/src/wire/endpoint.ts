import type { Readable } from 'node:stream';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Label, Language } from '@keyan/kernel/label.ts';
import type { Dictionaries } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { Static, TObject, TSchema } from 'typebox';
import type { Engine } from '../engine.ts';

/** Data of a call beside its parameters. */
export interface CallContext {
  readonly engine: Engine;
  readonly ip: string;
  /** Did the call come over TLS, as far as a trusted proxy says? */
  readonly secure: boolean;
  readonly language: Language;
  /** Dictionaries of the caller's tenant; as defined for a stranger. */
  readonly dictionaries: Dictionaries;
  /** Correlates answer, log and audit. */
  readonly requestId: string;
  /** Is the caller still signed in? For answers that go on for minutes. */
  present(): Promise<boolean>;
  /** A header by lower-case name. */
  header(name: string): string | undefined;
  /** Parameters of the address as they came, for calls of other protocols; a repeated one is a list. */
  readonly query: RowLike;
}

/** Callers that are admitted. `user`: signed in; `program`: only the Basic header of a client; `public`: anybody. */
export type EndpointAuth = 'public' | 'program' | 'user';

/** Context of a call with `auth: 'user'`. */
export type ActorCall = CallContext & { readonly actor: Actor };

export type EndpointCaller<D extends EndpointAuth> = D extends 'user'
  ? { readonly actor: Actor }
  : { readonly actor: Actor | null };

/** A file that streams in with a multipart call. */
export interface IncomingFile {
  readonly field: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly stream: Readable;
}

/** An answer that is not an envelope: a flat object, a file, a stream. */
export class RawAnswer {
  readonly body: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  constructor(body: unknown, options: { status?: number; headers?: RawAnswer['headers'] } = {}) {
    this.body = body;
    this.status = options.status ?? 200;
    this.headers = options.headers ?? {};
  }
}

/** Data with a message of its own (`新增成功`), where the default `操作成功` says too little. */
export class Reply {
  readonly data: unknown;
  readonly message: Label;
  constructor(data: unknown, message: Label) {
    this.data = data;
    this.message = message;
  }
}

/**
 * One call of the wire. Parameters are merged from query, form, multipart and JSON body, converted
 * and checked against `input`; unknown keys are dropped. A JSON body that is a bare list arrives as
 * the parameter `body`. The returned value becomes the envelope's data.
 */
export interface Endpoint<I extends TObject = TObject, D extends EndpointAuth = EndpointAuth> {
  readonly method: 'GET' | 'POST';
  /** Below `/api/`: `kh-edu-research/papers/queryArtName`. */
  readonly path: string;
  /** Other spellings that answer the same. */
  readonly aliases?: readonly string[];
  /** Addresses outside `/api/` that answer the same, such as `/public/:outlet/:id`: the parts are parameters. */
  readonly addresses?: readonly string[];
  readonly auth: D;
  /** Any one of these permission codes is needed; none means every caller that `auth` admits. */
  readonly permissions?: readonly string[];
  readonly summary: Label;
  readonly input: I;
  /** Parameters that `input` leaves to a definition, made when somebody reads the description of the calls. */
  readonly describes?: () => TSchema;
  /** Data of the answer, for the same readers. */
  readonly output?: () => TSchema;
  /**
   * Opened by links, which send no header: the access token may stand in the address. Every other call hears a
   * token in its header only, since addresses end up in logs and in the `Referer` of what they lead to. For GET
   * calls that download something.
   */
  readonly linked?: boolean;
  /** A linked call of a file or a picture, for which the cookie of the sign-in for pictures is enough. */
  readonly pictured?: boolean;
  /** Open to people who have to choose a password first; they may call nothing else. */
  readonly whilePasswordDue?: boolean;
  /**
   * A POST that changes nothing: open to an administrator who looks at the pages of somebody else. Every
   * other POST of a signed-in person is refused to them.
   */
  readonly onlyReads?: boolean;
  /** A GET that stores something, if only sometimes: refused to such an administrator like a POST. */
  readonly writes?: boolean;
  /** Takes streamed files; `run` gets them as an async iterable before other fields may be complete. */
  readonly files?: boolean;
  /** Requests per minute and address that are answered; more get 429. */
  readonly perMinute?: number;
  readonly run: (
    input: Static<I>,
    call: CallContext &
      EndpointCaller<D> & {
        readonly files: AsyncIterable<IncomingFile>;
        /** The fields of the body as they came, those behind its files once these have been read. */
        readonly sent: RowLike;
      },
  ) => Promise<unknown>;
}

/** Types an endpoint; its `run` is inferred from `input` and `auth`. */
export const endpoint = <I extends TObject, D extends EndpointAuth>(
  given: Endpoint<I, D>,
): Endpoint => given as Endpoint;
