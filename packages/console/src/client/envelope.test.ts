import { describe, expect, it } from 'vitest';
import { openEnvelope } from './envelope.ts';
import { ApiFault } from './fault.ts';

const faultOf = (status: number, body: unknown): ApiFault => {
  try {
    openEnvelope(status, body, 'zh', 'header-id');
  } catch (fault) {
    if (fault instanceof ApiFault) return fault;
  }
  throw new Error('did not fail');
};

describe('opening an envelope', () => {
  it('unwraps data', () => {
    expect(openEnvelope(200, { code: 200, success: true, data: [1], msg: '' }, 'zh')).toEqual([1]);
  });

  it('takes an answer without a code for the flat one of the token call', () => {
    const answer = { access_token: 'x' };
    expect(openEnvelope(200, answer, 'zh')).toBe(answer);
    const fault = faultOf(400, { error_code: 400, error_description: '账号或密码错误' });
    expect(fault.message).toBe('账号或密码错误');
    expect(fault.kind).toBe('refused');
    expect(faultOf(200, { error_code: 1, error_description: '否' }).message).toBe('否');
  });

  it('lets the code decide, whatever the status', () => {
    expect(faultOf(200, { code: 401, msg: '请求未授权' }).kind).toBe('signedOut');
    expect(faultOf(200, { code: 8001, msg: '静默' }).code).toBe(8001);
  });

  it.each([
    [{ code: 400, msg: '名称不能为空' }, '名称不能为空'],
    [{ code: 400, msg: '', error_description: '描述' }, '描述'],
    [{ code: 400 }, '未知错误'],
    [undefined, '未知错误'],
    ['text', '未知错误'],
    [[], '未知错误'],
    [null, '未知错误'],
  ])('finds the words in %j', (body, message) => {
    const { message: found, said } = faultOf(400, body);
    // The server did not send a message that the client had to find itself.
    expect([found, said]).toEqual([message, message === '未知错误' ? undefined : message]);
  });

  it.each([
    [401, 'signedOut'],
    [403, 'denied'],
    [404, 'missing'],
    [409, 'conflict'],
    [429, 'busy'],
    [500, 'server'],
    [503, 'busy'],
    [400, 'refused'],
  ])('code %d is %s', (code, kind) => {
    expect(faultOf(Math.min(code, 500), { code, msg: 'x' }).kind).toBe(kind);
  });

  it('counts nothing above 500 as received', () => {
    expect(faultOf(502, { code: 200, data: 1 }).kind).toBe('network');
  });

  it('carries fields, the other copy of a conflict, and the request id', () => {
    const errors = [{ path: 'authors.0.name', message: '请输入姓名' }];
    const invalid = faultOf(400, { code: 400, msg: '请输入姓名', data: { errors } });
    expect(invalid.kind).toBe('invalid');
    expect(invalid.fields).toEqual(errors);
    const conflict = faultOf(409, {
      code: 409,
      msg: 'x',
      data: { current: { id: '1' }, changed: [{ path: 'a' }] },
    });
    expect(conflict.current).toEqual({ id: '1' });
    expect(conflict.changed).toEqual([{ path: 'a' }]);
    expect(conflict.requestId).toBe('header-id');
    expect(faultOf(500, { code: 500, msg: 'x', data: { requestId: 'r9' } }).requestId).toBe('r9');
  });
});
