import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { Type } from 'typebox';
import {
  answerOpenCall,
  clientOfCall,
  issueToken,
  jsonAnswer,
  OAuthFault,
  tokenLifetimeSeconds,
} from './access.server.ts';
import { describeOpen } from './describe.ts';
import { maxOpenRecords, readOpenRecord, readPage } from './reading.server.ts';

const base = 'open/v1';

/** Calls of the open interface: read-only, for other systems of the university. */
export const openEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: `${base}/token`,
    auth: 'public',
    perMinute: 60,
    summary: [
      '开放接口：取令牌（client_credentials）',
      'Open interface: get a token (client_credentials)',
    ],
    input: Type.Object({
      grant_type: Type.Optional(Type.String({ maxLength: 40 })),
      client_id: Type.Optional(Type.String({ maxLength: 100 })),
      client_secret: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    run: (input, call) =>
      answerOpenCall(async () => {
        if (input.grant_type !== 'client_credentials') {
          throw new OAuthFault(
            400,
            'unsupported_grant_type',
            'no grantType was found: it is client_credentials',
          );
        }
        const token = await issueToken(call, input);
        return jsonAnswer({
          access_token: token,
          token_type: 'Bearer',
          expires_in: tokenLifetimeSeconds,
        });
      }),
  }),
  endpoint({
    method: 'GET',
    path: `${base}/openapi.json`,
    auth: 'public',
    perMinute: 60,
    summary: ['开放接口：OpenAPI 描述', 'Open interface: OpenAPI description'],
    input: Type.Object({}),
    run: async (_input, { header, secure }) =>
      jsonAnswer(describeOpen(`${secure ? 'https' : 'http'}://${header('host') ?? ''}`)),
  }),
  endpoint({
    method: 'GET',
    path: `${base}/:resource`,
    auth: 'public',
    summary: ['开放接口：记录分页（changedSince、cursor）', 'Open interface: a page of records'],
    input: Type.Object({
      resource: Type.String({ maxLength: 60 }),
      changedSince: Type.Optional(Type.String({ maxLength: 40 })),
      cursor: Type.Optional(Type.String({ maxLength: 200 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxOpenRecords })),
    }),
    run: ({ resource, ...asked }, call) =>
      answerOpenCall(async () =>
        jsonAnswer(await readPage(call.engine, await clientOfCall(call), resource, asked)),
      ),
  }),
  endpoint({
    method: 'GET',
    path: `${base}/:resource/:id`,
    auth: 'public',
    summary: ['开放接口：一条记录', 'Open interface: one record'],
    input: Type.Object({
      resource: Type.String({ maxLength: 60 }),
      id: Type.String({ pattern: '^\\d{1,19}$' }),
    }),
    run: ({ resource, id }, call) =>
      answerOpenCall(async () =>
        jsonAnswer(await readOpenRecord(call.engine, await clientOfCall(call), resource, id)),
      ),
  }),
];
