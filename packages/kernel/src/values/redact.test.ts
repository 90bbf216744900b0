import { expect, it } from 'vitest';
import { growthOf, linearGrowthLimit } from '../testing/growth.ts';
import { withoutSecrets } from './redact.ts';

it.each([
  ['at /achievement/papers?artName=机密&id=1', 'at /achievement/papers?artName=*&id=*'],
  ['/myiframe/https%3A%2F%2Fx.edu%2Fa%3Fticket%3Dabc', '/myiframe/https%3A%2F%2Fx.edu%2Fa%3F*'],
  ['Blade-Auth: bearer abc.def', 'Blade-Auth: bearer ***'],
  ['eyJhbGciOi.eyJzdWIi.sig failed', '*** failed'],
  ['access_token=abc.def, "password": "x1"', 'access_token=***, "password": "***"'],
  ['li@example.edu.cn 13812345678', '***@*** #'],
  ['11010519491231002X', '#'],
  [
    'code 500 5f2b8c1d-90ab-4cde-8f01-123456789012',
    'code 500 5f2b8c1d-90ab-4cde-8f01-123456789012',
  ],
  ['GD-2024-13812345678', 'GD-2024-#'],
  ['authorization: Bearer abc.def and more', 'authorization: ***'],
  ['Cookie: sid=abc; other=def\nnext line', 'Cookie: ***\nnext line'],
  ['{"cookie":"sid=abc; other=def","a":1}', '{"cookie":"***","a":1}'],
  ['blade-auth=abcdef&x', 'blade-auth=***&x'],
  ['refreshToken: abc; passwd=b, 密码:c', 'refreshToken: ***; passwd=***, 密码:***'],
  ['https://a.edu/#access_token=abc&state=x', 'https://a.edu/#access_token=***&state=*'],
  ['line 12 of 345', 'line 12 of 345'],
])('%s is logged as %s', (text, logged) => expect(withoutSecrets(text, 500)).toBe(logged));

it('cuts long texts', () => expect(withoutSecrets('x'.repeat(9000), 4000)).toHaveLength(4000));

it.each(['x', 'token', 'a@', 'cookie:', '?a', '1', 'bearer ', '密码'])(
  'costs as its length over texts that are made for it: %s',
  (piece) => {
    const redacting = (length: number) => {
      const text = piece.repeat(length / piece.length);
      return () => withoutSecrets(text, length);
    };
    expect(growthOf(redacting, 8000)).toBeLessThan(linearGrowthLimit);
  },
);
