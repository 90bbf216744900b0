import { Type } from 'typebox';
import { type Endpoint, type EndpointAuth, endpoint, RawAnswer } from '../wire/endpoint.ts';
import { closedPolicy } from '../wire/headers.ts';
import { type DescriptionTitle, describeCalls } from './describe.ts';
import { docsPage } from './page.ts';

/**
 * Returns the calls that serve the description of all calls, as a document for programs and as a page for people.
 * @param auth who may read it; an installation with real data shows it only to users.
 */
export const descriptionCalls = (
  endpoints: readonly Endpoint[],
  title: DescriptionTitle,
  auth: EndpointAuth,
): readonly Endpoint[] => {
  // The document is built once, on the first request: definitions do not change while the process runs, and it has many
  // megabytes that most processes never need.
  let document: Promise<Buffer> | undefined;
  return [
    endpoint({
      method: 'GET',
      path: 'openapi.json',
      auth,
      summary: ['接口描述 (OpenAPI)', 'Description of the calls (OpenAPI)'],
      input: Type.Object({}),
      run: async () => {
        document ??= describeCalls(endpoints, title).then(Buffer.from);
        return new RawAnswer(await document, {
          headers: { 'content-type': 'application/json; charset=utf-8' },
        });
      },
    }),
    endpoint({
      method: 'GET',
      path: 'docs',
      auth,
      summary: ['接口说明', 'Call reference'],
      input: Type.Object({}),
      run: async (_input, { language }) =>
        new RawAnswer(docsPage(endpoints, title, language), {
          headers: {
            'content-type': 'text/html; charset=utf-8',
            ...closedPolicy('none', "style-src 'unsafe-inline'"),
          },
        }),
    }),
  ];
};
