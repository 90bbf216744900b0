import { type Label, say } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { mapYielding } from '../base/yielding.ts';
import type { Endpoint, EndpointAuth } from '../wire/endpoint.ts';

/** Name and version of the described product. */
export interface DescriptionTitle {
  readonly title: string;
  readonly version: string;
}

const envelopeOf = (data: unknown): RowLike => ({
  type: 'object',
  required: ['code', 'success', 'data', 'msg'],
  properties: {
    code: { type: 'integer', description: '200 when it went well' },
    success: { type: 'boolean' },
    data,
    msg: { type: 'string' },
  },
});

const security: Readonly<Record<EndpointAuth, readonly RowLike[]>> = {
  public: [],
  program: [{ client: [] }],
  user: [{ token: [] }],
};

const answers: Readonly<Record<string, Label>> = {
  400: ['参数或业务规则不通过', 'Malformed, or against the rules'],
  401: ['未登录', 'Not signed in'],
  403: ['无权限', 'Not allowed'],
  404: ['不存在或无权查看', 'Not found, or not accessible to you'],
  409: ['数据已被他人修改', 'Changed by someone else'],
  429: ['请求过于频繁', 'Too many requests'],
  500: ['服务器异常', 'The server failed or is unavailable (code 503)'],
};

/** Returns the HTTP statuses of failures that an endpoint can answer with, by its authentication and method. */
const statusesOf = (endpoint: Endpoint): readonly string[] => [
  '400',
  ...(endpoint.auth === 'public' ? [] : ['401']),
  ...(endpoint.auth === 'user' ? ['403', '404'] : []),
  ...(endpoint.auth === 'user' && endpoint.method === 'POST' ? ['409'] : []),
  '429',
  '500',
];

const failuresOf = (endpoint: Endpoint): RowLike =>
  Object.fromEntries(
    statusesOf(endpoint).map((status) => [
      status,
      {
        description: (answers[status] ?? ['', '']).join(' '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  );

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

const parametersOf = (endpoint: Endpoint): readonly RowLike[] => {
  const { properties = {}, required = [] } = endpoint.input as ObjectSchema;
  const described = (endpoint.describes?.() as ObjectSchema | undefined)?.properties;
  return Object.entries({ ...properties, ...described }).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
};

const bodyOf = (endpoint: Endpoint): RowLike => {
  const own = endpoint.input as ObjectSchema;
  const described = endpoint.describes?.() as ObjectSchema | undefined;
  const schema = {
    type: 'object',
    properties: {
      ...described?.properties,
      ...own.properties,
      ...(endpoint.files ? { file: { type: 'string', format: 'binary' } } : {}),
    },
    ...(own.required ? { required: own.required } : {}),
  };
  const types = endpoint.files
    ? ['multipart/form-data']
    : ['application/json', 'application/x-www-form-urlencoded'];
  return { content: Object.fromEntries(types.map((type) => [type, { schema }])) };
};

const operationOf = (endpoint: Endpoint, path: string): RowLike => ({
  operationId: `${endpoint.method.toLowerCase()}_${path.replace(/[^\w]+/g, '_')}`,
  tags: [serviceOf(endpoint)],
  summary: say(endpoint.summary, 'zh'),
  description: [
    say(endpoint.summary, 'en'),
    ...(endpoint.permissions ? [`Needs one of: ${endpoint.permissions.join(', ')}`] : []),
  ].join('. '),
  security: security[endpoint.auth],
  ...(endpoint.method === 'GET'
    ? { parameters: parametersOf(endpoint) }
    : { requestBody: bodyOf(endpoint) }),
  responses: {
    200: {
      description: 'Done',
      content: { 'application/json': { schema: envelopeOf(endpoint.output?.() ?? {}) } },
    },
    ...failuresOf(endpoint),
  },
});

/** Returns the service of a call: its path without the last segment. */
export const serviceOf = (endpoint: Endpoint): string =>
  endpoint.path.split('/').slice(0, -1).join('/') || endpoint.path;

/** Calls at one path: one for each method. */
type PathItem = Map<string, Endpoint>;

const pathsOf = (endpoints: readonly Endpoint[]): ReadonlyMap<string, PathItem> => {
  const paths = new Map<string, PathItem>();
  for (const endpoint of endpoints) {
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      const item = paths.get(path) ?? new Map<string, Endpoint>();
      paths.set(path, item.set(endpoint.method.toLowerCase(), endpoint));
    }
  }
  return paths;
};

const operationsOf = (path: string, item: PathItem): RowLike =>
  Object.fromEntries([...item].map(([method, endpoint]) => [method, operationOf(endpoint, path)]));

const frameOf = ({ title, version }: DescriptionTitle): RowLike => ({
  openapi: '3.1.0',
  info: {
    title,
    version,
    description:
      'Every answer is an envelope; ids are strings, times are Asia/Shanghai, empty text is "". Unknown keys are ignored.',
  },
  components: {
    securitySchemes: {
      token: {
        type: 'apiKey',
        in: 'header',
        name: 'Blade-Auth',
        description: 'bearer <access token>',
      },
      client: { type: 'http', scheme: 'basic' },
    },
    schemas: {
      Failure: envelopeOf({
        type: 'object',
        properties: {
          errors: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                path: { type: 'string' },
                message: { type: 'string' },
              },
            },
          },
          requestId: { type: 'string' },
        },
      }),
    },
  },
});

/**
 * Describes the calls as an OpenAPI 3.1 document; parameters of POST may be sent in the query as well. The document has
 * many megabytes, so it is written path by path, and requests are answered in between.
 * @returns JSON
 */
export const describeCalls = async (
  endpoints: readonly Endpoint[],
  title: DescriptionTitle,
): Promise<string> => {
  const items = await mapYielding(
    [...pathsOf(endpoints)],
    ([path, item]) =>
      `${JSON.stringify(`/api/${path.replace(/:(\w+)/g, '{$1}')}`)}:${JSON.stringify(operationsOf(path, item))}`,
  );
  return `{"paths":{${items.join()}},${JSON.stringify(frameOf(title)).slice(1)}`;
};
