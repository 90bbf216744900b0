import { dictionariesAsDefined } from '@keyan/kernel/values/dictionary.ts';
import type { UploadFindings } from '@keyan/kernel/wire/routes.ts';
import { Value } from 'typebox/value';
import { actorOf, type TestProgram, testRequestKind } from '../../workflow/testing.ts';
import { type Endpoint, Reply } from '../endpoint.ts';
import { workflowEndpoints } from './endpoints.ts';

interface CallOptions {
  readonly tenantId?: string;
  /** Texts of uploaded files. */
  readonly files?: readonly string[];
}

interface Page {
  readonly total: number;
  readonly records: readonly Record<string, string>[];
}

/** Answer of an upload of routes. */
export interface UploadAnswer extends UploadFindings {
  readonly definitions: readonly Record<string, string>[];
}

/** Calls as the server makes them: found by path, input checked, permission codes asked. */
export const testCalls = (program: TestProgram) => {
  const endpoints = workflowEndpoints(program.workflow);
  const call = async <T = Record<string, unknown>>(
    path: string,
    by: string,
    input: object = {},
    options: CallOptions = {},
  ): Promise<T> => {
    const found = endpoints.find(
      (item) => item.path === path || item.aliases?.includes(path),
    ) as Endpoint;
    if (!found) throw new Error(`no call ${path}`);
    if (!Value.Check(found.input, input)) throw new Error(`请求参数格式错误 ${path}`);
    const actor = actorOf(by, options.tenantId);
    if (found.permissions && !found.permissions.some((code) => actor.permissions.has(code))) {
      throw new Error('您没有此操作权限');
    }
    const files = (options.files ?? []).map((text) => ({
      field: 'files',
      fileName: 'p.bpmn',
      mimeType: 'text/xml',
      stream: (async function* () {
        yield Buffer.from(text);
      })(),
    }));
    const answer = await found.run(
      input as never,
      {
        engine: program.engine,
        actor,
        ip: '127.0.0.1',
        language: 'zh',
        dictionaries: dictionariesAsDefined,
        requestId: 'r',
        header: () => undefined,
        files: (async function* () {
          yield* files;
        })(),
      } as never,
    );
    return (answer instanceof Reply ? answer.data : answer) as T;
  };
  const page = (path: string, by: string, input = {}, tenantId?: string) =>
    call<Page>(path, by, input, tenantId === undefined ? {} : { tenantId });
  let count = 0;
  /** The applicant (31) hands a request in. @returns its id */
  const submit = async (values: object = {}): Promise<string> => {
    count += 1;
    const row = await program.engine.as(actorOf('31')).submit(testRequestKind, {
      subject: `设备${count}`,
      amount: '1.00',
      unit: '21',
      ...values,
    });
    return row.id as unknown as string;
  };
  /** The task that somebody has on a request; empty without one. */
  const todoOf = async (businessId: string, by: string): Promise<string> => {
    const { records } = await page('kh-edu-research/mywork/todo/page', by, { size: 200 });
    return records.find((row) => row.businessId === businessId)?.taskId ?? '';
  };
  return { call, page, submit, todoOf };
};
