import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { openFieldsOf, openResources } from './open-resources.ts';

/** JSON schema by field type. */
const jsonTypes: Partial<Record<FieldSpec['type'], object>> = {
  integer: { type: 'integer' },
  year: { type: 'integer' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', description: 'YYYY-MM-DD HH:mm:ss, Asia/Shanghai' },
  dicts: { type: 'array', items: { type: 'string' } },
  refs: { type: 'array', items: { type: 'string' } },
  rows: { type: 'array', items: { type: 'object' } },
};

const both = ([zh, en]: Label): string => `${zh} / ${en}`;

const recordSchema = (key: string) => {
  const resource = openResources.find((one) => one.resource.key === key)?.resource;
  const fields = resource ? openFieldsOf(resource) : [];
  return {
    type: 'object',
    description: resource ? both(resource.label) : key,
    required: ['id', 'changedAt', 'deleted'],
    properties: {
      id: { type: 'string' },
      changedAt: { type: 'string', format: 'date-time' },
      deleted: { type: 'boolean' },
      ...Object.fromEntries(
        fields.map((name) => {
          const spec = resource?.fields[name]?.spec;
          const type = (spec && jsonTypes[spec.type]) ?? { type: 'string' };
          return [name, { ...type, ...(spec && { title: both(spec.label) }), nullable: true }];
        }),
      ),
    },
  };
};

const fault = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Fault' } } },
});

const faults = {
  '400': fault('A parameter is wrong'),
  '401': fault('The token is missing, wrong or an hour old'),
  '403': fault('No scope for these records'),
  '404': fault('There is no such record'),
  '429': fault('More than 600 calls a minute'),
};

const answer = (schema: object) => ({
  '200': { description: 'OK', content: { 'application/json': { schema } } },
  ...faults,
});

/**
 * OpenAPI 3.0 description of the open interface (https://spec.openapis.org/oas/v3.0.3).
 * Long because it is one document.
 */
export const describeOpen = (address: string): object => ({
  openapi: '3.0.3',
  info: {
    title: 'Keyan open interface',
    version: '1',
    description:
      'Approved records under no secrecy, for other systems of the university. Ask for a token with id and secret, ' +
      'read pages in the order of changes, keep the last cursor and go on from it. Changes are listed ten seconds after they were made.',
  },
  servers: [{ url: `${address}/api/open/v1` }],
  security: [{ client: [] }],
  paths: {
    '/token': {
      post: {
        summary: 'A token by client credentials (RFC 6749, section 4.4)',
        security: [],
        requestBody: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': {
              schema: {
                type: 'object',
                required: ['grant_type'],
                properties: {
                  grant_type: { type: 'string', enum: ['client_credentials'] },
                  client_id: { type: 'string' },
                  client_secret: { type: 'string' },
                },
              },
            },
          },
        },
        responses: answer({
          type: 'object',
          properties: {
            access_token: { type: 'string' },
            token_type: { type: 'string' },
            expires_in: { type: 'integer' },
          },
        }),
      },
    },
    ...Object.fromEntries(
      openResources.flatMap(({ resource: { key, label } }) => {
        const record = { $ref: `#/components/schemas/${key}` };
        return [
          [
            `/${key}`,
            {
              get: {
                summary: both(label),
                parameters: [
                  {
                    name: 'changedSince',
                    in: 'query',
                    schema: { type: 'string', format: 'date-time' },
                  },
                  { name: 'cursor', in: 'query', schema: { type: 'string' } },
                  {
                    name: 'limit',
                    in: 'query',
                    schema: { type: 'integer', minimum: 1, maximum: 200, default: 100 },
                  },
                ],
                responses: answer({
                  type: 'object',
                  properties: {
                    data: { type: 'array', items: record },
                    cursor: { type: 'string', nullable: true },
                    hasMore: { type: 'boolean' },
                  },
                }),
              },
            },
          ],
          [
            `/${key}/{id}`,
            {
              get: {
                summary: both(label),
                parameters: [
                  { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
                ],
                responses: answer(record),
              },
            },
          ],
        ] as const;
      }),
    ),
  },
  components: {
    securitySchemes: {
      client: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: `${address}/api/open/v1/token`, scopes: {} } },
      },
    },
    schemas: {
      Fault: {
        type: 'object',
        properties: { error: { type: 'string' }, error_description: { type: 'string' } },
      },
      ...Object.fromEntries(openResources.map(({ resource: { key } }) => [key, recordSchema(key)])),
    },
  },
});
