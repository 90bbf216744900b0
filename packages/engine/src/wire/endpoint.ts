import type { Readable } from 'node:stream';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Label, Language } from '@keyan/kernel/label.ts';
import type { Dictionaries } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { Static, TObject, TSchema } from 'typebox';
import type { Engine } from '../engine.ts';

/** Data of a call besides its parameters. */
export interface CallContext {
  readonly engine: Engine;
  readonly ip: string;
  /** True if the call came over TLS, according to a trusted proxy. */
  readonly secure: boolean;
  readonly language: Language;
  /** Dictionaries of the caller's tenant; those of the definitions for a caller who is not signed in. */
  readonly dictionaries: Dictionaries;
  /** Id that links answer, log and audit. */
  readonly requestId: string;
  /** Returns true if the caller is still signed in; for answers of several minutes. */
  present(): Promise<boolean>;
  /** Returns a header by lower-case name. */
  header(name: string): string | undefined;
  /** Unconverted parameters of the address, for calls of other protocols; a repeated one is a list. */
  readonly query: RowLike;
}

/** Callers that are admitted. `user`: signed in; `program`: only the Basic header of a client; `public`: anybody. */
export type EndpointAuth = 'public' | 'program' | 'user';

/** Context of a call with `auth: 'user'`. */
export type ActorCall = CallContext & { readonly actor: Actor };

export type EndpointCaller<D extends EndpointAuth> = D extends 'user'
  ? { readonly actor: Actor }
  : { readonly actor: Actor | null };

/** File that arrives as a stream with a multipart call. */
export interface IncomingFile {
  readonly field: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly stream: Readable;
}

/** Answer without an envelope: a flat object, a file, a stream. */
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

/** Data with a message (`新增成功`), where the default `操作成功` is too general. */
export class Reply {
  readonly data: unknown;
  readonly message: Label;
  constructor(data: unknown, message: Label) {
    this.data = data;
    this.message = message;
  }
}

/**
 * Call of the API. Parameters are merged from query, form, multipart and JSON body, converted and checked against
 * `input`; unknown keys are dropped. A JSON body that is an array becomes the parameter `body`. The returned value
 * becomes the data of the envelope.
 */
export interface Endpoint<I extends TObject = TObject, D extends EndpointAuth = EndpointAuth> {
  readonly method: 'GET' | 'POST';
  /** Path below `/api/`: `kh-edu-research/papers/queryArtName`. */
  readonly path: string;
  /** Other paths of the same call. */
  readonly aliases?: readonly string[];
  /** Addresses outside `/api/` of the same call, such as `/public/:outlet/:id`: the parts are parameters. */
  readonly addresses?: readonly string[];
  readonly auth: D;
  /** Permission codes of which one is needed; none means every caller that `auth` admits. */
  readonly permissions?: readonly string[];
  readonly summary: Label;
  readonly input: I;
  /** Schema of parameters that `input` leaves to a definition, built when the description of the calls is read. */
  readonly describes?: () => TSchema;
  /** Schema of the data in the answer, for the description. */
  readonly output?: () => TSchema;
  /**
   * True for a call opened by links, which send no headers: the access token may be in the address. Other calls accept
   * a token in a header only, since addresses end up in logs and in the `Referer` of linked pages. For GET calls that
   * download something.
   */
  readonly linked?: boolean;
  /** True for a linked call of a file or a picture, for which the picture cookie suffices. */
  readonly pictured?: boolean;
  /** True for a call allowed to people who must choose a password first; all other calls are refused. */
  readonly whilePasswordDue?: boolean;
  /**
   * True for a POST that changes nothing: allowed to an administrator who views the pages of somebody else, for whom
   * every other POST is refused.
   */
  readonly onlyReads?: boolean;
  /** True for a GET that may store something: refused to an administrator who views, like a POST. */
  readonly writes?: boolean;
  /** True for streamed files; `run` gets them as an async iterable before other fields may be complete. */
  readonly files?: boolean;
  /** Maximum requests per minute and address; further requests are answered with 429. */
  readonly perMinute?: number;
  readonly run: (
    input: Static<I>,
    call: CallContext &
      EndpointCaller<D> & {
        readonly files: AsyncIterable<IncomingFile>;
        /** Fields of the body as received; fields after the files once these have been read. */
        readonly sent: RowLike;
      },
  ) => Promise<unknown>;
}

/** Types an endpoint: the type of `run` is inferred from `input` and `auth`. */
export const endpoint = <I extends TObject, D extends EndpointAuth>(
  given: Endpoint<I, D>,
): Endpoint => given as Endpoint;
