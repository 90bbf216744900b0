import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { qrSquaresOf } from './certificate-paper.server.ts';
import { certificateLine, changedColumns, totalOfLines } from './facts.ts';
import { certificateForms, factNames } from './kinds.ts';

test('a line shows the columns of its kind, and keeps the values behind them', () => {
  const facts = {
    number: 'Z2026',
    title: '项目',
    category: ['02', '省部级'],
    amount: ['1200.00', '1,200.00'],
    state: ['20', '在研'],
  } as const;
  const led = certificateLine('1', facts);
  expect(led).toMatchObject({ number: 'Z2026', category: '省部级', state: null, part: null });
  expect(JSON.parse(led.basis)).toEqual({
    number: 'Z2026',
    title: '项目',
    category: '02',
    period: '',
    amount: '1200.00',
  });
  expect(certificateLine('2', facts)).toMatchObject({ state: '在研' });
});

test('a renamed code changes no fact; another value does, in the columns of the kind', () => {
  const before = certificateLine('2', { category: ['02', '省部级'], state: ['20', '在研'] });
  const renamed = certificateLine('2', { category: ['02', '省级'], state: ['20', '进行中'] });
  expect(changedColumns('2', before.basis, renamed.basis)).toEqual([]);
  const after = certificateLine('2', { category: ['03', '市级'], state: ['40', '已结题'] });
  expect(changedColumns('2', before.basis, after.basis)).toEqual(['category', 'state']);
  expect(changedColumns('2', null, before.basis)).toEqual(['category', 'state']);
});

test('amounts add up to the fen', () => {
  const lines = ['0.10', '0.20', '9999999999.99'].map((amount) =>
    certificateLine('3', { amount: [amount, amount] }),
  );
  expect(totalOfLines(lines)).toBe('10000000000.29');
});

test('every column is a fact of a line', () => {
  for (const { columns } of Object.values(certificateForms)) {
    for (const { name } of columns) expect(factNames).toContain(name);
  }
});

test('the code leads to the address that it was made of', async () => {
  const address = 'https://keyan.example.edu/verify#000000-AbCdEfGhIjKlMnOpQrStUv';
  const squares = await qrSquaresOf(address);
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(await readFile(file)).buffer } });
  // Four pixels a square, with the quiet zone that paper has around it.
  const [scale, quiet] = [4, 4];
  const side = (squares.length + 2 * quiet) * scale;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [down, line] of squares.entries()) {
    for (const [across, isDark] of line.entries()) {
      if (!isDark) continue;
      for (let y = 0; y < scale; y += 1) {
        for (let x = 0; x < scale; x += 1) {
          const at = ((down + quiet) * scale + y) * side + (across + quiet) * scale + x;
          data.fill(0, at * 4, at * 4 + 3);
        }
      }
    }
  }
  const [found] = await readBarcodes({ data, width: side, height: side, colorSpace: 'srgb' });
  expect(found?.text).toBe(address);
});
