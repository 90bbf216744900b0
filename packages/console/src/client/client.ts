import { type Label, type Language, languageHeader, say } from '@keyan/kernel/label.ts';
import { openEnvelope } from './envelope.ts';
import { ApiFault, type FaultKind, faultTexts, isSilent } from './fault.ts';
import { fileNameOf, saveBlob } from './file.ts';
import { type Query, queryString } from './query.ts';
import { browserLocks, createRefresh, type LockRunner, withSessionLock } from './refresh.ts';
import type { Session, SessionStore } from './session.ts';
import { basicClient, type TokenResponse, tokenHeader, toSession } from './token.ts';
import { type UploadOptions, uploadForm } from './upload.ts';

/** One page of a list. */
export interface Page<Row> {
  readonly records: readonly Row[];
  readonly total: number;
  readonly size: number;
  readonly current: number;
  readonly pages?: number;
  /** Cursor of the next page in lists of resources: parameter `after` of the next call. */
  readonly next?: string;
  /** True if there are more rows than `total`. */
  readonly more?: boolean;
}

export interface CallOptions {
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** No toast on failure; for calls in the background. */
  readonly quiet?: boolean;
  /** Sends no bearer token. */
  readonly anonymous?: boolean;
  /** Time-out in milliseconds; 10 seconds by default. */
  readonly timeout?: number;
}

/**
 * HTTP client for all calls of the page to the server. Every failed call rejects with an
 * `ApiFault`.
 */
export interface Client {
  get<T>(path: string, query?: Query, options?: Omit<CallOptions, 'query'>): Promise<T>;
  /**
   * Sends a POST.
   * @param body sent as JSON; FormData is sent as multipart, undefined as an empty body
   */
  post<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>;
  /** Sends files and reports the progress in percent: at most 98 until the server responds. */
  upload<T>(path: string, form: FormData, options?: UploadOptions): Promise<T>;
  /** Fetches a file with the token and saves it as a download of the browser. */
  download(path: string, query?: Query, name?: string): Promise<void>;
  /** Returns the raw response, for streams; the caller checks the status. */
  raw(path: string, init: RequestInit & { query?: Query }): Promise<Response>;
  /** Signs in with the parameters of the token call and stores the session. */
  signIn(parameters: Query, headers?: Readonly<Record<string, string>>): Promise<Session>;
  /** Signs out on the server (failures are ignored), then in this browser. */
  signOut(): Promise<void>;
  /**
   * Switches to all roles of the user or to one. Permissions and menus change at once, in all tabs
   * of the browser.
   */
  switchRoles(roleIds: readonly string[]): Promise<void>;
  /** Renews the token if it is due; to be called every 10 seconds. */
  refreshIfDue(): Promise<void>;
  /**
   * Calls `heard` for every failed call, including quiet calls, but not for cancelled calls or
   * after the session ended. Returns a function that unsubscribes.
   */
  watchFailures(heard: (fault: ApiFault, call: string) => void): () => void;
  readonly sessions: SessionStore;
}

export interface ClientOptions {
  readonly sessions: SessionStore;
  readonly language: () => Language;
  /** Shows a fault to the user (a toast). */
  readonly onFault?: (fault: ApiFault) => void;
  /**
   * Called after a successful call: a message about an earlier failure of the same call is out of
   * date.
   */
  readonly onAnswer?: (call: string, headers: Headers) => void;
  /**
   * Clears the user's data (tabs, menus, caches) and goes to the sign-in page.
   * @param asked true if the user signed out; false if the server ended the session
   */
  readonly onSignedOut?: (asked: boolean) => void;
  readonly base?: string;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
  readonly locks?: LockRunner;
}

const tokenPath = '/blade-auth/oauth/token';
const defaultTimeout = 10_000;

/**
 * Creates the HTTP client of the page. Long because every call shares the session, the token
 * renewal and the fault reports.
 */
export const createClient = (options: ClientOptions): Client => {
  const { sessions, language, onFault, onAnswer, onSignedOut } = options;
  const { base = '/api', now = Date.now } = options;
  const send = options.fetch ?? ((...given: Parameters<typeof fetch>) => fetch(...given));

  const failureListeners = new Set<(fault: ApiFault, call: string) => void>();

  const localFault = (label: Label, kind: FaultKind) =>
    new ApiFault(say(label, language()), { kind });

  const headersFor = (session: Session | undefined): Record<string, string> => ({
    Authorization: basicClient,
    [languageHeader]: language(),
    ...(session ? { [tokenHeader]: `bearer ${session.accessToken}` } : {}),
  });

  /** Clears the session and goes to the sign-in page, once. */
  const signOutHere = (asked: boolean) => {
    const session = sessions.get();
    if (!session) return;
    // An administrator who views the pages of another user gets their session back; the token is
    // renewed for a new picture cookie.
    if (session.before) sessions.set({ ...session.before, issuedAt: 0 });
    else sessions.clear();
    onSignedOut?.(asked || session.before !== undefined);
  };

  /** Sends the request and turns exceptions of `fetch` into `ApiFault`. */
  const reach = async (address: string, init: RequestInit): Promise<Response> => {
    try {
      return await send(address, { credentials: 'same-origin', ...init });
    } catch (error) {
      const name = error instanceof Error ? error.name : '';
      if (name === 'TimeoutError') throw localFault(faultTexts.timeout, 'timeout');
      if (name === 'AbortError') throw localFault(faultTexts.aborted, 'aborted');
      throw localFault(faultTexts.network, 'network');
    }
  };

  const open = async (answer: Response): Promise<unknown> => {
    const body: unknown = await answer.json().catch(() => undefined);
    const requestId = answer.headers.get('X-Request-Id') ?? undefined;
    return openEnvelope(answer.status, body, language(), requestId);
  };

  const call = async (method: string, path: string, body: unknown, given: CallOptions) => {
    const address = base + path + queryString(given.query);
    const form = body instanceof FormData;
    const attempt = async (session: Session | undefined) => {
      const limit = AbortSignal.timeout(given.timeout ?? defaultTimeout);
      const answer = await reach(address, {
        method,
        headers: {
          ...headersFor(session),
          ...(body === undefined || form ? {} : { 'Content-Type': 'application/json' }),
          ...given.headers,
        },
        body: form ? body : body === undefined ? undefined : JSON.stringify(body),
        signal: given.signal ? AbortSignal.any([given.signal, limit]) : limit,
      });
      const data = await open(answer);
      onAnswer?.(`${method} ${path}`, answer.headers);
      return data;
    };
    try {
      if (given.anonymous) return await attempt(undefined);
      await refreshIfDue();
      const session = sessions.get();
      try {
        return await attempt(session);
      } catch (fault) {
        // Another tab may have renewed the token while this call was running.
        const newer = sessions.get();
        const outdated = newer && session && newer.accessToken !== session.accessToken;
        if (outdated && fault instanceof ApiFault && fault.kind === 'signedOut') {
          return await attempt(newer);
        }
        throw fault;
      }
    } catch (fault) {
      if (fault instanceof ApiFault) report(fault, given, `${method} ${path}`);
      throw fault;
    }
  };

  /** The page asks for a new password itself, so no toast is shown. */
  const markPasswordDue = () => {
    const session = sessions.get();
    if (!session || session.user.passwordDue) return;
    sessions.set({ ...session, user: { ...session.user, passwordDue: true } });
  };

  const report = (
    fault: ApiFault,
    given: Pick<CallOptions, 'quiet' | 'anonymous'>,
    call: string,
  ) => {
    fault.call = call;
    if (fault.kind === 'signedOut' && !given.anonymous) return signOutHere(false);
    if (fault.kind === 'passwordDue') return markPasswordDue();
    if (isSilent(fault)) return;
    for (const heard of failureListeners) heard(fault, call);
    if (!given.quiet) onFault?.(fault);
  };

  /** The parameters go in the body: addresses end up in logs, and the parameters are secret. */
  const token = async (parameters: Query, headers: Readonly<Record<string, string>>) => {
    const given = { headers, anonymous: true, quiet: true };
    const answer = await call('POST', tokenPath, parameters, given);
    return toSession(answer as TokenResponse, now());
  };

  const renew = (
    { user, refreshToken }: Session,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Session> =>
    token(
      {
        tenantId: user.tenantId,
        refresh_token: refreshToken,
        grant_type: 'refresh_token',
        scope: 'all',
      },
      { 'Tenant-Id': user.tenantId, ...headers },
    );

  const refreshIfDue = createRefresh({
    sessions,
    now,
    locks: options.locks,
    renew: (session) => renew(session),
    onRefused: () => signOutHere(false),
  });

  const switchRoles = (roleIds: readonly string[]): Promise<void> =>
    withSessionLock(sessions, options.locks ?? browserLocks, async (session) => {
      try {
        const renewed = await renew(session, { 'Role-Id': roleIds.join(',') });
        const user = { ...session.user, ...renewed.user };
        sessions.set({ ...session, ...renewed, user, switchedAt: now() });
      } catch (fault) {
        if (fault instanceof ApiFault) report(fault, {}, `POST ${tokenPath}`);
        throw fault;
      }
    });

  return {
    sessions,
    watchFailures(heard) {
      failureListeners.add(heard);
      return () => {
        failureListeners.delete(heard);
      };
    },
    refreshIfDue,
    switchRoles,
    get: <T>(path: string, query?: Query, given: Omit<CallOptions, 'query'> = {}) =>
      call('GET', path, undefined, { ...given, query }) as Promise<T>,
    post: <T>(path: string, body?: unknown, given: CallOptions = {}) =>
      call('POST', path, body, given) as Promise<T>,

    async upload<T>(path: string, form: FormData, given: UploadOptions = {}) {
      await refreshIfDue();
      try {
        const { status, body } = await uploadForm(
          base + path,
          form,
          headersFor(sessions.get()),
          given,
          (kind) => localFault(faultTexts[kind], kind),
        );
        return openEnvelope(status, body, language()) as T;
      } catch (fault) {
        // The page shows 【name】上传失败! beside the file itself.
        if (fault instanceof ApiFault) report(fault, { quiet: true }, `POST ${path}`);
        throw fault;
      }
    },

    async download(path, query, name) {
      await refreshIfDue();
      try {
        const headers = headersFor(sessions.get());
        const answer = await reach(base + path + queryString(query), { headers });
        const json = answer.headers.get('Content-Type')?.includes('application/json');
        if (!answer.ok || json) await open(answer);
        saveBlob(await answer.blob(), name ?? fileNameOf(answer.headers) ?? 'download');
        onAnswer?.(`GET ${path}`, answer.headers);
      } catch (fault) {
        if (fault instanceof ApiFault) report(fault, {}, `GET ${path}`);
        throw fault;
      }
    },

    async raw(path, { query, ...init }) {
      await refreshIfDue();
      const headers = { ...headersFor(sessions.get()), ...(init.headers as object) };
      return reach(base + path + queryString(query), { ...init, headers });
    },

    async signIn(parameters, headers = {}) {
      const former = sessions.get();
      const session = await token(parameters, headers);
      sessions.set(session);
      // Sign out the former session on the server too, because no browser stores it any more.
      if (former) {
        const given = { headers: headersFor(former), anonymous: true, quiet: true };
        void call('POST', '/blade-auth/logout', undefined, given).catch(() => undefined);
      }
      return session;
    },

    async signOut() {
      const options = { quiet: true, timeout: 3000 };
      await call('GET', '/blade-auth/oauth/logout', undefined, options).catch(() => undefined);
      signOutHere(true);
    },
  };
};
