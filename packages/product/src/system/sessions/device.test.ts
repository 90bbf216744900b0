import { expect, test } from 'vitest';
import { browserNameOf } from './device.ts';

const like = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${like} Chrome/140.0.0.0 Safari/537.36`,
    'Chrome 140 · Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${like} Chrome/140.0.0.0 Safari/537.36 Edg/139.0.1`,
    'Edge 139 · Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox 142 · Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari 18 · iOS',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14) ${like} Version/4.0 Chrome/116.0.0.0 Mobile MicroMessenger/8.0.47`,
    '微信 WeChat 8 · Android',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', ''],
])('%s is %s', (userAgent, device) => {
  expect(browserNameOf(userAgent)).toBe(device);
});
