import type { BrowserContext } from 'playwright-core';

interface Rows {
  readonly data: { records: readonly { readonly id: string }[]; total: number; size: number };
}

/** Makes the list of papers answer with one page of this many rows, copies of its first page. */
export const manyRows = async (context: BrowserContext, count: number): Promise<void> => {
  await context.route('**/kh-edu-research/papers/list?*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as Rows;
    const [first] = body.data.records;
    body.data.records = Array.from({ length: count }, (_, index) => ({
      ...first,
      id: String(10n ** 18n + BigInt(index)),
      artName: `第 ${index + 1} 篇`,
    }));
    body.data.total = count;
    await route.fulfill({ json: body });
  });
};
