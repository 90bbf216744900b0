import { timeText } from '@keyan/kernel/values/time.ts';
import type { BrowserContext } from 'playwright-core';

/** Call of a page, as passed to its `fetch`. */
export interface PageCall {
  readonly path: string;
  readonly method: string;
  readonly body?: string;
}

/**
 * Function that answers calls of one window instead of the server. @returns data of a success, or
 * undefined to pass the call on
 */
export type Answer = (call: PageCall) => unknown;

const calls = { preferences: '/api/keyan/preferences', drafts: '/api/keyan/drafts/' };

/**
 * Answers calls for preferences and drafts from memory of the window. Journeys share accounts and
 * run at the same time: preferences of one must not affect another, and none may be offered drafts
 * of another.
 */
export const keptByWindow = (): Answer => {
  const choices: Record<string, unknown> = {};
  return ({ path, method, body }) => {
    if (path.endsWith('/drafts/list')) return [];
    if (path.startsWith(calls.drafts)) return { saveTime: timeText(new Date()) };
    if (method === 'POST') {
      const { key, value } = JSON.parse(body ?? '{}') as { key: string; value?: unknown };
      choices[key] = value;
    }
    return choices;
  };
};

/**
 * Lets `answer` handle calls of pages of a context if it returns data. Replaces `fetch` inside the
 * page: a route of Playwright would disable the browser's cache.
 */
export const answerInPages = async (
  context: BrowserContext,
  answer: (call: PageCall) => { readonly data: unknown } | undefined,
): Promise<void> => {
  await context.exposeFunction('keptByWindow', answer);
  await context.addInitScript(({ preferences, drafts }) => {
    const ask = window as unknown as { keptByWindow: (call: PageCall) => Promise<object | null> };
    const send = window.fetch.bind(window);
    window.fetch = async (input, init) => {
      const address = input instanceof Request ? input.url : String(input);
      const { pathname } = new URL(address, location.href);
      if (pathname !== preferences && !pathname.startsWith(drafts)) return send(input, init);
      const method = init?.method ?? 'GET';
      const body = typeof init?.body === 'string' ? { body: init.body } : {};
      const kept = await ask.keptByWindow({ path: pathname, method, ...body });
      if (!kept) return send(input, init);
      return Response.json({ code: 200, success: true, msg: '操作成功', ...kept });
    };
  }, calls);
};
